// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Limit of what may be staked, which comes back by block. A previous block of 0 means paused, a maximum of 0 unlimited.
struct StakeLimit {
    uint32 prevStakeBlockNumber;
    uint96 prevStakeLimit;
    uint32 maxStakeLimitGrowthBlocks;
    uint96 maxStakeLimit;
}

/// Own minimal library with the maths of Lido's StakeLimitUtils.
library StakeLimits {
    function isPaused(StakeLimit storage limit) internal view returns (bool) {
        return limit.prevStakeBlockNumber == 0;
    }

    function current(StakeLimit storage limit) internal view returns (uint256) {
        uint256 maximum = limit.maxStakeLimit;
        uint256 previous = limit.prevStakeLimit;
        uint256 growthBlocks = limit.maxStakeLimitGrowthBlocks;
        uint256 perBlock = growthBlocks == 0 ? 0 : maximum / growthBlocks;
        uint256 change = (block.number - limit.prevStakeBlockNumber) * perBlock;
        if (previous < maximum) return previous + change < maximum ? previous + change : maximum;
        uint256 shrunk = previous < change ? 0 : previous - change;
        return shrunk > maximum ? shrunk : maximum;
    }

    function set(StakeLimit storage limit, uint256 maximum, uint256 increasePerBlock) internal {
        require(maximum != 0, "ZERO_MAX_STAKE_LIMIT");
        require(maximum <= type(uint96).max / 2, "TOO_LARGE_MAX_STAKE_LIMIT");
        require(maximum >= increasePerBlock, "TOO_LARGE_LIMIT_INCREASE");
        uint256 growthBlocks = increasePerBlock == 0 ? 0 : maximum / increasePerBlock;
        require(growthBlocks <= type(uint32).max, "TOO_SMALL_LIMIT_INCREASE");
        if (isPaused(limit) || limit.maxStakeLimit == 0 || maximum < limit.prevStakeLimit) {
            limit.prevStakeLimit = uint96(maximum);
        }
        limit.maxStakeLimitGrowthBlocks = uint32(growthBlocks);
        limit.maxStakeLimit = uint96(maximum);
        if (!isPaused(limit)) limit.prevStakeBlockNumber = uint32(block.number);
    }

    function setPrevious(StakeLimit storage limit, uint256 value) internal {
        limit.prevStakeLimit = uint96(value);
        limit.prevStakeBlockNumber = uint32(block.number);
    }
}
