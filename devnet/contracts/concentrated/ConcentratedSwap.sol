// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;

import {LiquidityMath} from "@uniswap/v3-core/contracts/libraries/LiquidityMath.sol";
import {FullMath} from "@uniswap/v3-core/contracts/libraries/FullMath.sol";
import {FixedPoint128} from "@uniswap/v3-core/contracts/libraries/FixedPoint128.sol";
import {SafeCast} from "@uniswap/v3-core/contracts/libraries/SafeCast.sol";
import {SwapMath} from "@uniswap/v3-core/contracts/libraries/SwapMath.sol";
import {Tick} from "@uniswap/v3-core/contracts/libraries/Tick.sol";
import {TickBitmap} from "@uniswap/v3-core/contracts/libraries/TickBitmap.sol";
import {TickMath} from "@uniswap/v3-core/contracts/libraries/TickMath.sol";
import {TransferHelper} from "@uniswap/v3-core/contracts/libraries/TransferHelper.sol";
import {ConcentratedPositions, IPoolUser} from "./ConcentratedPositions.sol";

/// The swap of Uniswap V3 with a fee that changes.
abstract contract ConcentratedSwap is ConcentratedPositions {
    using Tick for mapping(int24 => Tick.Info);
    using TickBitmap for mapping(int16 => uint256);
    using SafeCast for uint256;

    struct SwapState {
        int256 remaining;
        int256 calculated;
        uint160 sqrtPriceX96;
        int24 tick;
        uint24 fee;
        uint256 feeGrowthX128;
        uint128 liquidity;
    }

    struct Step {
        uint160 startX96;
        int24 next;
        bool initialized;
        uint160 nextX96;
        uint256 amountIn;
        uint256 amountOut;
        uint256 feeAmount;
    }

    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    /// What a swap of now pays, hundredths of a basis point.
    function fee() public view virtual returns (uint24);

    /// What of a fee goes to those who have liquidity in range.
    function _earned(uint256 feeAmount) internal view virtual returns (uint256) {
        return feeAmount;
    }

    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160 sqrtPriceLimitX96,
        bytes calldata data
    ) external returns (int256 amount0, int256 amount1) {
        require(amountSpecified != 0, "AS");
        Slot0 memory start = slot0;
        require(start.unlocked, "LOK");
        require(
            zeroForOne
                ? sqrtPriceLimitX96 < start.sqrtPriceX96 && sqrtPriceLimitX96 > TickMath.MIN_SQRT_RATIO
                : sqrtPriceLimitX96 > start.sqrtPriceX96 && sqrtPriceLimitX96 < TickMath.MAX_SQRT_RATIO,
            "SPL"
        );
        slot0.unlocked = false;
        SwapState memory state = SwapState({
            remaining: amountSpecified,
            calculated: 0,
            sqrtPriceX96: start.sqrtPriceX96,
            tick: start.tick,
            fee: fee(),
            feeGrowthX128: zeroForOne ? feeGrowthGlobal0X128 : feeGrowthGlobal1X128,
            liquidity: liquidity
        });
        while (state.remaining != 0 && state.sqrtPriceX96 != sqrtPriceLimitX96) {
            _step(state, start, zeroForOne, amountSpecified > 0, sqrtPriceLimitX96);
        }
        _finish(state, start, zeroForOne);
        (amount0, amount1) = zeroForOne == amountSpecified > 0
            ? (amountSpecified - state.remaining, state.calculated)
            : (state.calculated, amountSpecified - state.remaining);
        _settle(recipient, zeroForOne, amount0, amount1, data);
        emit Swap(msg.sender, recipient, amount0, amount1, state.sqrtPriceX96, state.liquidity, state.tick);
        slot0.unlocked = true;
    }

    function _step(
        SwapState memory state,
        Slot0 memory start,
        bool zeroForOne,
        bool exactInput,
        uint160 limit
    ) private {
        Step memory step;
        step.startX96 = state.sqrtPriceX96;
        (step.next, step.initialized) =
            tickBitmap.nextInitializedTickWithinOneWord(state.tick, tickSpacing, zeroForOne);
        if (step.next < TickMath.MIN_TICK) step.next = TickMath.MIN_TICK;
        else if (step.next > TickMath.MAX_TICK) step.next = TickMath.MAX_TICK;
        step.nextX96 = TickMath.getSqrtRatioAtTick(step.next);
        (state.sqrtPriceX96, step.amountIn, step.amountOut, step.feeAmount) = SwapMath.computeSwapStep(
            step.startX96,
            (zeroForOne ? step.nextX96 < limit : step.nextX96 > limit) ? limit : step.nextX96,
            state.liquidity,
            state.remaining,
            state.fee
        );
        if (exactInput) {
            state.remaining -= (step.amountIn + step.feeAmount).toInt256();
            state.calculated -= step.amountOut.toInt256();
        } else {
            state.remaining += step.amountOut.toInt256();
            state.calculated += (step.amountIn + step.feeAmount).toInt256();
        }
        if (state.liquidity > 0) {
            state.feeGrowthX128 += FullMath.mulDiv(_earned(step.feeAmount), FixedPoint128.Q128, state.liquidity);
        }
        if (state.sqrtPriceX96 == step.nextX96) {
            if (step.initialized) {
                int128 net = _cross(step.next, state.feeGrowthX128, start, zeroForOne);
                state.liquidity = LiquidityMath.addDelta(state.liquidity, zeroForOne ? -net : net);
            }
            state.tick = zeroForOne ? step.next - 1 : step.next;
        } else if (state.sqrtPriceX96 != step.startX96) {
            state.tick = TickMath.getTickAtSqrtRatio(state.sqrtPriceX96);
        }
    }

    function _cross(int24 tick, uint256 growthX128, Slot0 memory start, bool zeroForOne) private returns (int128) {
        (int56 tickCumulative, uint160 secondsPerLiquidity) = _observed(start);
        return ticks.cross(
            tick,
            zeroForOne ? growthX128 : feeGrowthGlobal0X128,
            zeroForOne ? feeGrowthGlobal1X128 : growthX128,
            secondsPerLiquidity,
            tickCumulative,
            uint32(block.timestamp)
        );
    }

    function _finish(SwapState memory state, Slot0 memory start, bool zeroForOne) private {
        if (state.tick != start.tick) {
            _observe(start);
            slot0.tick = state.tick;
        }
        slot0.sqrtPriceX96 = state.sqrtPriceX96;
        liquidity = state.liquidity;
        if (zeroForOne) feeGrowthGlobal0X128 = state.feeGrowthX128;
        else feeGrowthGlobal1X128 = state.feeGrowthX128;
    }

    function _settle(address recipient, bool zeroForOne, int256 amount0, int256 amount1, bytes calldata data) private {
        (address tokenIn, address tokenOut) = zeroForOne ? (token0, token1) : (token1, token0);
        (int256 owed, int256 paid) = zeroForOne ? (amount0, amount1) : (amount1, amount0);
        if (paid < 0) TransferHelper.safeTransfer(tokenOut, recipient, uint256(-paid));
        uint256 before = _balance(tokenIn);
        IPoolUser(msg.sender).uniswapV3SwapCallback(amount0, amount1, data);
        require(before + uint256(owed) <= _balance(tokenIn), "IIA");
    }
}
