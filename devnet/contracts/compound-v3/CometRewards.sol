// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Comet, IToken} from "./Comet.sol";

/// Our own stand-in for Compound V3's rewards: pays what markets have counted, in one token of 18 decimals.
contract CometRewards {
    struct RewardConfig {
        address token;
        uint64 rescaleFactor;
        bool shouldUpscale;
        uint256 multiplier;
    }

    mapping(address => RewardConfig) public rewardConfig;
    mapping(address => mapping(address => uint256)) public rewardsClaimed;

    event RewardClaimed(address indexed src, address indexed recipient, address indexed token, uint256 amount);

    function setRewardConfig(address comet, address token) external {
        rewardConfig[comet] = RewardConfig(token, 1e12, true, 1e18);
    }

    function claim(address comet, address src, bool shouldAccrue) external {
        RewardConfig memory config = rewardConfig[comet];
        require(config.token != address(0), "NotSupported");
        if (shouldAccrue) Comet(comet).accrueAccount(src);
        uint256 accrued = uint256(Comet(comet).baseTrackingAccrued(src)) * config.rescaleFactor;
        uint256 claimed = rewardsClaimed[comet][src];
        if (accrued <= claimed) return;
        rewardsClaimed[comet][src] = accrued;
        IToken(config.token).transfer(src, accrued - claimed);
        emit RewardClaimed(src, src, config.token, accrued - claimed);
    }
}
