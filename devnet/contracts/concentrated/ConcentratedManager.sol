// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;
pragma abicoder v2;

import {ERC721} from "@openzeppelin/contracts-v3/token/ERC721/ERC721.sol";
import {FixedPoint128} from "@uniswap/v3-core/contracts/libraries/FixedPoint128.sol";
import {FullMath} from "@uniswap/v3-core/contracts/libraries/FullMath.sol";
import {TickMath} from "@uniswap/v3-core/contracts/libraries/TickMath.sol";
import {LiquidityAmounts} from "@uniswap/v3-periphery/contracts/libraries/LiquidityAmounts.sol";
import {TransferHelper} from "@uniswap/v3-periphery/contracts/libraries/TransferHelper.sol";
import {ConcentratedSwap} from "./ConcentratedSwap.sol";

/// NFTs of positions as Uniswap V3's NonfungiblePositionManager has them: what it counts is what the original counts. Permits, the
/// native currency and the making of pools are left out.
abstract contract ConcentratedManager is ERC721 {
    struct IncreaseLiquidityParams {
        uint256 tokenId;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct DecreaseLiquidityParams {
        uint256 tokenId;
        uint128 liquidity;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct CollectParams {
        uint256 tokenId;
        address recipient;
        uint128 amount0Max;
        uint128 amount1Max;
    }

    struct Held {
        ConcentratedSwap pool;
        int24 tickLower;
        int24 tickUpper;
        uint128 liquidity;
        uint256 inside0X128;
        uint256 inside1X128;
        uint128 tokensOwed0;
        uint128 tokensOwed1;
    }

    mapping(uint256 => Held) internal held;
    uint256 private nextId = 1;
    // The pool that may call back, and who pays it.
    address private asking;
    address private payer;

    modifier only(uint256 tokenId) {
        require(_isApprovedOrOwner(msg.sender, tokenId));
        _;
    }

    function _provide(Held storage own, uint256 tokenId, uint128 amount) internal virtual returns (uint256, uint256);

    function _withdraw(Held storage own, uint256 tokenId, uint128 amount) internal virtual returns (uint256, uint256);

    function _pay(Held storage own, uint256 tokenId, CollectParams memory most)
        internal
        virtual
        returns (uint256, uint256);

    /// By whose name the pool keeps the position.
    function _holder(Held storage own, uint256 tokenId) internal view virtual returns (address);

    function _create(ConcentratedSwap pool, int24 tickLower, int24 tickUpper) internal returns (uint256 tokenId) {
        tokenId = nextId++;
        Held storage own = held[tokenId];
        (own.pool, own.tickLower, own.tickUpper) = (pool, tickLower, tickUpper);
    }

    function _increase(IncreaseLiquidityParams memory params)
        internal
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        require(block.timestamp <= params.deadline);
        (liquidity, amount0, amount1) = _add(params.tokenId, params.amount0Desired, params.amount1Desired);
        require(amount0 >= params.amount0Min && amount1 >= params.amount1Min, "PS");
    }

    function decreaseLiquidity(DecreaseLiquidityParams calldata params)
        external
        payable
        only(params.tokenId)
        returns (uint256 amount0, uint256 amount1)
    {
        require(block.timestamp <= params.deadline);
        Held storage own = held[params.tokenId];
        require(params.liquidity > 0 && own.liquidity >= params.liquidity);
        (amount0, amount1) = _withdraw(own, params.tokenId, params.liquidity);
        require(amount0 >= params.amount0Min && amount1 >= params.amount1Min, "PS");
        _earn(own, params.tokenId);
        own.tokensOwed0 += uint128(amount0);
        own.tokensOwed1 += uint128(amount1);
        own.liquidity -= params.liquidity;
    }

    function collect(CollectParams calldata params)
        external
        payable
        only(params.tokenId)
        returns (uint256 amount0, uint256 amount1)
    {
        require(params.amount0Max > 0 || params.amount1Max > 0);
        Held storage own = held[params.tokenId];
        if (own.liquidity > 0) {
            _withdraw(own, params.tokenId, 0);
            _earn(own, params.tokenId);
        }
        CollectParams memory most = params;
        if (most.amount0Max > own.tokensOwed0) most.amount0Max = own.tokensOwed0;
        if (most.amount1Max > own.tokensOwed1) most.amount1Max = own.tokensOwed1;
        (amount0, amount1) = _pay(own, params.tokenId, most);
        own.tokensOwed0 -= most.amount0Max;
        own.tokensOwed1 -= most.amount1Max;
    }

    function burn(uint256 tokenId) external payable only(tokenId) {
        Held storage own = held[tokenId];
        require(own.liquidity == 0 && own.tokensOwed0 == 0 && own.tokensOwed1 == 0, "NC");
        delete held[tokenId];
        _burn(tokenId);
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        require(msg.sender == asking);
        ConcentratedSwap pool = ConcentratedSwap(msg.sender);
        if (amount0 > 0) TransferHelper.safeTransferFrom(pool.token0(), payer, msg.sender, amount0);
        if (amount1 > 0) TransferHelper.safeTransferFrom(pool.token1(), payer, msg.sender, amount1);
    }

    function _add(uint256 tokenId, uint256 most0, uint256 most1)
        private
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        Held storage own = held[tokenId];
        (uint160 sqrtPriceX96,,,,,) = own.pool.slot0();
        liquidity = LiquidityAmounts.getLiquidityForAmounts(
            sqrtPriceX96,
            TickMath.getSqrtRatioAtTick(own.tickLower),
            TickMath.getSqrtRatioAtTick(own.tickUpper),
            most0,
            most1
        );
        (asking, payer) = (address(own.pool), msg.sender);
        (amount0, amount1) = _provide(own, tokenId, liquidity);
        asking = address(0);
        _earn(own, tokenId);
        own.liquidity += liquidity;
    }

    /// Counts what the liquidity has earned since the last look.
    function _earn(Held storage own, uint256 tokenId) private {
        bytes32 key = keccak256(abi.encodePacked(_holder(own, tokenId), own.tickLower, own.tickUpper));
        (, uint256 inside0X128, uint256 inside1X128,,) = own.pool.positions(key);
        own.tokensOwed0 += uint128(
            FullMath.mulDiv(inside0X128 - own.inside0X128, own.liquidity, FixedPoint128.Q128)
        );
        own.tokensOwed1 += uint128(
            FullMath.mulDiv(inside1X128 - own.inside1X128, own.liquidity, FixedPoint128.Q128)
        );
        (own.inside0X128, own.inside1X128) = (inside0X128, inside1X128);
    }
}
