// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {TokenLedger} from "./TokenLedger.sol";

/// Plain ERC-20 for many clones: its number, from which name and symbol follow, and its decimals share one storage slot.
contract TailToken is TokenLedger {
    uint16 private number;
    uint8 public decimals;

    error AlreadyStarted();

    function start(uint16 number_, uint8 decimals_) external {
        if (number != 0) revert AlreadyStarted();
        number = number_;
        decimals = decimals_;
    }

    function name() external view returns (string memory) {
        return string.concat("Long Tail ", _digits());
    }

    function symbol() external view returns (string memory) {
        return string.concat("TAIL", _digits());
    }

    /// The number in three digits.
    function _digits() private view returns (string memory) {
        bytes memory digits = new bytes(3);
        uint256 left = number;
        for (uint256 i = 3; i > 0; i--) {
            digits[i - 1] = bytes1(uint8(48 + left % 10));
            left /= 10;
        }
        return string(digits);
    }
}
