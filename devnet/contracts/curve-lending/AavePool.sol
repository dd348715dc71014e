// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapMath} from "../curve/StableSwapMath.sol";
import {LendingCoins} from "./LendingCoins.sol";

/// What Curve's pools of aTokens of Aave V2 do, whatever the number of coins. Own minimal contract with the originals' exact maths,
/// rounding and fees. Formulas: github.com/curvefi/curve-contract, contracts/pools/aave/StableSwapAave.vy, and saave beside it.
abstract contract AavePool is LendingCoins {
    uint256 private constant A_PRECISION = 100;
    uint256 private constant MOST_STEPS = 255;

    event TokenExchange(
        address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought
    );
    event TokenExchangeUnderlying(
        address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought
    );
    event RemoveLiquidityOne(address indexed provider, uint256 token_amount, uint256 coin_amount);

    error NoConvergence();

    function get_virtual_price() external view returns (uint256) {
        return _invariant(_xp(_balances())) * 1e18 / lp_token.totalSupply();
    }

    function get_dy(int128 i, int128 j, uint256 dx) public view returns (uint256) {
        (uint256 from, uint256 to) = (uint256(int256(i)), uint256(int256(j)));
        uint256[] memory xp = _xp(_balances());
        (uint256 x, uint256 y) = _solved(xp, from, to, dx);
        uint256 dy = (xp[to] - y) / precisions[to];
        uint256 own = _dynamicFee((xp[from] + x) / 2, (xp[to] + y) / 2, fee);
        return dy - own * dy / FEE_DENOMINATOR;
    }

    function get_dy_underlying(int128 i, int128 j, uint256 dx) external view returns (uint256) {
        return get_dy(i, j, dx);
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 minDy) external returns (uint256 dy) {
        dy = _trade(i, j, dx, minDy, false);
        emit TokenExchange(msg.sender, i, dx, j, dy);
    }

    function exchange_underlying(int128 i, int128 j, uint256 dx, uint256 minDy) external returns (uint256 dy) {
        dy = _trade(i, j, dx, minDy, true);
        emit TokenExchangeUnderlying(msg.sender, i, dx, j, dy);
    }

    function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount) external returns (uint256) {
        return _removeOne(amount, i, minAmount, false);
    }

    function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount, bool useUnderlying)
        external
        returns (uint256)
    {
        return _removeOne(amount, i, minAmount, useUnderlying);
    }

    function _trade(int128 i, int128 j, uint256 dx, uint256 minDy, bool useUnderlying) private returns (uint256 dy) {
        dy = _exchange(uint256(int256(i)), uint256(int256(j)), dx);
        require(dy >= minDy, "Exchange resulted in fewer coins than expected");
        _take(uint256(int256(i)), dx, useUnderlying);
        _give(uint256(int256(j)), dy, useUnderlying);
    }

    function _exchange(uint256 i, uint256 j, uint256 dx) private returns (uint256) {
        require(i != j);
        uint256[] memory xp = _xp(_balances());
        (uint256 x, uint256 y) = _solved(xp, i, j, dx);
        uint256 dy = xp[j] - y;
        uint256 dyFee = dy * _dynamicFee((xp[i] + x) / 2, (xp[j] + y) / 2, fee) / FEE_DENOMINATOR;
        admin_balances[j] += dyFee * admin_fee / FEE_DENOMINATOR / precisions[j];
        return (dy - dyFee) / precisions[j];
    }

    /// Balances of both coins after `dx` of the first is added.
    function _solved(uint256[] memory xp, uint256 i, uint256 j, uint256 dx)
        private
        view
        returns (uint256 x, uint256 y)
    {
        uint256 d = _invariant(xp);
        uint256 before = xp[i];
        x = before + dx * precisions[i];
        xp[i] = x;
        y = _solve(xp, j, d);
        xp[i] = before;
    }

    function _add(uint256[] memory amounts, uint256 minMint, bool useUnderlying)
        internal
        returns (uint256 minted, uint256[] memory fees, uint256 d1)
    {
        uint256[] memory old = _balances();
        uint256[] memory changed = _balances();
        uint256 supply = lp_token.totalSupply();
        uint256 d0 = supply == 0 ? 0 : _invariant(_xp(old));
        for (uint256 k; k < old.length; k++) {
            require(supply > 0 || amounts[k] > 0);
            changed[k] += amounts[k];
        }
        d1 = _invariant(_xp(changed));
        require(d1 > d0);
        (minted, fees) = (d1, new uint256[](old.length));
        if (supply > 0) {
            fees = _charge(old, changed, d0, d1);
            minted = supply * (_invariant(_xp(changed)) - d0) / d0;
        }
        require(minted >= minMint, "Slippage screwed you");
        for (uint256 k; k < old.length; k++) if (amounts[k] > 0) _take(k, amounts[k], useUnderlying);
        lp_token.mint(msg.sender, minted);
    }

    function _remove(uint256 amount, uint256[] memory minAmounts, bool useUnderlying)
        internal
        returns (uint256[] memory amounts)
    {
        amounts = _balances();
        uint256 supply = lp_token.totalSupply();
        lp_token.burnFrom(msg.sender, amount);
        for (uint256 k; k < amounts.length; k++) {
            amounts[k] = amounts[k] * amount / supply;
            require(amounts[k] >= minAmounts[k], "Withdrawal resulted in fewer coins than expected");
            _give(k, amounts[k], useUnderlying);
        }
    }

    function _removeImbalance(uint256[] memory amounts, uint256 maxBurn, bool useUnderlying)
        internal
        returns (uint256 burned, uint256[] memory fees, uint256 d1)
    {
        uint256[] memory old = _balances();
        uint256[] memory left = _balances();
        uint256 d0 = _invariant(_xp(old));
        for (uint256 k; k < old.length; k++) left[k] -= amounts[k];
        d1 = _invariant(_xp(left));
        fees = _charge(old, left, d0, d1);
        burned = (d0 - _invariant(_xp(left))) * lp_token.totalSupply() / d0;
        require(burned > 0 && burned <= maxBurn, "Slippage screwed you");
        lp_token.burnFrom(msg.sender, burned);
        for (uint256 k; k < old.length; k++) if (amounts[k] > 0) _give(k, amounts[k], useUnderlying);
    }

    /// Takes the fee on what is not in proportion. Amounts of a coin count in its own decimals, as the original's.
    function _charge(uint256[] memory old, uint256[] memory changed, uint256 d0, uint256 d1)
        private
        returns (uint256[] memory fees)
    {
        fees = new uint256[](old.length);
        uint256 ys = (d0 + d1) / old.length;
        for (uint256 k; k < old.length; k++) {
            uint256 ideal = d1 * old[k] / d0;
            uint256 difference = ideal > changed[k] ? ideal - changed[k] : changed[k] - ideal;
            fees[k] = _dynamicFee(old[k] + changed[k], ys, _imbalanceFee()) * difference / FEE_DENOMINATOR;
            admin_balances[k] += fees[k] * admin_fee / FEE_DENOMINATOR;
            changed[k] -= fees[k];
        }
    }

    function _removeOne(uint256 amount, int128 i_, uint256 minAmount, bool useUnderlying)
        private
        returns (uint256 dy)
    {
        uint256 i = uint256(int256(i_));
        dy = (_reduced(i, amount) - 1) / precisions[i];
        require(dy >= minAmount, "Not enough coins removed");
        lp_token.burnFrom(msg.sender, amount);
        _give(i, dy, useUnderlying);
        emit RemoveLiquidityOne(msg.sender, amount, dy);
    }

    /// What a coin pays when D falls and the fees are taken of all coins, 18 decimals.
    function _reduced(uint256 i, uint256 amount) private view returns (uint256) {
        uint256[] memory xp = _xp(_balances());
        uint256 d0 = _invariant(xp);
        uint256 d1 = d0 - amount * d0 / lp_token.totalSupply();
        uint256 y = _solve(xp, i, d1);
        uint256[] memory left = new uint256[](xp.length);
        uint256 ys = (d0 + d1) / (2 * xp.length);
        for (uint256 k; k < xp.length; k++) {
            uint256 expected = k == i ? xp[k] * d1 / d0 - y : xp[k] - xp[k] * d1 / d0;
            uint256 average = k == i ? (xp[k] + y) / 2 : xp[k];
            left[k] = xp[k] - _dynamicFee(average, ys, _imbalanceFee()) * expected / FEE_DENOMINATOR;
        }
        return left[i] - _solve(left, i, d1);
    }

    function _imbalanceFee() private view returns (uint256) {
        return fee * coins.length / (4 * (coins.length - 1));
    }

    function _dynamicFee(uint256 xpi, uint256 xpj, uint256 base) private view returns (uint256) {
        uint256 multiplier = offpeg_fee_multiplier;
        if (multiplier <= FEE_DENOMINATOR) return base;
        uint256 sum = xpi + xpj;
        return multiplier * base
            / ((multiplier - FEE_DENOMINATOR) * 4 * xpi * xpj / (sum * sum) + FEE_DENOMINATOR);
    }

    /// As `StableSwapMath`, but for the one that is added to what is divided by.
    function _invariant(uint256[] memory xp) private view returns (uint256 d) {
        uint256 n = xp.length;
        uint256 sum;
        for (uint256 k; k < n; k++) sum += xp[k];
        if (sum == 0) return 0;
        d = sum;
        uint256 ann = _a() * n;
        for (uint256 step; step < MOST_STEPS; step++) {
            uint256 product = d;
            for (uint256 k; k < n; k++) product = product * d / (xp[k] * n + 1);
            uint256 previous = d;
            d = (ann * sum / A_PRECISION + product * n) * d
                / ((ann - A_PRECISION) * d / A_PRECISION + (n + 1) * product);
            if (d > previous ? d - previous <= 1 : previous - d <= 1) return d;
        }
        revert NoConvergence();
    }

    function _solve(uint256[] memory xp, uint256 index, uint256 d) private view returns (uint256) {
        return StableSwapMath.solve(xp, index, d, StableSwapMath.Amplification(_a(), A_PRECISION));
    }
}
