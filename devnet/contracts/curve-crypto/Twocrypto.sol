// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoPool} from "./CryptoPool.sol";
import {CryptoState} from "./CryptoState.sol";

/// A pool of two coins, which does not take the admin's share but with a way to one coin.
contract Twocrypto is CryptoPool {
    event AddLiquidity(
        address indexed provider,
        uint256[2] token_amounts,
        uint256 fee,
        uint256 token_supply,
        uint256 packed_price_scale
    );
    event RemoveLiquidity(address indexed provider, uint256[2] token_amounts, uint256 token_supply);
    event NewParameters(
        uint256 mid_fee,
        uint256 out_fee,
        uint256 fee_gamma,
        uint256 allowed_extra_profit,
        uint256 adjustment_step,
        uint256 ma_time,
        uint256 xcp_ma_time
    );

    constructor(
        address factory_,
        address[] memory coins_,
        string memory symbol_,
        Parameters memory parameters,
        uint256[] memory prices
    ) CryptoState(factory_, coins_, symbol_, parameters, prices) {}

    function apply_new_parameters(uint256[3] calldata fees, uint256[3] calldata rebalancing) external {
        packed_fee_params = _pack(fees[0], fees[1], fees[2]);
        packed_rebalancing_params = _pack(rebalancing[0], rebalancing[1], rebalancing[2]);
        emit NewParameters(fees[0], fees[1], fees[2], rebalancing[0], rebalancing[1], rebalancing[2], 62324);
    }

    function precisions() external view returns (uint256[2] memory) {
        return [units[0], units[1]];
    }

    /// The second half is of an average that nothing here depends on.
    function last_timestamp() external view returns (uint256) {
        return averagesTime | (averagesTime << 128);
    }

    function price_scale() external view returns (uint256) {
        return scales[0];
    }

    function price_oracle() external view returns (uint256) {
        return _averages()[0];
    }

    function last_prices() external view returns (uint256) {
        return lastPrices[0];
    }

    function add_liquidity(uint256[2] calldata amounts, uint256 minMint) external returns (uint256 minted) {
        uint256 fee;
        (minted, fee) = _add(_list(amounts), minMint);
        emit AddLiquidity(msg.sender, amounts, fee, totalSupply, scales[0]);
    }

    function remove_liquidity(uint256 amount, uint256[2] calldata minAmounts) external returns (uint256[2] memory paid) {
        uint256[] memory amounts = _remove(amount, _list(minAmounts));
        paid = [amounts[0], amounts[1]];
        emit RemoveLiquidity(msg.sender, paid, totalSupply);
    }

    function _list(uint256[2] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        (list[0], list[1]) = (given[0], given[1]);
    }
}
