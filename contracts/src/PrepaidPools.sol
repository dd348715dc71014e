// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolsHolder} from "./Interfaces.sol";

/// What the adapters have in common that swap for accounts which cannot be called back, on pools whose tokens one contract
/// holds for all. In the same transaction the caller has told the holder to `sync` the input token and has sent it the input;
/// native input comes with the call. No token is ever here, and coin only on its way to the holder. No owner, storage,
/// allowance or approval.
abstract contract PrepaidPools {
    error Locked();
    error InvalidAmount(uint256 amount);
    error InvalidRecipient(address recipient);
    error UnexpectedCallback(address caller);
    /// The holder never called back.
    error CallbackMissing(address holder);
    /// The holder got another amount than is to be sold.
    error NotPrepaid(uint256 paid, uint256 amountIn);
    /// The pool took another amount than it was offered: its price limit was reached.
    error PartialFill(int256 taken, uint256 offered);
    error NothingPaid(address holder);

    // https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/TickMath.sol#L30
    // MIN_SQRT_PRICE + 1 and MAX_SQRT_PRICE - 1
    uint160 private constant LOWEST_SQRT_PRICE_X96 = 4295128740;
    uint160 private constant HIGHEST_SQRT_PRICE_X96 = 1461446703485210103287273052203988822378723970341;

    address private constant IDLE = address(0);
    address private constant CALLED = address(1);

    /// The holder that may call back now, IDLE or CALLED.
    address private transient awaited;
    uint256 private transient paidOut;

    /// Begins a sale: from now on the holder, and nobody else, may call back once.
    function _open(address holder, address tokenIn, uint256 amountIn, address recipient) internal {
        if (awaited != IDLE) revert Locked();
        if (amountIn == 0 || amountIn > uint128(type(int128).max)) revert InvalidAmount(amountIn);
        if (recipient == address(0) || recipient == address(this)) revert InvalidRecipient(recipient);
        if (msg.value != (tokenIn == address(0) ? amountIn : 0)) revert InvalidAmount(msg.value);
        awaited = holder;
    }

    /// Ends it, once the holder has called back; tells what was paid.
    function _close(address holder) internal returns (uint256 amountOut) {
        if (awaited != CALLED) revert CallbackMissing(holder);
        awaited = IDLE;
        amountOut = paidOut;
    }

    /// What a callback begins with. Settles before the swap, so that no pool's hook can take the payment for its own.
    function _settle(address tokenIn, uint256 amountIn) internal {
        if (msg.sender != awaited) revert UnexpectedCallback(msg.sender);
        awaited = CALLED;
        IPoolsHolder holder = IPoolsHolder(msg.sender);
        uint256 value = tokenIn == address(0) ? amountIn : 0;
        if (value != 0) holder.sync(tokenIn);
        uint256 paid = holder.settle{value: value}();
        if (paid != amountIn) revert NotPrepaid(paid, amountIn);
    }

    function _limit(bool zeroForOne) internal pure returns (uint160 sqrtPriceX96) {
        return zeroForOne ? LOWEST_SQRT_PRICE_X96 : HIGHEST_SQRT_PRICE_X96;
    }

    /// What a callback ends with.
    ///
    /// @param delta Of the swap: token0 in the upper 128 bits, token1 in the lower, positive what was gained.
    function _take(address tokenOut, int256 delta, bool zeroForOne, uint256 amountIn, address recipient) internal {
        // forge-lint: disable-next-line(unsafe-typecast) two amounts of 128 bits
        (int256 amount0, int256 amount1) = (delta >> 128, int128(delta));
        (int256 given, int256 gained) = zeroForOne ? (amount0, amount1) : (amount1, amount0);
        // forge-lint: disable-next-line(unsafe-typecast) bounded in `_open`
        if (given != -int256(amountIn)) revert PartialFill(-given, amountIn);
        if (gained <= 0) revert NothingPaid(msg.sender);
        // forge-lint: disable-next-line(unsafe-typecast) positive
        paidOut = uint256(gained);
        // forge-lint: disable-next-line(unsafe-typecast) positive
        IPoolsHolder(msg.sender).take(tokenOut, recipient, uint256(gained));
    }
}
