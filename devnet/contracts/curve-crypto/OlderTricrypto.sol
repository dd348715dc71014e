// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {OlderPool} from "./OlderPool.sol";
import {OlderState} from "./OlderState.sol";
import {OlderToken} from "./OlderToken.sol";

/// An older pool of three coins, whose functions return nothing.
contract OlderTricrypto is OlderPool {
    event AddLiquidity(address indexed provider, uint256[3] token_amounts, uint256 fee, uint256 token_supply);
    event RemoveLiquidity(address indexed provider, uint256[3] token_amounts, uint256 token_supply);

    constructor(
        OlderToken token_,
        address feeReceiver,
        address[] memory coins_,
        Parameters memory parameters,
        Traits memory traits_,
        uint256[] memory prices
    ) OlderState(token_, feeReceiver, coins_, parameters, traits_, prices) {}

    function price_scale(uint256 k) external view returns (uint256) {
        return scales[k];
    }

    function price_oracle(uint256 k) external view returns (uint256) {
        return averages[k];
    }

    function last_prices(uint256 k) external view returns (uint256) {
        return lastPrices[k];
    }

    function exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy) external {
        _exchange(i, j, dx, minDy);
    }

    function add_liquidity(uint256[3] calldata amounts, uint256 minMint) external {
        (, uint256 fee) = _add(_list(amounts), minMint);
        emit AddLiquidity(msg.sender, amounts, fee, token.totalSupply());
    }

    function remove_liquidity(uint256 amount, uint256[3] calldata minAmounts) external {
        uint256[] memory paid = _remove(amount, _list(minAmounts));
        emit RemoveLiquidity(msg.sender, [paid[0], paid[1], paid[2]], token.totalSupply());
    }

    function remove_liquidity_one_coin(uint256 amount, uint256 i, uint256 minAmount) external {
        _removeOne(amount, i, minAmount);
    }

    function _list(uint256[3] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](3);
        (list[0], list[1], list[2]) = (given[0], given[1], given[2]);
    }
}
