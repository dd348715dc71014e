// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HeldPoolSteps} from "./HeldPoolSteps.sol";
import {RegisterSteps} from "./RegisterSteps.sol";

/// Runs a packed program: one byte of register count, then steps. The README draws every step byte by byte.
/// Amounts live in registers; registers 1, 2, … hold the inputs at the start, and register 0 does not exist.
///
/// A host decides who may run a program, and by its hooks where tokens are pulled from (`_pull`), what may be sent
/// (`_checkSpending`), which calls it makes (`_callStep`), and whether pools can call it back (`_receivesCallbacks`; its
/// fallback is `_payPool`, its `unlockCallback` and `lockAcquired` are `_onUnlocked`).
abstract contract SwapVM is RegisterSteps, HeldPoolSteps {
    uint8 internal constant SET = 0x01;
    uint8 internal constant TAKE = 0x02;
    uint8 internal constant BALANCE = 0x03;
    uint8 internal constant GAIN = 0x04;
    uint8 internal constant AT_LEAST = 0x05;
    uint8 internal constant ADD = 0x06;
    uint8 internal constant WORD = 0x07;
    uint8 internal constant SET_WIDE = 0x08;
    uint8 internal constant AT_LEAST_WIDE = 0x09;
    uint8 internal constant PULL = 0x10;
    uint8 internal constant SEND = 0x11;
    uint8 internal constant CALL = 0x12;
    uint8 internal constant CALL_VIA = 0x13;
    uint8 internal constant V2_SWAP = 0x20;
    uint8 internal constant V2_SWAP_MEASURED = 0x21;
    uint8 internal constant V3_SWAP_PULL = 0x22;
    uint8 internal constant V3_SWAP_PAY = 0x23;

    /// Most inputs that a program starts with.
    uint256 internal constant MAX_INPUTS = 5;

    /// Host hook: makes the call of a CALL or CALL_VIA step; false where `op` is no step of the host.
    function _callStep(bytes calldata program, State memory s, uint8 op) internal virtual returns (bool);

    function _run(bytes calldata program, uint256 amountIn) internal {
        State memory s = _start(program);
        s.registers[1] = amountIn;
        _runSteps(program, s);
    }

    function _runMulti(bytes calldata program, uint256[] calldata amountsIn) internal {
        State memory s = _start(program);
        for (uint256 i; i < amountsIn.length; ++i) {
            _store(s, i + 1, amountsIn[i]);
        }
        _runSteps(program, s);
    }

    function _start(bytes calldata program) private pure returns (State memory) {
        if (program.length < 2 || program[0] == 0) revert EmptyProgram();
        return State(1, 0, new uint256[](uint256(uint8(program[0])) + 1));
    }

    function _runSteps(bytes calldata program, State memory s) private {
        while (s.next < program.length) {
            uint8 op = uint8(program[s.next]);
            if (op >= V2_SWAP) _poolStep(program, s, op);
            else if (op >= PULL) _tokenStep(program, s, op);
            else _registerStep(program, s, op);
            unchecked {
                ++s.step;
            }
        }
    }

    function _poolStep(bytes calldata program, State memory s, uint8 op) private {
        if (op == V2_SWAP) _v2(program, s);
        else if (op == V3_SWAP_PULL) _v3(program, s, false);
        else if (op == V3_SWAP_PAY) _v3(program, s, true);
        else if (op == V2_SWAP_MEASURED) _v2Measured(program, s);
        else if (op <= INFINITY_BIN_SWAP_PAY) _heldPool(program, s, op);
        else revert InvalidOpcode(s.step, op);
    }

    function _tokenStep(bytes calldata program, State memory s, uint8 op) private {
        if (op == PULL) _pullTo(program, s);
        else if (op == SEND) _send(program, s);
        else if (!_callStep(program, s, op)) revert InvalidOpcode(s.step, op);
    }

    function _registerStep(bytes calldata program, State memory s, uint8 op) private view {
        if (op == TAKE) _take(program, s);
        else if (op == ADD) _add(program, s);
        else if (op == SET) _set(program, s);
        else if (op == BALANCE) _balance(program, s);
        else if (op == GAIN) _gain(program, s);
        else if (op == AT_LEAST) _atLeast(program, s);
        else if (op == WORD) _wordOf(program, s);
        else if (op == SET_WIDE) _setWide(program, s);
        else if (op == AT_LEAST_WIDE) _atLeastWide(program, s);
        else revert InvalidOpcode(s.step, op);
    }
}
