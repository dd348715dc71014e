// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ConvexRewardPool} from "./ConvexRewardPool.sol";
import {IConvexToken} from "./ConvexToken.sol";
import {ConvexVirtualRewardPool} from "./ConvexVirtualRewardPool.sol";

interface IDeposit {
    function deposit(uint256 pid, uint256 amount, bool isStaked) external returns (bool);
}

/// Own minimal contract with the ABI of Aura's BaseRewardPool4626: its stakes are shares of a vault of the liquidity token, one for one, which
/// can be transferred. Of ERC-4626 it has what a deposit and a look at it take.
/// https://github.com/aurafinance/convex-platform/blob/6c8abb2640/contracts/contracts/BaseRewardPool4626.sol
contract AuraRewardPool is ConvexRewardPool {
    string public constant name = "Aura Deposit Vault";
    string public constant symbol = "auraLP-vault";
    uint8 public constant decimals = 18;
    address public immutable asset;

    bool private _isEntered;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Deposit(address indexed caller, address indexed owner, uint256 assets, uint256 shares);

    constructor(uint256 pid_, address stakingToken_, address rewardToken_, address asset_)
        ConvexRewardPool(pid_, stakingToken_, rewardToken_)
    {
        asset = asset_;
        IConvexToken(asset_).approve(msg.sender, type(uint256).max);
    }

    function totalAssets() external view returns (uint256) {
        return totalSupply();
    }

    function deposit(uint256 assets, address receiver) external returns (uint256) {
        require(!_isEntered, "ReentrancyGuard: reentrant call");
        _isEntered = true;
        require(IConvexToken(asset).transferFrom(msg.sender, address(this), assets));
        uint256 before = stakingToken.balanceOf(address(this));
        IDeposit(operator).deposit(pid, assets, false);
        require(stakingToken.balanceOf(address(this)) - before >= assets, "!deposit");
        _stake(receiver, assets);
        emit Deposit(msg.sender, receiver, assets, assets);
        emit Staked(receiver, assets);
        _isEntered = false;
        return assets;
    }

    function transfer(address to, uint256 amount) external updateReward(msg.sender) updateReward(to) returns (bool) {
        for (uint256 i; i < _extraRewards.length; i++) {
            ConvexVirtualRewardPool(_extraRewards[i]).withdraw(msg.sender, amount);
            ConvexVirtualRewardPool(_extraRewards[i]).stake(to, amount);
        }
        _balances[msg.sender] -= amount;
        _balances[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    function _stake(address account, uint256 amount) internal override {
        super._stake(account, amount);
        emit Transfer(address(0), account, amount);
    }
}
