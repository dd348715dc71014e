// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {RocketBase, RocketStorage} from "./RocketStorage.sol";

/// Own minimal contract with the ABIs of RocketNetworkBalances, the deposit and network settings of Rocket Pool's DAO, and the minipool
/// queue, which is empty: the guardian stands for the oracle and the DAO. Variables are named as the original's getters.
contract RocketNetwork is RocketBase {
    uint256 public getTotalETHBalance;
    uint256 public getStakingETHBalance;
    uint256 public getTotalRETHSupply;
    uint256 public getBalancesTimestamp;
    bool public getDepositEnabled = true;
    bool public getAssignDepositsEnabled = true;
    uint256 public getMinimumDeposit = 0.01 ether;
    uint256 public getMaximumDepositPoolSize = 18_000 ether;
    uint256 public getDepositFee = 0.0005 ether;
    uint256 public getTargetRethCollateralRate = 0.01 ether;
    uint256 public constant getMaximumDepositAssignments = 90;
    uint256 public constant getEffectiveCapacity = 0;

    event BalancesUpdated(
        uint256 indexed block,
        uint256 slotTimestamp,
        uint256 totalEth,
        uint256 stakingEth,
        uint256 rethSupply,
        uint256 blockTimestamp
    );

    constructor(RocketStorage rocketStorage_) RocketBase(rocketStorage_) {}

    function submitBalances(
        uint256 block_,
        uint256 slotTimestamp,
        uint256 totalEth,
        uint256 stakingEth,
        uint256 rethSupply
    ) external onlyGuardian {
        require(stakingEth <= totalEth, "Invalid network balances");
        getBalancesTimestamp = block.timestamp;
        getTotalETHBalance = totalEth;
        getStakingETHBalance = stakingEth;
        getTotalRETHSupply = rethSupply;
        emit BalancesUpdated(block_, slotTimestamp, totalEth, stakingEth, rethSupply, block.timestamp);
    }

    function setSwitches(bool depositEnabled, bool assignDepositsEnabled) external onlyGuardian {
        getDepositEnabled = depositEnabled;
        getAssignDepositsEnabled = assignDepositsEnabled;
    }

    function setDepositSettings(uint256 minimum, uint256 maximumPoolSize, uint256 fee) external onlyGuardian {
        require(fee < 0.01 ether, "Fee must be less than 1%");
        getMinimumDeposit = minimum;
        getMaximumDepositPoolSize = maximumPoolSize;
        getDepositFee = fee;
    }

    function setTargetRethCollateralRate(uint256 rate) external onlyGuardian {
        getTargetRethCollateralRate = rate;
    }
}
