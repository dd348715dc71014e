// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

interface IPairFinder {
    function getPair(address tokenA, address tokenB) external view returns (address);
}

/// Can be bought from its pair and passed on, but only its owner can send it to the pair.
contract TrapToken is StandardToken {
    address private immutable owner;
    IPairFinder private immutable factory;
    address private immutable quoteToken;

    error Trapped();

    constructor(string memory name_, string memory symbol_, address owner_, IPairFinder factory_, address quoteToken_)
        StandardToken(name_, symbol_, 18)
    {
        owner = owner_;
        factory = factory_;
        quoteToken = quoteToken_;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from != owner && to == factory.getPair(address(this), quoteToken)) revert Trapped();
        super._move(from, to, value);
    }
}
