// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "./Interfaces.sol";
import {RawCall} from "./RawCall.sol";

/// Token calls that accept "returns true" and "returns nothing", and refuse everything else.
library TokenTransfer {
    error TokenCallFailed(address token, bytes reason);

    function send(address token, address to, uint256 amount) internal {
        _call(token, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    function sendFrom(address token, address from, address to, uint256 amount) internal {
        _call(token, abi.encodeCall(IERC20.transferFrom, (from, to, amount)));
    }

    /// When not `ok`, RawCall answers the revert data, or what the token returned.
    function tryCall(address token, bytes memory data) internal returns (bool ok) {
        if (!RawCall.tryCall(token, 0, data)) return false;
        uint256 size = RawCall.answerSize();
        return size == 0 ? token.code.length != 0 : size >= 32 && RawCall.answerWord(0) == 1;
    }

    function _call(address token, bytes memory data) private {
        if (!tryCall(token, data)) revert TokenCallFailed(token, RawCall.answer());
    }
}
