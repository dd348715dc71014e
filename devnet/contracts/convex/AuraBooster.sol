// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {AuraRewardPool} from "./AuraRewardPool.sol";
import {ConvexBooster} from "./ConvexBooster.sol";
import {AuraStashToken, ConvexStash} from "./ConvexStashToken.sol";
import {IPlayToken} from "./ConvexToken.sol";

/// What Aura's boosters have in common: reward pools that are vaults, and other stashes.
abstract contract AuraPools is ConvexBooster {
    function _newRewardPool(uint256 pid, address token, address lptoken) internal virtual override returns (address) {
        return address(new AuraRewardPool(pid, token, crv, lptoken));
    }

    function _newStash() internal override returns (ConvexStash) {
        return new AuraStashToken();
    }
}

/// Own minimal contract with the ABI of Aura's Booster on Ethereum, beyond what Convex's has. It counts what AURA's own `mint` would.
/// https://github.com/aurafinance/convex-platform/blob/6c8abb2640/contracts/contracts/Booster.sol
contract AuraBooster is AuraPools {
    uint256 public constant REWARD_MULTIPLIER_DENOMINATOR = 10000;

    mapping(address => uint256) public getRewardMultipliers;

    constructor(address staker_, address poolManager_, address minter_, address crv_)
        ConvexBooster(staker_, poolManager_, minter_, crv_)
    {}

    function setRewardMultiplier(address rewardContract, uint256 multiplier) external onlyManager {
        require(multiplier <= REWARD_MULTIPLIER_DENOMINATOR * 2, "too high");
        getRewardMultipliers[rewardContract] = multiplier;
    }

    function _newRewardPool(uint256 pid, address token, address lptoken) internal override returns (address rewardPool) {
        rewardPool = super._newRewardPool(pid, token, lptoken);
        getRewardMultipliers[rewardPool] = REWARD_MULTIPLIER_DENOMINATOR;
    }

    /// https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/contracts/core/Aura.sol
    function _mint(address account, uint256 amount) internal override {
        uint256 weighted = (amount * getRewardMultipliers[msg.sender]) / REWARD_MULTIPLIER_DENOMINATOR;
        if (weighted == 0) return;
        uint256 emitted = IPlayToken(minter).totalSupply() - 5e25;
        uint256 cliff = emitted / 1e23;
        if (cliff >= 500) return;
        uint256 minted = (weighted * (((500 - cliff) * 5) / 2 + 700)) / 500;
        uint256 left = 5e25 - emitted;
        IPlayToken(minter).mint(account, minted < left ? minted : left);
    }
}

interface ICoordinator {
    function mint(address to, uint256 amount) external;
}

/// Own minimal contract with the ABI of Aura's BoosterLite, which has what Convex's has. A coordinator pays AURA.
/// https://github.com/aurafinance/convex-platform/blob/6c8abb2640/contracts/contracts/BoosterLite.sol
contract AuraBoosterLite is AuraPools {
    constructor(address staker_, address poolManager_, address minter_, address crv_)
        ConvexBooster(staker_, poolManager_, minter_, crv_)
    {}

    function _mint(address account, uint256 amount) internal override {
        if (amount > 0) ICoordinator(minter).mint(account, amount);
    }
}
