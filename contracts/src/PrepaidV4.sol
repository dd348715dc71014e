// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IV4Manager, PoolKey, SwapParams} from "./Interfaces.sol";

/// Swaps on the pools of a V4 manager for accounts that it cannot call back. In the same transaction the caller has told the
/// manager to `sync` the input token and has sent it the input; native input comes with the call. No token is ever here, and
/// coin only on its way to the manager. No owner, storage, allowance or approval.
contract PrepaidV4 {
    error Locked();
    error InvalidAmount(uint256 amount);
    error InvalidRecipient(address recipient);
    error UnexpectedCallback(address caller);
    /// The manager never called back.
    error CallbackMissing(address manager);
    /// The manager got another amount than is to be sold.
    error NotPrepaid(uint256 paid, uint256 amountIn);
    /// The pool took another amount than it was offered: its price limit was reached.
    error PartialFill(int256 taken, uint256 offered);
    error NothingPaid(address manager);

    // https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/TickMath.sol#L30
    // MIN_SQRT_PRICE + 1 and MAX_SQRT_PRICE - 1
    uint160 private constant LOWEST_SQRT_PRICE_X96 = 4295128740;
    uint160 private constant HIGHEST_SQRT_PRICE_X96 = 1461446703485210103287273052203988822378723970341;

    address private constant IDLE = address(0);
    address private constant CALLED = address(1);

    /// The manager that may call back now, IDLE or CALLED.
    address private transient awaited;
    uint256 private transient paidOut;

    /// Sells all of `amountIn`, which the manager has already or which comes with the call, and has the manager pay
    /// `recipient`. The caller checks what arrived.
    ///
    /// @param manager Trusted by the caller: it decides what becomes of what it was paid.
    /// @return amountOut In the smallest unit of the pool's other token.
    function swap(address manager, PoolKey calldata key, bool zeroForOne, uint256 amountIn, address recipient)
        external
        payable
        returns (uint256 amountOut)
    {
        if (awaited != IDLE) revert Locked();
        if (amountIn == 0 || amountIn > uint128(type(int128).max)) revert InvalidAmount(amountIn);
        if (recipient == address(0) || recipient == address(this)) revert InvalidRecipient(recipient);
        address tokenIn = zeroForOne ? key.currency0 : key.currency1;
        if (msg.value != (tokenIn == address(0) ? amountIn : 0)) revert InvalidAmount(msg.value);
        awaited = manager;
        IV4Manager(manager).unlock(abi.encode(key, zeroForOne, amountIn, recipient));
        if (awaited != CALLED) revert CallbackMissing(manager);
        awaited = IDLE;
        amountOut = paidOut;
    }

    /// Settles before it swaps, so that no pool's hook can take the payment for its own.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        if (msg.sender != awaited) revert UnexpectedCallback(msg.sender);
        awaited = CALLED;
        (PoolKey memory key, bool zeroForOne, uint256 amountIn, address recipient) =
            abi.decode(data, (PoolKey, bool, uint256, address));
        IV4Manager manager = IV4Manager(msg.sender);
        (address tokenIn, address tokenOut) =
            zeroForOne ? (key.currency0, key.currency1) : (key.currency1, key.currency0);
        uint256 value = tokenIn == address(0) ? amountIn : 0;
        if (value != 0) manager.sync(tokenIn);
        uint256 paid = manager.settle{value: value}();
        if (paid != amountIn) revert NotPrepaid(paid, amountIn);

        uint160 limit = zeroForOne ? LOWEST_SQRT_PRICE_X96 : HIGHEST_SQRT_PRICE_X96;
        // forge-lint: disable-next-line(unsafe-typecast) bounded in `swap`
        int256 delta = manager.swap(key, SwapParams(zeroForOne, -int256(amountIn), limit), "");
        // forge-lint: disable-next-line(unsafe-typecast) two amounts of 128 bits
        (int256 amount0, int256 amount1) = (delta >> 128, int128(delta));
        (int256 given, int256 gained) = zeroForOne ? (amount0, amount1) : (amount1, amount0);
        // forge-lint: disable-next-line(unsafe-typecast) bounded in `swap`
        if (given != -int256(amountIn)) revert PartialFill(-given, amountIn);
        if (gained <= 0) revert NothingPaid(msg.sender);
        // forge-lint: disable-next-line(unsafe-typecast) positive
        paidOut = uint256(gained);
        // forge-lint: disable-next-line(unsafe-typecast) positive
        manager.take(tokenOut, recipient, uint256(gained));
        return "";
    }
}
