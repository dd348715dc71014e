// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;
pragma abicoder v2;

import {ConcentratedManager} from "../concentrated/ConcentratedManager.sol";
import {ERC721} from "@openzeppelin/contracts-v3/token/ERC721/ERC721.sol";
import {RamsesFactory} from "./RamsesFactory.sol";
import {RamsesPool} from "./RamsesPool.sol";

/// Own minimal contract with the ABI of RamsesV3PositionManager: the id of an NFT is the index of its position. Gauges are left out.
/// https://github.com/PharaohExchange/pharaoh-contracts/blob/f59c300b622b6e761433ee939a0f80ec128b1920/contracts/CL/periphery/RamsesV3PositionManager.sol
contract RamsesPositionManager is ConcentratedManager {
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
    }

    RamsesFactory private immutable factory;

    constructor(RamsesFactory factory_) ERC721("Pharaoh V3 Non Fungible Position", "PHAR-V3-NFP") {
        factory = factory_;
    }

    function positions(uint256 tokenId)
        external
        view
        returns (
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
    }

    function mint(MintParams calldata params)
        external
        payable
        returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        address pool = factory.getPool(params.token0, params.token1, params.tickSpacing);
        tokenId = _create(RamsesPool(pool), params.tickLower, params.tickUpper);
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
        only(params.tokenId)
        returns (uint128, uint256, uint256)
    {
        return _increase(params);
    }

    function _provide(Held storage own, uint256 id, uint128 amount) internal override returns (uint256, uint256) {
        return RamsesPool(address(own.pool)).mint(address(this), id, own.tickLower, own.tickUpper, amount, "");
    }

    function _withdraw(Held storage own, uint256 id, uint128 amount) internal override returns (uint256, uint256) {
        return RamsesPool(address(own.pool)).burn(id, own.tickLower, own.tickUpper, amount);
    }

    function _pay(Held storage own, uint256 id, CollectParams memory most) internal override returns (uint256, uint256) {
        return RamsesPool(address(own.pool)).collect(
            most.recipient, id, own.tickLower, own.tickUpper, most.amount0Max, most.amount1Max
        );
    }

    function _holder(Held storage own, uint256 id) internal view override returns (address) {
        return RamsesPool(address(own.pool)).holderOf(address(this), id);
    }
}
