// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

/// Our own stand-in for Mantle's staking, and its pauser: a share of what is controlled, less an adjustment. Anyone reports.
contract MantleStaking {
    StandardToken private immutable mEth;
    uint256 public totalControlled;
    uint256 public minimumStakeBound;
    uint256 public maximumMETHSupply;
    uint16 public exchangeAdjustmentRate;
    bool public isStakingAllowlist;
    bool public isStakingPaused;

    constructor(StandardToken mEth_) {
        mEth = mEth_;
    }

    function report(uint256 controlled, uint256 minimum, uint256 most, uint16 adjustment, bool paused) external {
        (totalControlled, minimumStakeBound, maximumMETHSupply) = (controlled, minimum, most);
        (exchangeAdjustmentRate, isStakingPaused) = (adjustment, paused);
    }

    function ethToMETH(uint256 amount) public view returns (uint256) {
        uint256 supply = mEth.totalSupply();
        if (supply == 0) return amount;
        return (amount * (supply * (10_000 - exchangeAdjustmentRate))) / (totalControlled * 10_000);
    }

    function stake(uint256 minimum) external payable {
        require(!isStakingPaused, "Paused");
        require(msg.value >= minimumStakeBound, "MinimumStakeBoundNotSatisfied");
        uint256 minted = ethToMETH(msg.value);
        require(minted + mEth.totalSupply() <= maximumMETHSupply, "MaximumMETHSupplyExceeded");
        require(minted >= minimum, "StakeBelowMinimumMETHAmount");
        totalControlled += msg.value;
        mEth.mint(msg.sender, minted);
    }
}

/// Our own stand-in for Frax's minter: one for one.
contract FrxEthMinter {
    StandardToken private immutable frxEth;
    bool public submitPaused;

    constructor(StandardToken frxEth_) {
        frxEth = frxEth_;
    }

    function togglePauseSubmits() external {
        submitPaused = !submitPaused;
    }

    function submit() external payable {
        require(!submitPaused, "Submit is paused");
        require(msg.value != 0, "Cannot submit 0");
        frxEth.mint(msg.sender, msg.value);
    }
}

/// Our own stand-in for Kelp's deposit pool; its oracle and settings are told by it, too. Anyone reports.
contract KelpDeposits {
    StandardToken private immutable rsEth;
    uint256 public rsETHPrice;
    uint256 public minAmountToDeposit;
    uint256 private total;
    uint256 private limit;
    bool public paused;

    constructor(StandardToken rsEth_) {
        rsEth = rsEth_;
    }

    function report(uint256 price, uint256 minimum, uint256 total_, uint256 limit_, bool paused_) external {
        (rsETHPrice, minAmountToDeposit, total, limit, paused) = (price, minimum, total_, limit_, paused_);
    }

    function getAssetPrice(address) external pure returns (uint256) {
        return 1e18;
    }

    function getTotalAssetDeposits(address) external view returns (uint256) {
        return total;
    }

    function depositLimitByAsset(address) external view returns (uint256) {
        return limit;
    }

    function depositETH(uint256 minimum, string calldata) external payable {
        require(!paused, "Pausable: paused");
        require(msg.value != 0 && msg.value >= minAmountToDeposit, "InvalidAmountToDeposit");
        // What comes with the call is in the pool already.
        require(total + msg.value <= limit, "MaximumDepositLimitReached");
        uint256 minted = (msg.value * 1e18) / rsETHPrice;
        require(minted >= minimum, "MinimumAmountToReceiveNotMet");
        total += msg.value;
        rsEth.mint(msg.sender, minted);
    }
}

/// Our own stand-in for BENQI's liquid staking: shares of pooled native currency. Anyone reports.
contract StakedAvax is StandardToken {
    uint256 public totalPooledAvax;
    bool public paused;

    constructor() StandardToken("Staked AVAX", "sAVAX", 18) {}

    function report(uint256 pooled, bool paused_) external {
        (totalPooledAvax, paused) = (pooled, paused_);
    }

    function totalShares() public view returns (uint256) {
        return totalSupply;
    }

    function submit() external payable returns (uint256 shares) {
        require(!paused, "Pausable: paused");
        require(msg.value != 0, "ZERO_DEPOSIT");
        shares = totalPooledAvax == 0 ? msg.value : (msg.value * totalSupply) / totalPooledAvax;
        require(shares > 0, "Invalid share count");
        totalPooledAvax += msg.value;
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        emit Transfer(address(0), msg.sender, shares);
    }
}
