// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {AavePool} from "./AavePool.sol";
import {LendingCoins} from "./LendingCoins.sol";

/// A pool of three aTokens.
contract AavePool3 is AavePool {
    event AddLiquidity(
        address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 invariant, uint256 token_supply
    );
    event RemoveLiquidity(
        address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 token_supply
    );
    event RemoveLiquidityImbalance(
        address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 invariant, uint256 token_supply
    );

    constructor(
        address[] memory coins_,
        address[] memory underlying,
        uint256[] memory precisions_,
        address lpToken,
        address lendingPool_,
        uint256 a
    ) LendingCoins(coins_, underlying, precisions_, lpToken, lendingPool_, a) {}

    function add_liquidity(uint256[3] calldata amounts, uint256 minMint) external returns (uint256) {
        return _addAll(amounts, minMint, false);
    }

    function add_liquidity(uint256[3] calldata amounts, uint256 minMint, bool useUnderlying)
        external
        returns (uint256)
    {
        return _addAll(amounts, minMint, useUnderlying);
    }

    function remove_liquidity(uint256 amount, uint256[3] calldata minAmounts) external returns (uint256[3] memory) {
        return _removeAll(amount, minAmounts, false);
    }

    function remove_liquidity(uint256 amount, uint256[3] calldata minAmounts, bool useUnderlying)
        external
        returns (uint256[3] memory)
    {
        return _removeAll(amount, minAmounts, useUnderlying);
    }

    function remove_liquidity_imbalance(uint256[3] calldata amounts, uint256 maxBurn, bool useUnderlying)
        external
        returns (uint256)
    {
        (uint256 burned, uint256[] memory fees, uint256 d1) =
            _removeImbalance(_list(amounts), maxBurn, useUnderlying);
        emit RemoveLiquidityImbalance(msg.sender, amounts, _three(fees), d1, lp_token.totalSupply());
        return burned;
    }

    function _addAll(uint256[3] calldata amounts, uint256 minMint, bool useUnderlying) private returns (uint256) {
        (uint256 minted, uint256[] memory fees, uint256 d1) = _add(_list(amounts), minMint, useUnderlying);
        emit AddLiquidity(msg.sender, amounts, _three(fees), d1, lp_token.totalSupply());
        return minted;
    }

    function _removeAll(uint256 amount, uint256[3] calldata minAmounts, bool useUnderlying)
        private
        returns (uint256[3] memory amounts)
    {
        amounts = _three(_remove(amount, _list(minAmounts), useUnderlying));
        uint256[3] memory none;
        emit RemoveLiquidity(msg.sender, amounts, none, lp_token.totalSupply());
    }

    function _list(uint256[3] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](3);
        for (uint256 i; i < 3; i++) list[i] = given[i];
    }

    function _three(uint256[] memory list) private pure returns (uint256[3] memory) {
        return [list[0], list[1], list[2]];
    }
}
