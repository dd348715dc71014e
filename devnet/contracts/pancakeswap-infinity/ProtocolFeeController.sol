// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {PoolKey} from "./Types.sol";

interface IProtocolFees {
    function setProtocolFee(PoolKey memory key, uint24 newProtocolFee) external;
}

/// Own minimal contract with the ABI of PancakeSwap Infinity's ProtocolFeeController: a pool begins with 33 % of all that its
/// swaps pay going to the protocol, at most 0.4 % of the input. Without an owner: anybody may set a fee on the devnet.
/// https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/ProtocolFeeController.sol
contract ProtocolFeeController {
    uint256 private constant ONE = 1e6;
    uint24 private constant DYNAMIC_FEE = 0x800000;
    uint24 private constant OF_DYNAMIC_FEE = 300;
    uint256 private constant MOST = 4_000;
    uint256 public constant protocolFeeSplitRatio = 33 * 1e4;

    function protocolFeeForPool(PoolKey memory key) external pure returns (uint24) {
        if (key.fee == DYNAMIC_FEE) return _both(OF_DYNAMIC_FEE);
        uint256 fee = key.fee * ONE / (key.fee + ONE * ONE / protocolFeeSplitRatio - ONE);
        return _both(uint24(fee > MOST ? MOST : fee));
    }

    function setProtocolFee(PoolKey memory key, uint24 newProtocolFee) external {
        IProtocolFees(key.poolManager).setProtocolFee(key, newProtocolFee);
    }

    function _both(uint24 fee) private pure returns (uint24) {
        return fee + (fee << 12);
    }
}
