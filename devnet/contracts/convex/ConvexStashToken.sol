// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IConvexToken} from "./ConvexToken.sol";

/// The reward token of a virtual reward pool, whose transfer pays the token that it stands for.
abstract contract ConvexStash {
    address internal _inner;
    address public rewardPool;

    function init(address token_, address rewardPool_) external {
        require(_inner == address(0), "init");
        _inner = token_;
        rewardPool = rewardPool_;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (msg.sender == rewardPool) IConvexToken(_inner).transfer(to, value);
        return true;
    }
}

/// Own minimal contract with the ABI of Convex's StashTokenWrapper.
/// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/StashTokenWrapper.sol
contract ConvexStashToken is ConvexStash {
    function token() external view returns (address) {
        return _inner;
    }
}

/// Own minimal contract with the ABI of Aura's StashToken.
/// https://github.com/aurafinance/convex-platform/blob/6c8abb2640/contracts/contracts/StashToken.sol
contract AuraStashToken is ConvexStash {
    function baseToken() external view returns (address) {
        return _inner;
    }
}
