// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IV2Pair} from "../Interfaces.sol";
import {RawCall} from "../RawCall.sol";
import {ProgramReader} from "./ProgramReader.sol";

/// Swaps on constant-product pairs, called directly. The input is in the pair already.
abstract contract V2Steps is ProgramReader {
    uint8 internal constant ZERO_FOR_ONE = 0x01;
    uint8 internal constant ONE_FOR_ZERO = 0x02;
    uint256 private constant PIPS = 1_000_000;

    /// op in(1) out(1) direction(1) feePips(3) pair(20) to(20)
    function _v2(bytes calldata program, State memory s) internal {
        uint256 start = s.next;
        uint256 w = _step(program, s, 47);
        uint256 amountIn = _load(s, w >> 240);
        bool zeroForOne = _direction(s, w >> 224);
        address pair = address(uint160(w >> 40));
        address to = _recipient(program, s, start + 27);
        (uint256 reserveIn, uint256 reserveOut) = _reserves(s, pair, zeroForOne);
        uint256 amountOut = _amountOut(s, amountIn, reserveIn, reserveOut, uint24(w >> 200));
        _store(s, w >> 232, amountOut);
        _swap(s, pair, zeroForOne, amountOut, to);
    }

    /// op out(1) direction(1) feePips(3) pair(20) to(20) tokenIn(20). The input is what the pair holds above its reserve,
    /// whatever a token's own fee left of it.
    function _v2Measured(bytes calldata program, State memory s) internal {
        uint256 start = s.next;
        uint256 w = _step(program, s, 66);
        bool zeroForOne = _direction(s, w >> 232);
        address pair = address(uint160(w >> 48));
        address to = _recipient(program, s, start + 26);
        (uint256 reserveIn, uint256 reserveOut) = _reserves(s, pair, zeroForOne);
        uint256 held = _balanceOf(s, _address(program, start + 46), pair);
        if (held < reserveIn) revert AmountOutOfRange(s.step);
        uint256 amountOut = _amountOut(s, held - reserveIn, reserveIn, reserveOut, uint24(w >> 208));
        _store(s, w >> 240, amountOut);
        _swap(s, pair, zeroForOne, amountOut, to);
    }

    function _direction(State memory s, uint256 w) internal pure returns (bool zeroForOne) {
        uint8 direction = uint8(w);
        zeroForOne = direction == ZERO_FOR_ONE;
        if (!zeroForOne && direction != ONE_FOR_ZERO) revert InvalidOperand(s.step);
    }

    function _reserves(State memory s, address pair, bool zeroForOne) private view returns (uint256, uint256) {
        _read(s, pair, abi.encodeCall(IV2Pair.getReserves, ()), 2);
        (uint256 reserve0, uint256 reserve1) = (RawCall.answerWord(0), RawCall.answerWord(1));
        return zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    /// getAmountOut with the fee in pips instead of a fixed 0.3 %, rounded down.
    /// https://github.com/Uniswap/v2-periphery/blob/0335e8f7e1bd1e8d8329fd300aea2ef2f36dd19f/contracts/libraries/UniswapV2Library.sol#L43
    function _amountOut(State memory s, uint256 amountIn, uint256 reserveIn, uint256 reserveOut, uint256 feePips)
        private
        pure
        returns (uint256)
    {
        if (feePips >= PIPS) revert InvalidOperand(s.step);
        if (amountIn == 0 || (amountIn | reserveIn | reserveOut) > type(uint112).max) revert AmountOutOfRange(s.step);
        // No product passes 112 + 112 + 20 bits, and the divisor is at least amountIn.
        unchecked {
            uint256 amountInAfterFee = amountIn * (PIPS - feePips);
            return (amountInAfterFee * reserveOut) / (reserveIn * PIPS + amountInAfterFee);
        }
    }

    function _swap(State memory s, address pair, bool zeroForOne, uint256 amountOut, address to) private {
        (uint256 out0, uint256 out1) = zeroForOne ? (uint256(0), amountOut) : (amountOut, uint256(0));
        bool ok = RawCall.tryCall(pair, 0, abi.encodeCall(IV2Pair.swap, (out0, out1, to, "")));
        if (!ok) _fail(s, pair);
    }
}
