// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapPool} from "./StableSwapPool.sol";

/// Own minimal contract with the ABI of Curve's template for plain pools, with two coins: the amplification is kept times 100, and
/// every function returns what it moves.
contract StableSwap2Coins is StableSwapPool {
    event AddLiquidity(
        address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply
    );
    event RemoveLiquidity(
        address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 token_supply
    );
    event RemoveLiquidityOne(
        address indexed provider, uint256 token_amount, uint256 coin_amount, uint256 token_supply
    );
    event RemoveLiquidityImbalance(
        address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply
    );

    constructor(
        address owner_,
        address[] memory coins_,
        uint256[] memory rates_,
        address lpToken,
        uint256 a,
        uint256 fee_,
        uint256 adminFee
    ) StableSwapPool(owner_, coins_, rates_, lpToken, a, fee_, adminFee, 100) {}

    function A_precise() external view returns (uint256) {
        return _amplification().a;
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external returns (uint256) {
        return _exchange(i, j, dx, min_dy);
    }

    function add_liquidity(uint256[2] calldata amounts, uint256 min_mint_amount) external returns (uint256) {
        (uint256 minted, uint256[] memory fees, uint256 d1, uint256 supply) = _add(_list(amounts), min_mint_amount);
        emit AddLiquidity(msg.sender, amounts, _two(fees), d1, supply);
        return minted;
    }

    function remove_liquidity(uint256 amount, uint256[2] calldata min_amounts) external returns (uint256[2] memory) {
        (uint256[] memory amounts, uint256 supply) = _remove(amount, _list(min_amounts));
        uint256[2] memory none;
        emit RemoveLiquidity(msg.sender, _two(amounts), none, supply);
        return _two(amounts);
    }

    function remove_liquidity_imbalance(uint256[2] calldata amounts, uint256 max_burn_amount)
        external
        returns (uint256)
    {
        (uint256 burned, uint256[] memory fees, uint256 d1, uint256 supply) =
            _removeImbalance(_list(amounts), max_burn_amount);
        emit RemoveLiquidityImbalance(msg.sender, amounts, _two(fees), d1, supply);
        return burned;
    }

    function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 min_amount) external returns (uint256 dy) {
        dy = _removeOne(amount, i, min_amount);
        emit RemoveLiquidityOne(msg.sender, amount, dy, lp.totalSupply());
    }

    function _list(uint256[2] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        for (uint256 i; i < 2; i++) list[i] = given[i];
    }

    function _two(uint256[] memory list) private pure returns (uint256[2] memory) {
        return [list[0], list[1]];
    }
}
