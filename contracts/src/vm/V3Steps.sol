// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IV3Pool} from "../Interfaces.sol";
import {RawCall} from "../RawCall.sol";
import {TokenTransfer} from "../TokenTransfer.sol";
import {TokenSteps} from "./TokenSteps.sol";
import {V2Steps} from "./V2Steps.sol";

/// Swaps on concentrated-liquidity pools, called directly, which ask for their input in a callback.
abstract contract V3Steps is TokenSteps, V2Steps {
    using TokenTransfer for address;

    error UnexpectedCallback(address caller);
    /// The pool never asked for its input.
    error CallbackMissing(uint256 step, address pool);
    /// The pool took another amount than it was offered: its price limit was reached.
    error PartialFill(uint256 step, uint256 taken, uint256 offered);
    /// Inside a callback, where the step is not known; the pool hands it on and StepFailed wraps it.
    error PullFailed(bytes reason);

    // https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/libraries/TickMath.sol#L14
    // MIN_SQRT_RATIO + 1 and MAX_SQRT_RATIO - 1
    uint160 private constant LOWEST_SQRT_PRICE_X96 = 4295128740;
    uint160 private constant HIGHEST_SQRT_PRICE_X96 = 1461446703485210103287273052203988822378723970341;

    /// The one payment that a pool may ask for now; 0: none. For V3_SWAP_PULL the pool: the host knows the token, and
    /// largestPull the amount. For V3_SWAP_PAY a hash of pool, token and largest amount, because this contract may hold other
    /// tokens.
    bytes32 private transient awaitedPayment;
    uint256 private transient largestPull;

    /// Host hook: false where the code at address(this) is not ours and a callback would not arrive here, and, unless the host
    /// is to `pay` in it, where there is no payer to pull from.
    function _receivesCallbacks(bool pay) internal view virtual returns (bool);

    /// op in(1) out(1) direction(1) pool(20) to(20) [tokenIn(20)]
    ///
    /// With `pay` the input is here and goes from here; without, the host pulls it.
    function _v3(bytes calldata program, State memory s, bool pay) internal {
        uint256 start = s.next;
        if (!_receivesCallbacks(pay)) revert InvalidOpcode(s.step, uint8(program[start]));
        uint256 w = _step(program, s, pay ? 64 : 44);
        bool zeroForOne = _direction(s, w >> 224);
        address pool = address(uint160(w >> 64));
        address to = _recipient(program, s, start + 24);
        uint256 amountIn = _load(s, w >> 240);
        uint256 out = _index(s, w >> 232);
        if (amountIn == 0 || amountIn > uint256(type(int256).max)) revert AmountOutOfRange(s.step);

        bytes memory payment;
        if (pay) {
            address token = _address(program, start + 44);
            payment = abi.encode(token, amountIn);
            awaitedPayment = _paymentHash(pool, token, amountIn);
        } else {
            awaitedPayment = bytes32(uint256(uint160(pool)));
            largestPull = amountIn;
        }
        uint160 limit = _priceLimit(zeroForOne);
        // forge-lint: disable-next-line(unsafe-typecast) bounded above
        bytes memory data = abi.encodeCall(IV3Pool.swap, (to, zeroForOne, int256(amountIn), limit, payment));
        bool ok = RawCall.tryCall(pool, 0, data);
        if (!ok || RawCall.answerSize() < 64) _fail(s, pool);
        if (awaitedPayment != 0) revert CallbackMissing(s.step, pool);
        s.registers[out] = _received(s, zeroForOne, amountIn);
    }

    /// Body of a callback under any name: (int256 amount0, int256 amount1, bytes data), positive: owed to the pool.
    /// Pays only the swap that is running, once.
    function _payPool(bytes calldata arguments) internal {
        bytes32 awaited = awaitedPayment;
        if (awaited == 0) revert UnexpectedCallback(msg.sender);
        awaitedPayment = 0;
        (int256 amount0, int256 amount1, uint256 offset) = abi.decode(arguments, (int256, int256, uint256));
        // A negative amount becomes one that no payment covers.
        uint256 owed = uint256(amount0 > 0 ? amount0 : amount1);
        if (awaited == bytes32(uint256(uint160(msg.sender)))) {
            if (owed > largestPull) revert UnexpectedCallback(msg.sender);
            if (!_pull(msg.sender, owed)) revert PullFailed(RawCall.answer());
            return;
        }
        (address token, uint256 largest) = abi.decode(arguments[offset + 32:], (address, uint256));
        if (awaited != _paymentHash(msg.sender, token, largest) || owed > largest) {
            revert UnexpectedCallback(msg.sender);
        }
        _checkSpending(token, owed);
        token.send(msg.sender, owed);
    }

    /// The price furthest away, which no swap reaches.
    function _priceLimit(bool zeroForOne) internal pure returns (uint160 sqrtPriceX96) {
        return zeroForOne ? LOWEST_SQRT_PRICE_X96 : HIGHEST_SQRT_PRICE_X96;
    }

    /// What the pool says it paid, after checking that it took all it was offered.
    function _received(State memory s, bool zeroForOne, uint256 amountIn) private pure returns (uint256) {
        (int256 amount0, int256 amount1) = (int256(RawCall.answerWord(0)), int256(RawCall.answerWord(1)));
        (int256 taken, int256 paid) = zeroForOne ? (amount0, amount1) : (amount1, amount0);
        if (uint256(taken) != amountIn) revert PartialFill(s.step, uint256(taken), amountIn);
        if (paid >= 0) revert AmountOutOfRange(s.step);
        // Two's complement: also right for the lowest int256.
        unchecked {
            return uint256(-paid);
        }
    }

    function _paymentHash(address pool, address token, uint256 largest) private pure returns (bytes32) {
        return keccak256(abi.encode(pool, token, largest));
    }
}
