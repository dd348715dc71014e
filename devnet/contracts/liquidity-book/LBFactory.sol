// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FeeParameters, LBPair} from "./LBPair.sol";

/// Own minimal contract with the ABI of Liquidity Book's factory V2.1: pairs are clones of one implementation. Their creator names the fee
/// parameters in place of presets.
/// https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/LBFactory.sol
contract LBFactory {
    address public immutable getLBPairImplementation;
    address[] public getLBPairAtIndex;

    event LBPairCreated(
        address indexed tokenX, address indexed tokenY, uint256 indexed binStep, address LBPair, uint256 pid
    );

    constructor(address implementation) {
        getLBPairImplementation = implementation;
    }

    function getNumberOfLBPairs() external view returns (uint256) {
        return getLBPairAtIndex.length;
    }

    function createLBPair(
        address tokenX,
        address tokenY,
        uint24 activeId,
        uint16 binStep,
        FeeParameters calldata parameters
    ) external returns (address pair) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", getLBPairImplementation, hex"5af43d82803e903d91602b57fd5bf3"
        );
        bytes32 salt = keccak256(abi.encode(tokenX, tokenY, binStep));
        assembly {
            pair := create2(0, add(code, 32), mload(code), salt)
        }
        LBPair(pair).initialize(tokenX, tokenY, binStep, activeId, parameters);
        getLBPairAtIndex.push(pair);
        emit LBPairCreated(tokenX, tokenY, binStep, pair, getLBPairAtIndex.length - 1);
    }

    function setFeesParametersOnPair(address pair, FeeParameters calldata parameters) external {
        LBPair(pair).setStaticFeeParameters(parameters);
    }

    function forceDecay(address pair) external {
        LBPair(pair).forceDecay();
    }
}
