// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PlainCoins} from "./PlainCoins.sol";
import {PlainPool} from "./PlainPool.sol";

/// A plain pool of three coins.
contract PlainPool3 is PlainPool {
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
        uint256[] memory rates_,
        string memory symbol_,
        uint256 a,
        uint256 fee_,
        bool hasAverage_
    ) PlainCoins(coins_, rates_, symbol_, a, fee_) PlainPool(hasAverage_) {}

    function get_balances() external view returns (uint256[3] memory) {
        return _three(_balances());
    }

    function add_liquidity(uint256[3] calldata amounts, uint256 minMint) external payable returns (uint256) {
        (uint256 minted, uint256[] memory fees, uint256 d1) = _add(_list(amounts), minMint);
        emit AddLiquidity(msg.sender, amounts, _three(fees), d1, _supply());
        return minted;
    }

    function remove_liquidity(uint256 amount, uint256[3] calldata minAmounts)
        external
        returns (uint256[3] memory amounts)
    {
        amounts = _three(_remove(amount, _list(minAmounts)));
        uint256[3] memory none;
        emit RemoveLiquidity(msg.sender, amounts, none, _supply());
    }

    function remove_liquidity_imbalance(uint256[3] calldata amounts, uint256 maxBurn) external returns (uint256) {
        (uint256 burned, uint256[] memory fees, uint256 d1) = _removeImbalance(_list(amounts), maxBurn);
        emit RemoveLiquidityImbalance(msg.sender, amounts, _three(fees), d1, _supply());
        return burned;
    }

    function _list(uint256[3] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](3);
        for (uint256 i; i < 3; i++) list[i] = given[i];
    }

    function _three(uint256[] memory list) private pure returns (uint256[3] memory) {
        return [list[0], list[1], list[2]];
    }
}
