// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RawCall} from "../RawCall.sol";
import {ProgramReader} from "./ProgramReader.sol";

/// Steps that move amounts between registers and read own balances.
abstract contract RegisterSteps is ProgramReader {
    error BelowMinimum(uint256 step, uint256 actual, uint256 minimum);

    /// op out(1) literal(16)
    function _set(bytes calldata program, State memory s) internal pure {
        uint256 w = _step(program, s, 18);
        _store(s, w >> 240, uint128(w >> 112));
    }

    /// op out(1) literal(32)
    function _setWide(bytes calldata program, State memory s) internal pure {
        uint256 start = s.next;
        uint256 w = _step(program, s, 34);
        _store(s, w >> 240, _word(program, start + 2));
    }

    /// op out(1) in(1) shareX64(8): moves floor(in * share / 2^64). What stays in `in` is the remainder, so parts add up.
    function _take(bytes calldata program, State memory s) internal pure {
        uint256 w = _step(program, s, 11);
        (uint256 out, uint256 from) = _pair(s, w);
        uint256 amount = s.registers[from];
        if (amount > type(uint192).max) revert AmountOutOfRange(s.step);
        unchecked {
            uint256 part = (amount * uint64(w >> 168)) >> 64;
            s.registers[from] = amount - part;
            s.registers[out] = part;
        }
    }

    /// op out(1) token(20): own balance; token 0 is the native coin.
    function _balance(bytes calldata program, State memory s) internal view {
        uint256 w = _step(program, s, 22);
        _store(s, w >> 240, _held(s, address(uint160(w >> 80))));
    }

    /// op out(1) token(20): own balance less what `out` held, which is what came in since a BALANCE into `out`.
    function _gain(bytes calldata program, State memory s) internal view {
        uint256 w = _step(program, s, 22);
        uint256 out = _index(s, w >> 240);
        uint256 held = _held(s, address(uint160(w >> 80)));
        uint256 before = s.registers[out];
        if (held < before) revert AmountOutOfRange(s.step);
        unchecked {
            s.registers[out] = held - before;
        }
    }

    /// op in(1) minimum(16)
    function _atLeast(bytes calldata program, State memory s) internal pure {
        uint256 w = _step(program, s, 18);
        _demand(s, w >> 240, uint128(w >> 112));
    }

    /// op in(1) minimum(32)
    function _atLeastWide(bytes calldata program, State memory s) internal pure {
        uint256 start = s.next;
        uint256 w = _step(program, s, 34);
        _demand(s, w >> 240, _word(program, start + 2));
    }

    /// op out(1) in(1): moves all of `in` onto `out`, where legs meet in one token.
    function _add(bytes calldata program, State memory s) internal pure {
        uint256 w = _step(program, s, 3);
        (uint256 out, uint256 from) = _pair(s, w);
        uint256 held = s.registers[out];
        unchecked {
            uint256 sum = held + s.registers[from];
            if (sum < held) revert AmountOutOfRange(s.step);
            s.registers[out] = sum;
        }
        s.registers[from] = 0;
    }

    /// op out(1) word(1): a 32-byte word of what the call just before returned.
    function _wordOf(bytes calldata program, State memory s) internal pure {
        uint256 w = _step(program, s, 3);
        uint256 word = uint8(w >> 232);
        if (RawCall.answerSize() < 32 * word + 32) revert InvalidOperand(s.step);
        _store(s, w >> 240, RawCall.answerWord(word));
    }

    function _demand(State memory s, uint256 register, uint256 minimum) private pure {
        uint256 actual = _load(s, register);
        if (minimum == 0) revert InvalidOperand(s.step);
        if (actual < minimum) revert BelowMinimum(s.step, actual, minimum);
    }

    /// The two registers of TAKE and ADD. With one register in both places an amount would vanish.
    function _pair(State memory s, uint256 w) private pure returns (uint256 out, uint256 from) {
        out = _index(s, w >> 240);
        from = _index(s, w >> 232);
        if (out == from) revert InvalidOperand(s.step);
    }

    function _held(State memory s, address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : _balanceOf(s, token, address(this));
    }
}
