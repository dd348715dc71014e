// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {TokenLedger} from "./TokenLedger.sol";

/// ERC-20 whose name and symbol are bytes32, as MKR's are.
contract Bytes32Token is TokenLedger {
    bytes32 public name;
    bytes32 public symbol;
    uint8 public constant decimals = 18;

    constructor(bytes32 name_, bytes32 symbol_) {
        name = name_;
        symbol = symbol_;
    }
}
