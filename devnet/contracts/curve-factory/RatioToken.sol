// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapNgToken} from "../curve-ng/StableSwapNgToken.sol";

/// A token of staked ether that tells how many of it one ether is worth, 18 decimals. Anyone mints it and sets the ratio.
contract RatioToken is StableSwapNgToken {
    uint256 public ratio;

    constructor(string memory symbol_, uint256 first) {
        name = symbol_;
        symbol = symbol_;
        ratio = first;
    }

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function set(uint256 next) external {
        ratio = next;
    }
}
