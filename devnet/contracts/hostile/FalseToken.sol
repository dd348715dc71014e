// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

/// Returns false and moves nothing instead of reverting, except when its owner sends.
contract FalseToken is StandardToken {
    address public immutable owner;

    constructor(string memory name_, string memory symbol_, address owner_) StandardToken(name_, symbol_, 18) {
        owner = owner_;
    }

    function transfer(address to, uint256 value) external override returns (bool) {
        if (msg.sender != owner) return false;
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address, address, uint256) external pure override returns (bool) {
        return false;
    }
}
