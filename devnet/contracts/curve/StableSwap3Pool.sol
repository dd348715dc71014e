// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapPool} from "./StableSwapPool.sol";

/// Own minimal contract with the ABI of Curve's 3pool (Vyper 0.2.4): the amplification is unscaled, nothing is returned.
contract StableSwap3Pool is StableSwapPool {
    event AddLiquidity(
        address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 invariant, uint256 token_supply
    );
    event RemoveLiquidity(
        address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 token_supply
    );
    event RemoveLiquidityOne(address indexed provider, uint256 token_amount, uint256 coin_amount);
    event RemoveLiquidityImbalance(
        address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 invariant, uint256 token_supply
    );

    constructor(
        address owner_,
        address[] memory coins_,
        uint256[] memory rates_,
        address lpToken,
        uint256 a,
        uint256 fee_,
        uint256 adminFee
    ) StableSwapPool(owner_, coins_, rates_, lpToken, a, fee_, adminFee, 1) {}

    function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external {
        _exchange(i, j, dx, min_dy);
    }

    function add_liquidity(uint256[3] calldata amounts, uint256 min_mint_amount) external {
        (, uint256[] memory fees, uint256 d1, uint256 supply) = _add(_list(amounts), min_mint_amount);
        emit AddLiquidity(msg.sender, amounts, _three(fees), d1, supply);
    }

    function remove_liquidity(uint256 amount, uint256[3] calldata min_amounts) external {
        (uint256[] memory amounts, uint256 supply) = _remove(amount, _list(min_amounts));
        uint256[3] memory none;
        emit RemoveLiquidity(msg.sender, _three(amounts), none, supply);
    }

    function remove_liquidity_imbalance(uint256[3] calldata amounts, uint256 max_burn_amount) external {
        (, uint256[] memory fees, uint256 d1, uint256 supply) = _removeImbalance(_list(amounts), max_burn_amount);
        emit RemoveLiquidityImbalance(msg.sender, amounts, _three(fees), d1, supply);
    }

    function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 min_amount) external {
        emit RemoveLiquidityOne(msg.sender, amount, _removeOne(amount, i, min_amount));
    }

    function _list(uint256[3] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](3);
        for (uint256 i; i < 3; i++) list[i] = given[i];
    }

    function _three(uint256[] memory list) private pure returns (uint256[3] memory) {
        return [list[0], list[1], list[2]];
    }
}
