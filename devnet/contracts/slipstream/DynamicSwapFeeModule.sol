// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;

import {SlipstreamFactory} from "./SlipstreamFactory.sol";
import {SlipstreamPool} from "./SlipstreamPool.sol";

/// Own minimal contract with the ABI of Slipstream's DynamicSwapFeeModule: a pool's fee grows with the distance of its tick from
/// the average of the last minutes. Discounts for single accounts are left out.
/// https://github.com/velodrome-finance/slipstream/blob/193a6b85f836a229b76a8df3541a284a2368427b/contracts/core/fees/DynamicSwapFeeModule.sol
contract DynamicSwapFeeModule {
    struct Config {
        uint24 baseFee;
        uint24 feeCap;
        uint64 scalingFactor;
        bool initialFeeEnabled;
        uint24 initialFee;
    }

    uint32 public constant MIN_SECONDS_AGO = 2;
    /// A fee that stands for none.
    uint256 public constant ZERO_FEE_INDICATOR = 420;
    uint256 public constant SCALING_PRECISION = 1e6;

    SlipstreamFactory public immutable factory;
    uint256 public defaultScalingFactor;
    uint256 public defaultFeeCap;
    uint32 public secondsAgo = 600;
    mapping(address => Config) public dynamicFeeConfig;

    constructor(address factory_, uint256 scalingFactor, uint256 feeCap) {
        factory = SlipstreamFactory(factory_);
        defaultScalingFactor = scalingFactor;
        defaultFeeCap = feeCap;
    }

    modifier restricted() {
        require(msg.sender == factory.swapFeeManager(), "NFM");
        _;
    }

    function setDefaults(uint256 scalingFactor, uint256 feeCap) external restricted {
        (defaultScalingFactor, defaultFeeCap) = (scalingFactor, feeCap);
    }

    function setSecondsAgo(uint32 value) external restricted {
        require(value >= MIN_SECONDS_AGO, "ISA");
        secondsAgo = value;
    }

    function setConfig(
        address pool,
        uint24 baseFee,
        uint24 feeCap,
        uint64 scalingFactor,
        bool initialFeeEnabled,
        uint24 initialFee
    ) external restricted {
        require(factory.isPool(pool));
        require(baseFee <= 30_000 && feeCap <= 50_000 && initialFee <= 50_000);
        dynamicFeeConfig[pool] = Config(baseFee, feeCap, scalingFactor, initialFeeEnabled, initialFee);
    }

    function getFee(address pool) external view returns (uint24) {
        Config memory config = dynamicFeeConfig[pool];
        uint256 baseFee = config.baseFee;
        if (baseFee == ZERO_FEE_INDICATOR) return 0;
        if (baseFee == 0) baseFee = factory.tickSpacingToFee(SlipstreamPool(pool).tickSpacing());
        if (config.initialFeeEnabled && _isFirst(pool)) {
            if (config.initialFee == 0) return uint24(baseFee);
            return config.initialFee == ZERO_FEE_INDICATOR ? 0 : config.initialFee;
        }
        (uint256 scalingFactor, uint256 feeCap) = config.scalingFactor == 0
            ? (defaultScalingFactor, defaultFeeCap)
            : (uint256(config.scalingFactor), uint256(config.feeCap));
        uint256 fee = baseFee + (_distance(pool) * scalingFactor) / SCALING_PRECISION;
        return uint24(fee < feeCap ? fee : feeCap);
    }

    /// Whether no observation was written in this block yet.
    function _isFirst(address pool) private view returns (bool) {
        (,, uint16 index,,,) = SlipstreamPool(pool).slot0();
        (uint32 timestamp,,,) = SlipstreamPool(pool).observations(index);
        return timestamp != uint32(block.timestamp);
    }

    /// Ticks between the pool's and its average; 0 where the pool does not remember enough.
    function _distance(address pool) private view returns (uint256) {
        (, int24 tick,, uint16 cardinality,,) = SlipstreamPool(pool).slot0();
        if (cardinality < secondsAgo / MIN_SECONDS_AGO) return 0;
        uint32[] memory agos = new uint32[](2);
        agos[0] = secondsAgo;
        try SlipstreamPool(pool).observe(agos) returns (int56[] memory sums, uint160[] memory) {
            int24 distance = tick - int24((sums[1] - sums[0]) / int56(secondsAgo));
            return uint256(distance < 0 ? -distance : distance);
        } catch {
            return 0;
        }
    }
}
