// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IV3Pool} from "./Interfaces.sol";
import {TokenTransfer} from "./TokenTransfer.sol";

/// Swaps on V3 pools for wallets that a pool cannot call back: the wallet sends the input here and calls `swap` in the same
/// transaction. What somebody leaves here belongs to whoever comes next. No owner, storage, allowance or approval.
contract PrepaidV3 {
    using TokenTransfer for address;

    error Locked();
    error InvalidAmount(uint256 amount);
    error InvalidRecipient(address recipient);
    error UnexpectedCallback(address caller);
    /// The pool never asked for its input.
    error CallbackMissing(address pool);
    /// The pool took another amount than it was offered: its price limit was reached.
    error PartialFill(int256 taken, uint256 offered);
    error NothingPaid(address pool);

    // https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/libraries/TickMath.sol#L14
    // MIN_SQRT_RATIO + 1 and MAX_SQRT_RATIO - 1
    uint160 private constant LOWEST_SQRT_PRICE_X96 = 4295128740;
    uint160 private constant HIGHEST_SQRT_PRICE_X96 = 1461446703485210103287273052203988822378723970341;

    bytes32 private constant IDLE = 0;
    bytes32 private constant PAID = bytes32(uint256(1));

    /// Hash of the one payment that may be asked for now (pool, token, amount), IDLE or PAID.
    bytes32 private transient payment;

    /// Sells all of `amountIn`, which is here already, and has the pool pay `recipient`. The caller checks what arrived.
    ///
    /// @return amountOut What the pool says it paid, in the smallest unit of its other token.
    function swap(address pool, bool zeroForOne, uint256 amountIn, address recipient)
        external
        returns (uint256 amountOut)
    {
        if (payment != IDLE) revert Locked();
        if (amountIn == 0 || amountIn > uint256(type(int256).max)) revert InvalidAmount(amountIn);
        if (recipient == address(0) || recipient == address(this)) revert InvalidRecipient(recipient);
        address token = zeroForOne ? IV3Pool(pool).token0() : IV3Pool(pool).token1();
        payment = _hash(pool, token, amountIn);
        uint160 limit = zeroForOne ? LOWEST_SQRT_PRICE_X96 : HIGHEST_SQRT_PRICE_X96;
        // forge-lint: disable-next-line(unsafe-typecast) bounded above
        (int256 amount0, int256 amount1) =
            IV3Pool(pool).swap(recipient, zeroForOne, int256(amountIn), limit, abi.encode(token, amountIn));
        if (payment != PAID) revert CallbackMissing(pool);
        payment = IDLE;
        int256 paid = zeroForOne ? amount1 : amount0;
        if (paid >= 0) revert NothingPaid(pool);
        // Two's complement: also right for the lowest int256.
        unchecked {
            amountOut = uint256(-paid);
        }
    }

    /// The callback of pools of every fork, under any name: (int256 amount0, int256 amount1, bytes data), positive: owed.
    fallback() external {
        (int256 amount0, int256 amount1, bytes memory data) = abi.decode(msg.data[4:], (int256, int256, bytes));
        if (data.length != 64) revert UnexpectedCallback(msg.sender);
        (address token, uint256 amountIn) = abi.decode(data, (address, uint256));
        if (payment != _hash(msg.sender, token, amountIn)) revert UnexpectedCallback(msg.sender);
        payment = PAID;
        int256 owed = amount0 > 0 ? amount0 : amount1;
        if (owed < 0 || uint256(owed) != amountIn) revert PartialFill(owed, amountIn);
        token.send(msg.sender, amountIn);
    }

    function _hash(address pool, address token, uint256 amountIn) private pure returns (bytes32) {
        return keccak256(abi.encode(pool, token, amountIn));
    }
}
