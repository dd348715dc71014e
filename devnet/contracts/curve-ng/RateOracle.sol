// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A rate that anyone sets, 18 decimals.
contract RateOracle {
    uint256 public rate;

    constructor(uint256 first) {
        rate = first;
    }

    function set(uint256 next) external {
        rate = next;
    }
}
