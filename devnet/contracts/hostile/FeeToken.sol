// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

/// Burns 1 % of every transfer.
contract FeeToken is StandardToken {
    constructor(string memory name_, string memory symbol_) StandardToken(name_, symbol_, 18) {}

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = value / 100;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        totalSupply -= fee;
        emit Transfer(from, to, value - fee);
        emit Transfer(from, address(0), fee);
    }
}
