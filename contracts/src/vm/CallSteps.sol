// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "../Interfaces.sol";
import {RawCall} from "../RawCall.sol";
import {TokenSteps} from "./TokenSteps.sol";

/// Calls of any contract, with amounts from registers, exact approvals, and a return word into a register.
abstract contract CallSteps is TokenSteps {
    uint256 private constant APPROVAL_SIZE = 21;
    uint256 private constant SPLICE_SIZE = 3;

    /// op target(20) value(1) out(1) outWord(1) approvals(1) splices(1) length(2) [spender(20)]
    /// (in(1) token(20))* (in(1) offset(2))* data(length)
    ///
    /// `value` and `out` may be 0: none. `spender` is there for CALL_VIA only; CALL approves the target.
    function _call(bytes calldata program, State memory s, bool via) internal {
        uint256 start = s.next;
        uint256 w = _step(program, s, via ? 48 : 28);
        address target = address(uint160(w >> 88));
        address spender = via ? _recipient(program, s, start + 28) : target;
        uint256 approvals = s.next;
        uint256 splices = approvals + APPROVAL_SIZE * uint8(w >> 56);
        uint256 body = splices + SPLICE_SIZE * uint8(w >> 48);
        s.next = body + uint16(w >> 32);
        if (s.next > program.length) revert TruncatedProgram(s.step);

        bytes memory data = _spliced(program, s, splices, body);
        uint256[] memory standing = _approve(program, s, approvals, splices, spender);
        bool ok = RawCall.tryCall(target, _optional(s, uint8(w >> 80)), data);
        if (!ok || (RawCall.answerSize() == 0 && target.code.length == 0)) _fail(s, target);
        _output(s, uint8(w >> 72), uint8(w >> 64));
        _restore(program, s, approvals, standing, spender);
    }

    /// Approves what the registers hold, exactly, where the account has not allowed as much before. Returns what it had.
    function _approve(bytes calldata program, State memory s, uint256 from, uint256 to, address spender)
        private
        returns (uint256[] memory standing)
    {
        unchecked {
            standing = new uint256[]((to - from) / APPROVAL_SIZE);
        }
        for (uint256 i; i < standing.length; ++i) {
            uint256 approval = _word(program, from + i * APPROVAL_SIZE);
            address token = address(uint160(approval >> 88));
            uint256 amount = _load(s, approval >> 248);
            uint256 held = _allowance(s, token, spender);
            standing[i] = held;
            if (held < amount) _setAllowance(s, token, spender, held, amount);
        }
    }

    /// Gives back each allowance as it was: 0 of what a call left, and as much as before of what the account itself had given.
    /// The last first, for a token can be there twice.
    function _restore(bytes calldata program, State memory s, uint256 from, uint256[] memory standing, address spender)
        private
    {
        for (uint256 i = standing.length; i != 0;) {
            unchecked {
                --i;
            }
            address token = _address(program, from + i * APPROVAL_SIZE + 1);
            uint256 held = _allowance(s, token, spender);
            if (held != standing[i]) _setAllowance(s, token, spender, held, standing[i]);
        }
    }

    /// Some tokens change an allowance only from or to 0.
    function _setAllowance(State memory s, address token, address spender, uint256 held, uint256 amount) private {
        if (held != 0 && amount != 0) _callToken(s, token, abi.encodeCall(IERC20.approve, (spender, 0)));
        _callToken(s, token, abi.encodeCall(IERC20.approve, (spender, amount)));
    }

    function _allowance(State memory s, address token, address spender) private view returns (uint256) {
        _read(s, token, abi.encodeCall(IERC20.allowance, (address(this), spender)), 1);
        return RawCall.answerWord(0);
    }

    function _optional(State memory s, uint256 register) private pure returns (uint256) {
        return register == 0 ? 0 : _load(s, register);
    }

    /// The call data from `to` to the end of the step, with the amounts of the splices from `from` to `to` in place.
    function _spliced(bytes calldata program, State memory s, uint256 from, uint256 to)
        private
        pure
        returns (bytes memory data)
    {
        data = program[to:s.next];
        for (uint256 i = from; i < to; i += SPLICE_SIZE) {
            uint256 splice = _word(program, i);
            uint256 offset = uint16(splice >> 232);
            if (offset + 32 > data.length) revert InvalidOperand(s.step);
            uint256 amount = _load(s, splice >> 248);
            assembly ("memory-safe") {
                mstore(add(add(data, 32), offset), amount)
            }
        }
    }

    /// Puts the return word number `word` into register `out`.
    function _output(State memory s, uint256 out, uint256 word) private pure {
        if (out == 0) {
            if (word != 0) revert InvalidOperand(s.step);
            return;
        }
        if (RawCall.answerSize() < 32 * word + 32) revert InvalidOperand(s.step);
        _store(s, out, RawCall.answerWord(word));
    }
}
