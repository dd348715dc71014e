// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Creates PancakeSwap V3 pools for the factory; the original is not published as an artifact.
///
/// The pool's creation code is read from the code of another account, behind one leading STOP byte, so that the pools
/// get the addresses they have on mainnet.
contract PancakePoolDeployer {
    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    /// What the pool's constructor asks for.
    Parameters public parameters;
    address public factoryAddress;
    address private immutable creationCodeHolder;

    error OnlyFactory();
    error DeploymentFailed();

    constructor(address creationCodeHolder_, address factory_) {
        creationCodeHolder = creationCodeHolder_;
        factoryAddress = factory_;
    }

    function deploy(address factory, address token0, address token1, uint24 fee, int24 tickSpacing)
        external
        returns (address pool)
    {
        if (msg.sender != factoryAddress) revert OnlyFactory();
        parameters = Parameters(factory, token0, token1, fee, tickSpacing);
        bytes32 salt = keccak256(abi.encode(token0, token1, fee));
        address holder = creationCodeHolder;
        assembly ("memory-safe") {
            let size := sub(extcodesize(holder), 1)
            let code := mload(0x40)
            extcodecopy(holder, code, 1, size)
            pool := create2(0, code, size, salt)
        }
        if (pool == address(0)) revert DeploymentFailed();
        delete parameters;
    }
}
