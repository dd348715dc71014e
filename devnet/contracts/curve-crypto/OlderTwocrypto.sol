// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {OlderPool} from "./OlderPool.sol";
import {OlderState} from "./OlderState.sol";
import {OlderToken} from "./OlderToken.sol";

/// An older pool of two coins, whose functions return what they pay. It holds wrapped currency where the originals unwrap it.
contract OlderTwocrypto is OlderPool {
    /// Whether the view of average prices tells what is stored, not what they are in the block.
    bool private immutable tellsStored;

    event AddLiquidity(address indexed provider, uint256[2] token_amounts, uint256 fee, uint256 token_supply);
    event RemoveLiquidity(address indexed provider, uint256[2] token_amounts, uint256 token_supply);

    constructor(
        OlderToken token_,
        address feeReceiver,
        address[] memory coins_,
        Parameters memory parameters,
        Traits memory traits_,
        uint256[] memory prices,
        bool tellsStored_
    ) OlderState(token_, feeReceiver, coins_, parameters, traits_, prices) {
        tellsStored = tellsStored_;
    }

    function price_scale() external view returns (uint256) {
        return scales[0];
    }

    function price_oracle() external view returns (uint256) {
        return tellsStored ? averages[0] : _averages()[0];
    }

    function last_prices() external view returns (uint256) {
        return lastPrices[0];
    }

    function exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy) external returns (uint256) {
        return _exchange(i, j, dx, minDy);
    }

    function add_liquidity(uint256[2] calldata amounts, uint256 minMint) external returns (uint256 minted) {
        uint256 fee;
        (minted, fee) = _add(_list(amounts), minMint);
        emit AddLiquidity(msg.sender, amounts, fee, token.totalSupply());
    }

    function remove_liquidity(uint256 amount, uint256[2] calldata minAmounts) external {
        uint256[] memory paid = _remove(amount, _list(minAmounts));
        emit RemoveLiquidity(msg.sender, [paid[0], paid[1]], token.totalSupply());
    }

    function remove_liquidity_one_coin(uint256 amount, uint256 i, uint256 minAmount) external returns (uint256) {
        return _removeOne(amount, i, minAmount);
    }

    function _list(uint256[2] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        (list[0], list[1]) = (given[0], given[1]);
    }
}
