// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;

import {LiquidityMath} from "@uniswap/v3-core/contracts/libraries/LiquidityMath.sol";
import {Oracle} from "@uniswap/v3-core/contracts/libraries/Oracle.sol";
import {Position} from "@uniswap/v3-core/contracts/libraries/Position.sol";
import {SafeCast} from "@uniswap/v3-core/contracts/libraries/SafeCast.sol";
import {SqrtPriceMath} from "@uniswap/v3-core/contracts/libraries/SqrtPriceMath.sol";
import {Tick} from "@uniswap/v3-core/contracts/libraries/Tick.sol";
import {TickBitmap} from "@uniswap/v3-core/contracts/libraries/TickBitmap.sol";
import {TickMath} from "@uniswap/v3-core/contracts/libraries/TickMath.sol";
import {TransferHelper} from "@uniswap/v3-core/contracts/libraries/TransferHelper.sol";

interface IToken {
    function balanceOf(address account) external view returns (uint256);
}

interface IPoolUser {
    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata data) external;
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external;
}

/// What a pool with the maths of Uniswap V3 keeps, with its positions and its memory of ticks.
abstract contract ConcentratedPositions {
    using Tick for mapping(int24 => Tick.Info);
    using TickBitmap for mapping(int16 => uint256);
    using Position for mapping(bytes32 => Position.Info);
    using Position for Position.Info;
    using Oracle for Oracle.Observation[65535];
    using SafeCast for int256;

    struct Slot0 {
        uint160 sqrtPriceX96;
        int24 tick;
        uint16 observationIndex;
        uint16 observationCardinality;
        uint16 observationCardinalityNext;
        bool unlocked;
    }

    address public factory;
    address public token0;
    address public token1;
    Slot0 public slot0;
    uint256 public feeGrowthGlobal0X128;
    uint256 public feeGrowthGlobal1X128;
    int24 public tickSpacing;
    uint128 public liquidity;
    uint128 public maxLiquidityPerTick;
    mapping(int24 => Tick.Info) public ticks;
    mapping(int16 => uint256) public tickBitmap;
    mapping(bytes32 => Position.Info) public positions;
    Oracle.Observation[65535] public observations;

    event Initialize(uint160 sqrtPriceX96, int24 tick);
    event IncreaseObservationCardinalityNext(uint16 before, uint16 next);
    event Burn(
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    modifier lock() {
        require(slot0.unlocked, "LOK");
        slot0.unlocked = false;
        _;
        slot0.unlocked = true;
    }

    function _create(address factory_, address token0_, address token1_, int24 tickSpacing_) internal {
        require(factory == address(0) && factory_ != address(0));
        (factory, token0, token1, tickSpacing) = (factory_, token0_, token1_, tickSpacing_);
        maxLiquidityPerTick = Tick.tickSpacingToMaxLiquidityPerTick(tickSpacing_);
    }

    function _initialize(uint160 sqrtPriceX96) internal {
        require(slot0.sqrtPriceX96 == 0, "AI");
        int24 tick = TickMath.getTickAtSqrtRatio(sqrtPriceX96);
        (uint16 cardinality, uint16 cardinalityNext) = observations.initialize(uint32(block.timestamp));
        slot0 = Slot0(sqrtPriceX96, tick, 0, cardinality, cardinalityNext, true);
        emit Initialize(sqrtPriceX96, tick);
    }

    function observe(uint32[] calldata secondsAgos) external view returns (int56[] memory, uint160[] memory) {
        Slot0 memory at = slot0;
        return observations.observe(
            uint32(block.timestamp), secondsAgos, at.tick, at.observationIndex, liquidity, at.observationCardinality
        );
    }

    function increaseObservationCardinalityNext(uint16 next) external lock {
        uint16 before = slot0.observationCardinalityNext;
        uint16 grown = observations.grow(before, next);
        slot0.observationCardinalityNext = grown;
        if (before != grown) emit IncreaseObservationCardinalityNext(before, grown);
    }

    /// Adds to the holder's position, which the caller pays for.
    function _add(address holder, int24 tickLower, int24 tickUpper, uint128 amount, bytes calldata data)
        internal
        lock
        returns (uint256 amount0, uint256 amount1)
    {
        require(amount > 0);
        (, int256 owed0, int256 owed1) = _modifyPosition(holder, tickLower, tickUpper, int256(amount).toInt128());
        (amount0, amount1) = (uint256(owed0), uint256(owed1));
        (uint256 balance0, uint256 balance1) = (_balance(token0), _balance(token1));
        IPoolUser(msg.sender).uniswapV3MintCallback(amount0, amount1, data);
        require(balance0 + amount0 <= _balance(token0), "M0");
        require(balance1 + amount1 <= _balance(token1), "M1");
    }

    /// Takes out of the holder's position, which is the caller's.
    function _remove(address holder, int24 tickLower, int24 tickUpper, uint128 amount)
        internal
        lock
        returns (uint256 amount0, uint256 amount1)
    {
        (Position.Info storage position, int256 owed0, int256 owed1) =
            _modifyPosition(holder, tickLower, tickUpper, -int256(amount).toInt128());
        (amount0, amount1) = (uint256(-owed0), uint256(-owed1));
        position.tokensOwed0 += uint128(amount0);
        position.tokensOwed1 += uint128(amount1);
        emit Burn(msg.sender, tickLower, tickUpper, amount, amount0, amount1);
    }

    function _collect(
        address holder,
        address recipient,
        int24 tickLower,
        int24 tickUpper,
        uint128 most0,
        uint128 most1
    ) internal lock returns (uint128 amount0, uint128 amount1) {
        Position.Info storage position = positions.get(holder, tickLower, tickUpper);
        amount0 = most0 < position.tokensOwed0 ? most0 : position.tokensOwed0;
        amount1 = most1 < position.tokensOwed1 ? most1 : position.tokensOwed1;
        position.tokensOwed0 -= amount0;
        position.tokensOwed1 -= amount1;
        if (amount0 > 0) TransferHelper.safeTransfer(token0, recipient, amount0);
        if (amount1 > 0) TransferHelper.safeTransfer(token1, recipient, amount1);
    }

    function _modifyPosition(address owner, int24 tickLower, int24 tickUpper, int128 delta)
        private
        returns (Position.Info storage position, int256 amount0, int256 amount1)
    {
        require(tickLower < tickUpper, "TLU");
        require(tickLower >= TickMath.MIN_TICK, "TLM");
        require(tickUpper <= TickMath.MAX_TICK, "TUM");
        Slot0 memory at = slot0;
        position = _updatePosition(owner, tickLower, tickUpper, delta, at);
        if (delta == 0) return (position, 0, 0);
        uint160 lowerX96 = TickMath.getSqrtRatioAtTick(tickLower);
        uint160 upperX96 = TickMath.getSqrtRatioAtTick(tickUpper);
        if (at.tick < tickLower) {
            amount0 = SqrtPriceMath.getAmount0Delta(lowerX96, upperX96, delta);
        } else if (at.tick < tickUpper) {
            _observe(at);
            amount0 = SqrtPriceMath.getAmount0Delta(at.sqrtPriceX96, upperX96, delta);
            amount1 = SqrtPriceMath.getAmount1Delta(lowerX96, at.sqrtPriceX96, delta);
            liquidity = LiquidityMath.addDelta(liquidity, delta);
        } else {
            amount1 = SqrtPriceMath.getAmount1Delta(lowerX96, upperX96, delta);
        }
    }

    function _updatePosition(address owner, int24 tickLower, int24 tickUpper, int128 delta, Slot0 memory at)
        private
        returns (Position.Info storage position)
    {
        position = positions.get(owner, tickLower, tickUpper);
        bool flippedLower = delta != 0 && _updateTick(tickLower, delta, false, at);
        bool flippedUpper = delta != 0 && _updateTick(tickUpper, delta, true, at);
        (uint256 inside0X128, uint256 inside1X128) =
            ticks.getFeeGrowthInside(tickLower, tickUpper, at.tick, feeGrowthGlobal0X128, feeGrowthGlobal1X128);
        position.update(delta, inside0X128, inside1X128);
        if (delta >= 0) return position;
        if (flippedLower) ticks.clear(tickLower);
        if (flippedUpper) ticks.clear(tickUpper);
    }

    function _updateTick(int24 tick, int128 delta, bool upper, Slot0 memory at) private returns (bool flipped) {
        (int56 tickCumulative, uint160 secondsPerLiquidity) = _observed(at);
        flipped = ticks.update(
            tick,
            at.tick,
            delta,
            feeGrowthGlobal0X128,
            feeGrowthGlobal1X128,
            secondsPerLiquidity,
            tickCumulative,
            uint32(block.timestamp),
            upper,
            maxLiquidityPerTick
        );
        if (flipped) tickBitmap.flipTick(tick, tickSpacing);
    }

    function _observe(Slot0 memory at) internal {
        (slot0.observationIndex, slot0.observationCardinality) = observations.write(
            at.observationIndex,
            uint32(block.timestamp),
            at.tick,
            liquidity,
            at.observationCardinality,
            at.observationCardinalityNext
        );
    }

    function _observed(Slot0 memory at) internal view returns (int56, uint160) {
        return observations.observeSingle(
            uint32(block.timestamp), 0, at.tick, at.observationIndex, liquidity, at.observationCardinality
        );
    }

    function _balance(address token) internal view returns (uint256) {
        return IToken(token).balanceOf(address(this));
    }
}
