// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IConvexToken} from "./ConvexToken.sol";

/// Own minimal contract with the ABI of Convex's StashTokenWrapper: the reward token of a virtual reward pool, whose transfer pays the
/// token that it stands for.
/// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/StashTokenWrapper.sol
contract ConvexStashToken {
    address public token;
    address public rewardPool;

    function init(address token_, address rewardPool_) external {
        require(token == address(0), "init");
        token = token_;
        rewardPool = rewardPool_;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (msg.sender == rewardPool) IConvexToken(token).transfer(to, value);
        return true;
    }
}
