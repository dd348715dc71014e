// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;
pragma abicoder v2;

import {ERC721} from "@openzeppelin/contracts-v3/token/ERC721/ERC721.sol";
import {FixedPoint128} from "@uniswap/v3-core/contracts/libraries/FixedPoint128.sol";
import {FullMath} from "@uniswap/v3-core/contracts/libraries/FullMath.sol";
import {TickMath} from "@uniswap/v3-core/contracts/libraries/TickMath.sol";
import {LiquidityAmounts} from "@uniswap/v3-periphery/contracts/libraries/LiquidityAmounts.sol";
import {TransferHelper} from "@uniswap/v3-periphery/contracts/libraries/TransferHelper.sol";
import {SlipstreamFactory} from "./SlipstreamFactory.sol";
import {SlipstreamPool} from "./SlipstreamPool.sol";

/// Own minimal contract with the ABI of Slipstream's NonfungiblePositionManager: what it counts is what the original counts.
/// Gauges, permits, the native currency and the making of pools are left out.
/// https://github.com/velodrome-finance/slipstream/blob/193a6b85f836a229b76a8df3541a284a2368427b/contracts/periphery/NonfungiblePositionManager.sol
contract SlipstreamPositionManager is ERC721("Slipstream Position NFT", "SLIP") {
    struct MintParams {
        address token0;
        address token1;
        int24 tickSpacing;
        int24 tickLower;
        int24 tickUpper;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        address recipient;
        uint256 deadline;
        uint160 sqrtPriceX96;
    }

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
        SlipstreamPool pool;
        int24 tickLower;
        int24 tickUpper;
        uint128 liquidity;
        uint256 inside0X128;
        uint256 inside1X128;
        uint128 tokensOwed0;
        uint128 tokensOwed1;
    }

    SlipstreamFactory public immutable factory;
    mapping(uint256 => Held) private held;
    uint256 private nextId = 1;
    // The pool that may call back, and who pays it.
    address private asking;
    address private payer;

    constructor(SlipstreamFactory factory_) {
        factory = factory_;
    }

    modifier only(uint256 tokenId) {
        require(_isApprovedOrOwner(msg.sender, tokenId));
        _;
    }

    function positions(uint256 tokenId)
        external
        view
        returns (
            uint96 nonce,
            address operator,
            address token0,
            address token1,
            int24 tickSpacing,
            int24 tickLower,
            int24 tickUpper,
            uint128 liquidity,
            uint256 feeGrowthInside0LastX128,
            uint256 feeGrowthInside1LastX128,
            uint128 tokensOwed0,
            uint128 tokensOwed1
        )
    {
        Held storage own = held[tokenId];
        require(address(own.pool) != address(0), "ID");
        (token0, token1, tickSpacing) = (own.pool.token0(), own.pool.token1(), own.pool.tickSpacing());
        (tickLower, tickUpper, liquidity) = (own.tickLower, own.tickUpper, own.liquidity);
        (feeGrowthInside0LastX128, feeGrowthInside1LastX128) = (own.inside0X128, own.inside1X128);
        (tokensOwed0, tokensOwed1) = (own.tokensOwed0, own.tokensOwed1);
        operator = getApproved(tokenId);
    }

    function mint(MintParams calldata params)
        external
        payable
        returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        require(block.timestamp <= params.deadline && params.sqrtPriceX96 == 0);
        tokenId = nextId++;
        Held storage own = held[tokenId];
        own.pool = SlipstreamPool(factory.getPool(params.token0, params.token1, params.tickSpacing));
        (own.tickLower, own.tickUpper) = (params.tickLower, params.tickUpper);
        (liquidity, amount0, amount1) = _add(own, params.amount0Desired, params.amount1Desired);
        require(amount0 >= params.amount0Min && amount1 >= params.amount1Min, "PS");
        _mint(params.recipient, tokenId);
    }

    function increaseLiquidity(IncreaseLiquidityParams calldata params)
        external
        payable
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        require(block.timestamp <= params.deadline);
        (liquidity, amount0, amount1) =
            _add(held[params.tokenId], params.amount0Desired, params.amount1Desired);
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
        (amount0, amount1) = own.pool.burn(own.tickLower, own.tickUpper, params.liquidity);
        require(amount0 >= params.amount0Min && amount1 >= params.amount1Min, "PS");
        _earn(own);
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
            own.pool.burn(own.tickLower, own.tickUpper, 0);
            _earn(own);
        }
        uint128 most0 = params.amount0Max > own.tokensOwed0 ? own.tokensOwed0 : params.amount0Max;
        uint128 most1 = params.amount1Max > own.tokensOwed1 ? own.tokensOwed1 : params.amount1Max;
        (amount0, amount1) =
            own.pool.collect(params.recipient, own.tickLower, own.tickUpper, most0, most1);
        own.tokensOwed0 -= most0;
        own.tokensOwed1 -= most1;
    }

    function burn(uint256 tokenId) external payable only(tokenId) {
        Held storage own = held[tokenId];
        require(own.liquidity == 0 && own.tokensOwed0 == 0 && own.tokensOwed1 == 0, "NC");
        delete held[tokenId];
        _burn(tokenId);
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        require(msg.sender == asking);
        SlipstreamPool pool = SlipstreamPool(msg.sender);
        if (amount0 > 0) TransferHelper.safeTransferFrom(pool.token0(), payer, msg.sender, amount0);
        if (amount1 > 0) TransferHelper.safeTransferFrom(pool.token1(), payer, msg.sender, amount1);
    }

    function _add(Held storage own, uint256 most0, uint256 most1)
        private
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        (uint160 sqrtPriceX96,,,,,) = own.pool.slot0();
        liquidity = LiquidityAmounts.getLiquidityForAmounts(
            sqrtPriceX96,
            TickMath.getSqrtRatioAtTick(own.tickLower),
            TickMath.getSqrtRatioAtTick(own.tickUpper),
            most0,
            most1
        );
        (asking, payer) = (address(own.pool), msg.sender);
        (amount0, amount1) = own.pool.mint(address(this), own.tickLower, own.tickUpper, liquidity, "");
        asking = address(0);
        _earn(own);
        own.liquidity += liquidity;
    }

    /// Counts what the liquidity has earned since the last look.
    function _earn(Held storage own) private {
        bytes32 key = keccak256(abi.encodePacked(address(this), own.tickLower, own.tickUpper));
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
