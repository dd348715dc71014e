// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ConvexRewards} from "./ConvexRewards.sol";
import {ConvexVirtualRewardPool} from "./ConvexVirtualRewardPool.sol";
import {IConvexToken} from "./ConvexToken.sol";

interface IBooster {
    function withdrawTo(uint256 pid, uint256 amount, address to) external returns (bool);
    function rewardClaimed(uint256 pid, address account, uint256 amount) external returns (bool);
}

/// Own minimal contract with the ABI of Convex's BaseRewardPool: stakes of deposit tokens earn CRV, and with it CVX.
/// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/BaseRewardPool.sol
contract ConvexRewardPool is ConvexRewards {
    uint256 public immutable pid;
    IConvexToken public immutable stakingToken;

    address[] internal _extraRewards;
    uint256 private _totalSupply;
    mapping(address => uint256) internal _balances;

    constructor(uint256 pid_, address stakingToken_, address rewardToken_) ConvexRewards(rewardToken_, msg.sender) {
        pid = pid_;
        stakingToken = IConvexToken(stakingToken_);
    }

    function totalSupply() public view override returns (uint256) {
        return _totalSupply;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return _balances[account];
    }

    function extraRewardsLength() external view returns (uint256) {
        return _extraRewards.length;
    }

    /// Takes all gas where there is none of that index, as getters of lists did before Solidity 0.8.
    function extraRewards(uint256 index) external view returns (address) {
        if (index >= _extraRewards.length) {
            assembly {
                invalid()
            }
        }
        return _extraRewards[index];
    }

    function addExtraReward(address reward) external returns (bool) {
        require(msg.sender == operator, "!authorized");
        _extraRewards.push(reward);
        return true;
    }

    function stake(uint256 amount) external returns (bool) {
        return stakeFor(msg.sender, amount);
    }

    function stakeFor(address account, uint256 amount) public returns (bool) {
        _stake(account, amount);
        stakingToken.transferFrom(msg.sender, address(this), amount);
        emit Staked(account, amount);
        return true;
    }

    function withdraw(uint256 amount, bool claim) external updateReward(msg.sender) returns (bool) {
        require(amount > 0, "RewardPool : Cannot withdraw 0");
        _leave(amount);
        stakingToken.transfer(msg.sender, amount);
        emit Withdrawn(msg.sender, amount);
        if (claim) getReward(msg.sender, true);
        return true;
    }

    function withdrawAndUnwrap(uint256 amount, bool claim) external updateReward(msg.sender) returns (bool) {
        _leave(amount);
        IBooster(operator).withdrawTo(pid, amount, msg.sender);
        emit Withdrawn(msg.sender, amount);
        if (claim) getReward(msg.sender, true);
        return true;
    }

    function getReward(address account, bool claimExtras) public updateReward(account) returns (bool) {
        uint256 reward = earned(account);
        if (reward > 0) {
            rewards[account] = 0;
            rewardToken.transfer(account, reward);
            IBooster(operator).rewardClaimed(pid, account, reward);
            emit RewardPaid(account, reward);
        }
        if (!claimExtras) return true;
        for (uint256 i; i < _extraRewards.length; i++) ConvexVirtualRewardPool(_extraRewards[i]).getReward(account);
        return true;
    }

    function _stake(address account, uint256 amount) internal virtual updateReward(account) {
        require(amount > 0, "RewardPool : Cannot stake 0");
        for (uint256 i; i < _extraRewards.length; i++) ConvexVirtualRewardPool(_extraRewards[i]).stake(account, amount);
        _totalSupply += amount;
        _balances[account] += amount;
    }

    function _leave(uint256 amount) private {
        for (uint256 i; i < _extraRewards.length; i++) ConvexVirtualRewardPool(_extraRewards[i]).withdraw(msg.sender, amount);
        _totalSupply -= amount;
        _balances[msg.sender] -= amount;
    }
}
