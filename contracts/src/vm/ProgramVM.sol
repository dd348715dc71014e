// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CallSteps} from "./CallSteps.sol";
import {SwapVM} from "./SwapVM.sol";

/// Every step, for accounts that belong to one caller: what such a program leaves in other contracts is its caller's own.
abstract contract ProgramVM is SwapVM, CallSteps {
    function _callStep(bytes calldata program, State memory s, uint8 op) internal override returns (bool) {
        if (op != CALL && op != CALL_VIA) return false;
        _call(program, s, op == CALL_VIA);
        return true;
    }

    /// An account may send what it can.
    function _checkSpending(address, uint256) internal pure override {}
}
