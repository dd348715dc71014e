// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

/// Reverts on every transfer that its owner does not send, so a pair can never pay it out.
contract FrozenToken is StandardToken {
    address public immutable owner;

    error Frozen();

    constructor(string memory name_, string memory symbol_, address owner_) StandardToken(name_, symbol_, 18) {
        owner = owner_;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from != owner) revert Frozen();
        super._move(from, to, value);
    }
}
