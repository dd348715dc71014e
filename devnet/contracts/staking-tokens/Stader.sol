// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

/// Our own stand-in for Stader's manager, and its oracle: what that told last, within limits of each deposit. Anyone reports.
contract StaderPools {
    struct ExchangeRate {
        uint256 reportingBlockNumber;
        uint256 totalETHBalance;
        uint256 totalETHXSupply;
    }

    StandardToken private immutable ethX;
    StaderPools private immutable oracle;
    ExchangeRate public exchangeRate;
    uint256 private least;
    uint256 private most;
    bool public paused;

    constructor(StandardToken ethX_, StaderPools oracle_) {
        (ethX, oracle) = (ethX_, oracle_);
    }

    function report(uint256 balance, uint256 supply, uint256 least_, uint256 most_, bool paused_) external {
        exchangeRate = ExchangeRate(block.number, balance, supply);
        (least, most, paused) = (least_, most_, paused_);
    }

    function totalAssets() public view returns (uint256 balance) {
        (, balance,) = oracle.exchangeRate();
    }

    function reportedSupply() private view returns (uint256 supply) {
        (,, supply) = oracle.exchangeRate();
    }

    function getExchangeRate() external view returns (uint256) {
        (uint256 balance, uint256 supply) = (totalAssets(), reportedSupply());
        return balance == 0 || supply == 0 ? 1e18 : (balance * 1e18) / supply;
    }

    function isVaultHealthy() private view returns (bool) {
        return (totalAssets() > 0 || reportedSupply() == 0) && !paused;
    }

    function minDeposit() public view returns (uint256) {
        return isVaultHealthy() ? least : 0;
    }

    function maxDeposit() public view returns (uint256) {
        return isVaultHealthy() ? most : 0;
    }

    function deposit(address receiver) external payable returns (uint256 shares) {
        require(!paused, "Pausable: paused");
        require(msg.value <= maxDeposit() && msg.value >= minDeposit(), "InvalidDepositAmount");
        uint256 supply = reportedSupply();
        shares = msg.value == 0 || supply == 0 ? msg.value : (msg.value * supply) / totalAssets();
        ethX.mint(receiver, shares);
    }
}
