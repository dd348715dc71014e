// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {TokenLedger} from "../TokenLedger.sol";

/// Reverts in decimals().
contract BadDecimalsToken is TokenLedger {
    string public name;
    string public symbol;

    error NoDecimals();

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function decimals() external pure returns (uint8) {
        revert NoDecimals();
    }
}
