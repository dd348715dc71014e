// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;
pragma abicoder v2;

import {ConcentratedManager} from "../concentrated/ConcentratedManager.sol";
import {ERC721} from "@openzeppelin/contracts-v3/token/ERC721/ERC721.sol";
import {SlipstreamFactory} from "./SlipstreamFactory.sol";
import {SlipstreamPool} from "./SlipstreamPool.sol";

/// Own minimal contract with the ABI of Slipstream's NonfungiblePositionManager. Gauges are left out.
/// https://github.com/velodrome-finance/slipstream/blob/193a6b85f836a229b76a8df3541a284a2368427b/contracts/periphery/NonfungiblePositionManager.sol
contract SlipstreamPositionManager is ConcentratedManager {
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

    SlipstreamFactory public immutable factory;

    constructor(SlipstreamFactory factory_) ERC721("Slipstream Position NFT", "SLIP") {
        factory = factory_;
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
        require(params.sqrtPriceX96 == 0);
        address pool = factory.getPool(params.token0, params.token1, params.tickSpacing);
        tokenId = _create(SlipstreamPool(pool), params.tickLower, params.tickUpper);
        (liquidity, amount0, amount1) = _increase(
            IncreaseLiquidityParams(
                tokenId,
                params.amount0Desired,
                params.amount1Desired,
                params.amount0Min,
                params.amount1Min,
                params.deadline
            )
        );
        _mint(params.recipient, tokenId);
    }

    function increaseLiquidity(IncreaseLiquidityParams calldata params)
        external
        payable
        returns (uint128, uint256, uint256)
    {
        return _increase(params);
    }

    function _provide(Held storage own, uint256, uint128 amount) internal override returns (uint256, uint256) {
        return SlipstreamPool(address(own.pool)).mint(address(this), own.tickLower, own.tickUpper, amount, "");
    }

    function _withdraw(Held storage own, uint256, uint128 amount) internal override returns (uint256, uint256) {
        return SlipstreamPool(address(own.pool)).burn(own.tickLower, own.tickUpper, amount);
    }

    function _pay(Held storage own, uint256, CollectParams memory most) internal override returns (uint256, uint256) {
        return SlipstreamPool(address(own.pool)).collect(
            most.recipient, own.tickLower, own.tickUpper, most.amount0Max, most.amount1Max
        );
    }

    function _holder(Held storage, uint256) internal view override returns (address) {
        return address(this);
    }
}
