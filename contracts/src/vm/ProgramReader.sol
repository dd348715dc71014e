// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "../Interfaces.sol";
import {RawCall} from "../RawCall.sol";

/// What every step needs: bounds-checked reads of the program, registers, and calls whose failure names the step.
abstract contract ProgramReader {
    /// No registers, or no steps.
    error EmptyProgram();
    error InvalidOpcode(uint256 step, uint8 opcode);
    /// A register that does not exist, a direction other than 01 and 02, a zero recipient, or an operand out of its range.
    error InvalidOperand(uint256 step);
    error TruncatedProgram(uint256 step);
    /// `reason` is what `target` reverted with, or what it returned when that cannot be right.
    error StepFailed(uint256 step, address target, bytes reason);
    /// A sum, share, difference or pool amount that does not fit its type.
    error AmountOutOfRange(uint256 step);

    /// `next` is the offset of the first byte not read yet. Register 0 does not exist.
    struct State {
        uint256 next;
        uint256 step;
        uint256[] registers;
    }

    /// First 32 bytes of the step, once all its `size` bytes are known to be there; moves past them.
    function _step(bytes calldata program, State memory s, uint256 size) internal pure returns (uint256 w) {
        uint256 start = s.next;
        unchecked {
            s.next = start + size;
        }
        if (s.next > program.length) revert TruncatedProgram(s.step);
        return _word(program, start);
    }

    /// 32 bytes at `offset`. Callers use only the bytes that `_step` has checked; what follows the program is cut off.
    function _word(bytes calldata program, uint256 offset) internal pure returns (uint256 w) {
        assembly ("memory-safe") {
            w := calldataload(add(program.offset, offset))
        }
    }

    function _address(bytes calldata program, uint256 offset) internal pure returns (address) {
        return address(uint160(_word(program, offset) >> 96));
    }

    /// Tokens sent to address 0 are lost, so no step names it as recipient.
    function _recipient(bytes calldata program, State memory s, uint256 offset) internal pure returns (address to) {
        to = _address(program, offset);
        if (to == address(0)) revert InvalidOperand(s.step);
    }

    /// Index of a register: the last byte of `w`.
    function _index(State memory s, uint256 w) internal pure returns (uint256 index) {
        index = uint8(w);
        if (index == 0 || index >= s.registers.length) revert InvalidOperand(s.step);
    }

    function _load(State memory s, uint256 w) internal pure returns (uint256) {
        return s.registers[_index(s, w)];
    }

    function _store(State memory s, uint256 w, uint256 value) internal pure {
        s.registers[_index(s, w)] = value;
    }

    /// Fails the step with what the last call answered.
    function _fail(State memory s, address target) internal pure {
        revert StepFailed(s.step, target, RawCall.answer());
    }

    /// Reads from a contract that must answer with at least `words` words; RawCall has them.
    function _read(State memory s, address target, bytes memory data, uint256 words) internal view {
        bool ok = RawCall.tryStaticCall(target, data);
        if (!ok || RawCall.answerSize() < 32 * words) _fail(s, target);
    }

    function _balanceOf(State memory s, address token, address owner) internal view returns (uint256) {
        _read(s, token, abi.encodeCall(IERC20.balanceOf, (owner)), 1);
        return RawCall.answerWord(0);
    }
}
