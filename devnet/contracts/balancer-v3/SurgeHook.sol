// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.24;

import {IVault} from "@balancer-labs/v3-interfaces/contracts/vault/IVault.sol";
import {
    AddLiquidityKind,
    HookFlags,
    LiquidityManagement,
    PoolSwapParams,
    RemoveLiquidityKind,
    TokenConfig
} from "@balancer-labs/v3-interfaces/contracts/vault/VaultTypes.sol";
import {BaseHooks} from "@balancer-labs/v3-vault/contracts/BaseHooks.sol";
import {StablePool} from "@balancer-labs/v3-pool-stable/contracts/StablePool.sol";

/// Our own stand-in for StableSurge: the fee of an exact input, and what it lets in and out, without roles. Anyone sets
/// the two settings of a pool.
contract SurgeHook is BaseHooks {
    uint256 private constant ONE = 1e18;

    mapping(address pool => uint256) public getSurgeThresholdPercentage;
    mapping(address pool => uint256) public getMaxSurgeFeePercentage;

    function set(address pool, uint256 threshold, uint256 maxFee) external {
        getSurgeThresholdPercentage[pool] = threshold;
        getMaxSurgeFeePercentage[pool] = maxFee;
    }

    function getHookFlags() public pure override returns (HookFlags memory flags) {
        flags.shouldCallComputeDynamicSwapFee = true;
        flags.shouldCallAfterAddLiquidity = true;
        flags.shouldCallAfterRemoveLiquidity = true;
    }

    function onRegister(address, address pool, TokenConfig[] memory, LiquidityManagement calldata)
        public
        override
        returns (bool)
    {
        getSurgeThresholdPercentage[pool] = ONE * 3 / 10;
        getMaxSurgeFeePercentage[pool] = ONE * 95 / 100;
        return true;
    }

    function onComputeDynamicSwapFeePercentage(PoolSwapParams calldata params, address pool, uint256 staticFee)
        public
        view
        override
        returns (bool, uint256)
    {
        uint256 amountOut = StablePool(pool).onSwap(params);
        uint256[] memory later = params.balancesScaled18;
        later[params.indexIn] += params.amountGivenScaled18;
        later[params.indexOut] -= amountOut;
        uint256 threshold = getSurgeThresholdPercentage[pool];
        uint256 maxFee = getMaxSurgeFeePercentage[pool];
        uint256 unevenness = _unevenness(later);
        if (maxFee < staticFee || !_surges(params.balancesScaled18, unevenness, threshold)) return (true, staticFee);
        return (true, staticFee + (maxFee - staticFee) * ((unevenness - threshold) * ONE / (ONE - threshold)) / ONE);
    }

    function onAfterAddLiquidity(
        address,
        address pool,
        AddLiquidityKind kind,
        uint256[] memory amountsIn,
        uint256[] memory amountsInRaw,
        uint256,
        uint256[] memory balances,
        bytes memory
    ) public view override returns (bool, uint256[] memory) {
        uint256[] memory before = new uint256[](balances.length);
        for (uint256 i = 0; i < before.length; ++i) before[i] = balances[i] - amountsIn[i];
        bool refuses = _surges(before, _unevenness(balances), getSurgeThresholdPercentage[pool]);
        return (kind == AddLiquidityKind.PROPORTIONAL || !refuses, amountsInRaw);
    }

    function onAfterRemoveLiquidity(
        address,
        address pool,
        RemoveLiquidityKind kind,
        uint256,
        uint256[] memory amountsOut,
        uint256[] memory amountsOutRaw,
        uint256[] memory balances,
        bytes memory
    ) public view override returns (bool, uint256[] memory) {
        uint256[] memory before = new uint256[](balances.length);
        for (uint256 i = 0; i < before.length; ++i) before[i] = balances[i] + amountsOut[i];
        bool refuses = _surges(before, _unevenness(balances), getSurgeThresholdPercentage[pool]);
        return (kind == RemoveLiquidityKind.PROPORTIONAL || !refuses, amountsOutRaw);
    }

    function _surges(uint256[] memory before, uint256 unevenness, uint256 threshold) private pure returns (bool) {
        return unevenness > _unevenness(before) && unevenness > threshold;
    }

    /// All distances from the median, as a part of all balances.
    function _unevenness(uint256[] memory balances) private pure returns (uint256) {
        uint256 length = balances.length;
        uint256[] memory sorted = new uint256[](length);
        uint256 sum;
        for (uint256 i = 0; i < length; ++i) {
            uint256 place = i;
            for (; place > 0 && sorted[place - 1] > balances[i]; --place) sorted[place] = sorted[place - 1];
            sorted[place] = balances[i];
            sum += balances[i];
        }
        uint256 median = length % 2 == 0 ? (sorted[length / 2 - 1] + sorted[length / 2]) / 2 : sorted[length / 2];
        uint256 distances;
        for (uint256 i = 0; i < length; ++i) {
            distances += balances[i] > median ? balances[i] - median : median - balances[i];
        }
        return distances * ONE / sum;
    }
}
