// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;

interface IParameters {
    function parameters() external view returns (address, address, address, uint24, int24);
}

/// Own minimal contract with the ABI of RamsesV3PoolDeployer. A pool is made by the code that the original has, which asks for where
/// the pool's code is, so that its address is that of the real chain whatever that code.
/// https://github.com/PharaohExchange/pharaoh-contracts/blob/f59c300b622b6e761433ee939a0f80ec128b1920/contracts/CL/core/RamsesV3PoolDeployer.sol
contract RamsesPoolDeployer {
    address public immutable RamsesV3Factory;
    /// A contract whose code makes a pool.
    address public immutable creationCodeLocation;

    constructor(address factory, address location) {
        (RamsesV3Factory, creationCodeLocation) = (factory, location);
    }

    function deploy(address token0, address token1, int24 tickSpacing) external returns (address pool) {
        require(msg.sender == RamsesV3Factory);
        bytes memory code =
            hex"638a3f6b0460e01b60005260006000600460006000335af1600060006000600060003d600060003e6000515af43d600060003e3d6000f3";
        bytes32 salt = keccak256(abi.encode(token0, token1, tickSpacing));
        assembly {
            pool := create2(0, add(code, 0x20), mload(code), salt)
        }
        require(pool != address(0));
    }

    function parameters() external view returns (address, address, address, uint24, int24) {
        return IParameters(RamsesV3Factory).parameters();
    }
}
