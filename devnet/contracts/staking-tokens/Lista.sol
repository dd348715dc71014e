// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

/// Our own stand-in for Lista's manager: the token's supply over what is delegated and what is to be. Anyone reports.
contract ListaStakeManager {
    StandardToken private immutable slisBnb;
    uint256 private totalDelegated;
    uint256 public amountToDelegate;
    bool public paused;

    constructor(StandardToken slisBnb_) {
        slisBnb = slisBnb_;
    }

    function report(uint256 totalDelegated_, bool paused_) external {
        (totalDelegated, paused) = (totalDelegated_, paused_);
    }

    function getTotalPooledBnb() public view returns (uint256) {
        return amountToDelegate + totalDelegated;
    }

    function deposit() external payable {
        require(!paused, "Pausable: paused");
        require(msg.value != 0, "InvalidAmount");
        uint256 supply = slisBnb.totalSupply();
        uint256 pooled = getTotalPooledBnb();
        uint256 minted = (msg.value * (supply == 0 ? 1 : supply)) / (pooled == 0 ? 1 : pooled);
        require(minted != 0, "InvalidSlisBnbAmount");
        amountToDelegate += msg.value;
        slisBnb.mint(msg.sender, minted);
    }
}
