// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {MintParams, ModifyLiquidityParams, PoolKey} from "./Types.sol";

interface IDynamicFees {
    function updateDynamicLPFee(PoolKey memory key, uint24 newDynamicLPFee) external;
}

/// A hook of the devnet alone, which swaps do not ask: it is told of liquidity before it is added, and sets the fee of pools whose
/// fee is dynamic to what anybody says.
contract LiquidityHook {
    uint16 private immutable bitmap;

    constructor(uint16 bitmap_) {
        bitmap = bitmap_;
    }

    function getHooksRegistrationBitmap() external view returns (uint16) {
        return bitmap;
    }

    function beforeAddLiquidity(address, PoolKey calldata, ModifyLiquidityParams calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.beforeAddLiquidity.selector;
    }

    /// Overrides no fee.
    function beforeMint(address, PoolKey calldata, MintParams calldata, bytes calldata)
        external
        pure
        returns (bytes4, uint24)
    {
        return (this.beforeMint.selector, 0);
    }

    function setFee(PoolKey memory key, uint24 fee) external {
        IDynamicFees(key.poolManager).updateDynamicLPFee(key, fee);
    }
}
