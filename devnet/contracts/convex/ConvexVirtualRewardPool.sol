// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ConvexRewards} from "./ConvexRewards.sol";
import {IConvexToken} from "./ConvexToken.sol";

/// Own minimal contract with the ABI of Convex's VirtualBalanceRewardPool: a further reward for the stakes of a reward pool.
/// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/VirtualBalanceRewardPool.sol
contract ConvexVirtualRewardPool is ConvexRewards {
    IConvexToken public immutable deposits;

    constructor(address deposits_, address reward, address operator_) ConvexRewards(reward, operator_) {
        deposits = IConvexToken(deposits_);
    }

    function totalSupply() public view override returns (uint256) {
        return deposits.totalSupply();
    }

    function balanceOf(address account) public view override returns (uint256) {
        return deposits.balanceOf(account);
    }

    function stake(address account, uint256 amount) external updateReward(account) {
        require(msg.sender == address(deposits), "!authorized");
        emit Staked(account, amount);
    }

    function withdraw(address account, uint256 amount) external updateReward(account) {
        require(msg.sender == address(deposits), "!authorized");
        emit Withdrawn(account, amount);
    }

    function getReward(address account) external updateReward(account) {
        uint256 reward = earned(account);
        if (reward == 0) return;
        rewards[account] = 0;
        rewardToken.transfer(account, reward);
        emit RewardPaid(account, reward);
    }
}
