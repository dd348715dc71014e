// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IConvexToken} from "./ConvexToken.sol";

/// Own minimal contract: what Convex's reward pools have in common, which is a reward that is paid evenly over seven days. What is queued
/// while another one runs waits until it is large enough beside that.
/// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/BaseRewardPool.sol
abstract contract ConvexRewards {
    uint256 public constant duration = 7 days;
    uint256 public constant newRewardRatio = 830;

    IConvexToken public immutable rewardToken;
    address public immutable operator;

    uint256 public periodFinish;
    uint256 public rewardRate;
    uint256 public lastUpdateTime;
    uint256 public rewardPerTokenStored;
    uint256 public queuedRewards;
    mapping(address => uint256) public userRewardPerTokenPaid;
    mapping(address => uint256) public rewards;

    event RewardAdded(uint256 reward);
    event Staked(address indexed user, uint256 amount);
    event Withdrawn(address indexed user, uint256 amount);
    event RewardPaid(address indexed user, uint256 reward);

    constructor(address rewardToken_, address operator_) {
        rewardToken = IConvexToken(rewardToken_);
        operator = operator_;
    }

    modifier updateReward(address account) {
        _update(account);
        _;
    }

    function totalSupply() public view virtual returns (uint256);

    function balanceOf(address account) public view virtual returns (uint256);

    function lastTimeRewardApplicable() public view returns (uint256) {
        return block.timestamp < periodFinish ? block.timestamp : periodFinish;
    }

    function rewardPerToken() public view returns (uint256) {
        uint256 supply = totalSupply();
        if (supply == 0) return rewardPerTokenStored;
        return rewardPerTokenStored + ((lastTimeRewardApplicable() - lastUpdateTime) * rewardRate * 1e18) / supply;
    }

    function earned(address account) public view returns (uint256) {
        return (balanceOf(account) * (rewardPerToken() - userRewardPerTokenPaid[account])) / 1e18 + rewards[account];
    }

    function queueNewRewards(uint256 added) external returns (bool) {
        require(msg.sender == operator, "!authorized");
        uint256 queued = added + queuedRewards;
        uint256 sinceStart = block.timestamp + duration - periodFinish;
        if (block.timestamp >= periodFinish || (rewardRate * sinceStart * 1000) / queued < newRewardRatio) {
            _notify(queued);
            queued = 0;
        }
        queuedRewards = queued;
        return true;
    }

    function _update(address account) private {
        rewardPerTokenStored = rewardPerToken();
        lastUpdateTime = lastTimeRewardApplicable();
        if (account == address(0)) return;
        rewards[account] = earned(account);
        userRewardPerTokenPaid[account] = rewardPerTokenStored;
    }

    function _notify(uint256 reward) private updateReward(address(0)) {
        uint256 sum = reward;
        if (block.timestamp < periodFinish) sum += (periodFinish - block.timestamp) * rewardRate;
        rewardRate = sum / duration;
        lastUpdateTime = block.timestamp;
        periodFinish = block.timestamp + duration;
        emit RewardAdded(sum);
    }
}
