// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// One swap by an account that holds its tokens itself. Amounts in the smallest unit of their token; `tokenOut` 0: the native
/// coin; `deadline` in seconds since the epoch, inclusive.
struct Order {
    uint256 amountIn;
    address tokenOut;
    uint256 minAmountOut;
    address receiver;
    uint256 deadline;
}

/// The same for one to five inputs, which registers 1, 2, … start with.
struct MultiOrder {
    uint256[] amountsIn;
    address tokenOut;
    uint256 minAmountOut;
    address receiver;
    uint256 deadline;
}
