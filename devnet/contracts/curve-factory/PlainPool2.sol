// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PlainCoins} from "./PlainCoins.sol";
import {PlainPool} from "./PlainPool.sol";

/// A plain pool of two coins.
contract PlainPool2 is PlainPool {
    event AddLiquidity(
        address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply
    );
    event RemoveLiquidity(
        address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 token_supply
    );
    event RemoveLiquidityImbalance(
        address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply
    );

    constructor(
        address[] memory coins_,
        uint256[] memory rates_,
        string memory symbol_,
        uint256 a,
        uint256 fee_,
        bool hasAverage_
    ) PlainCoins(coins_, rates_, symbol_, a, fee_) PlainPool(hasAverage_) {}

    function get_balances() external view returns (uint256[2] memory) {
        return _two(_balances());
    }

    function add_liquidity(uint256[2] calldata amounts, uint256 minMint) external payable returns (uint256) {
        (uint256 minted, uint256[] memory fees, uint256 d1) = _add(_list(amounts), minMint);
        emit AddLiquidity(msg.sender, amounts, _two(fees), d1, _supply());
        return minted;
    }

    function remove_liquidity(uint256 amount, uint256[2] calldata minAmounts)
        external
        returns (uint256[2] memory amounts)
    {
        amounts = _two(_remove(amount, _list(minAmounts)));
        uint256[2] memory none;
        emit RemoveLiquidity(msg.sender, amounts, none, _supply());
    }

    function remove_liquidity_imbalance(uint256[2] calldata amounts, uint256 maxBurn) external returns (uint256) {
        (uint256 burned, uint256[] memory fees, uint256 d1) = _removeImbalance(_list(amounts), maxBurn);
        emit RemoveLiquidityImbalance(msg.sender, amounts, _two(fees), d1, _supply());
        return burned;
    }

    function _list(uint256[2] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        for (uint256 i; i < 2; i++) list[i] = given[i];
    }

    function _two(uint256[] memory list) private pure returns (uint256[2] memory) {
        return [list[0], list[1]];
    }
}
