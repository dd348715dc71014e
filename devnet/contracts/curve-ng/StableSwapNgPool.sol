// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapMath} from "../curve/StableSwapMath.sol";
import {StableSwapNgCoins} from "./StableSwapNgCoins.sol";
import {StableSwapNgMath} from "./StableSwapNgMath.sol";

/// What all pools of Curve's stableswap-ng factory do, whatever the shape of their ABI. Own minimal contract with the original's exact
/// maths, rounding and fees; of the price oracle only what it refuses. Anyone may set what the factory's admin may.
/// Formulas: github.com/curvefi/stableswap-ng, contracts/main/CurveStableSwapNG.vy.
abstract contract StableSwapNgPool is StableSwapNgCoins {
    using StableSwapNgMath for uint256[];

    uint256 internal constant FEE_DENOMINATOR = 10 ** 10;
    uint256 public constant admin_fee = 5_000_000_000;
    uint256 private constant A_PRECISION = 100;

    uint256 public fee;
    uint256 public offpeg_fee_multiplier;
    uint256 public initial_A;
    uint256 public future_A;
    uint256 public initial_A_time;
    uint256 public future_A_time;
    uint256 public last_price;

    event TokenExchange(
        address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought
    );
    event AddLiquidity(
        address indexed provider, uint256[] token_amounts, uint256[] fees, uint256 invariant, uint256 token_supply
    );
    event RemoveLiquidity(
        address indexed provider, uint256[] token_amounts, uint256[] fees, uint256 token_supply
    );
    event RemoveLiquidityOne(
        address indexed provider, int128 token_id, uint256 token_amount, uint256 coin_amount, uint256 token_supply
    );
    event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time);
    event StopRampA(uint256 A, uint256 t);
    event ApplyNewFee(uint256 fee, uint256 offpeg_fee_multiplier);

    constructor(string memory symbol_, uint256 a, uint256 fee_, uint256 offpeg) {
        name = symbol_;
        symbol = symbol_;
        initial_A = a * A_PRECISION;
        future_A = a * A_PRECISION;
        fee = fee_;
        offpeg_fee_multiplier = offpeg;
    }

    function ramp_A(uint256 a, uint256 time) external {
        (initial_A, future_A) = (_a(), a * A_PRECISION);
        (initial_A_time, future_A_time) = (block.timestamp, time);
        emit RampA(initial_A, future_A, block.timestamp, time);
    }

    function stop_ramp_A() external {
        uint256 a = _a();
        (initial_A, future_A, initial_A_time, future_A_time) = (a, a, block.timestamp, block.timestamp);
        emit StopRampA(a, block.timestamp);
    }

    function set_new_fee(uint256 fee_, uint256 offpeg) external {
        (fee, offpeg_fee_multiplier) = (fee_, offpeg);
        emit ApplyNewFee(fee_, offpeg);
    }

    function get_virtual_price() external view returns (uint256) {
        return _xp(stored_rates(), get_balances()).invariant(_a()) * PRECISION / totalSupply;
    }

    function exchange(int128 i_, int128 j_, uint256 dx, uint256 minDy) external returns (uint256 dy) {
        (uint256 i, uint256 j) = (uint256(int256(i_)), uint256(int256(j_)));
        require(i != j && dx > 0);
        uint256[] memory rates = stored_rates();
        uint256[] memory xp = _xp(rates, get_balances());
        uint256 received = _pull(i, dx);
        dy = _swap(xp, rates, i, j, xp[i] + received * rates[i] / PRECISION);
        require(dy >= minDy, "Exchange resulted in fewer coins than expected");
        _pay(j, dy, msg.sender);
        emit TokenExchange(msg.sender, i_, received, j_, dy);
    }

    function _swap(uint256[] memory xp, uint256[] memory rates, uint256 i, uint256 j, uint256 x)
        private
        returns (uint256 dy)
    {
        uint256 d = xp.invariant(_a());
        (uint256 xi, uint256 xj) = (xp[i], xp[j]);
        xp[i] = x;
        uint256 y = _solve(xp, j, d);
        dy = xj - y - 1;
        uint256 dyFee = dy * _dynamicFee((xi + x) / 2, (xj + y) / 2, fee) / FEE_DENOMINATOR;
        dy = (dy - dyFee) * PRECISION / rates[j];
        admin_balances[j] += dyFee * admin_fee / FEE_DENOMINATOR * PRECISION / rates[j];
        xp[j] = y;
        _upkeep(xp, d);
    }

    function _add(uint256[] memory amounts, uint256 minMint) internal returns (uint256 minted) {
        uint256[] memory rates = stored_rates();
        uint256[] memory old = get_balances();
        uint256[] memory changed = get_balances();
        uint256 d0 = _xp(rates, old).invariant(_a());
        for (uint256 k; k < old.length; k++) {
            if (amounts[k] > 0) changed[k] += _pull(k, amounts[k]);
            else require(totalSupply > 0);
        }
        uint256 d1 = _xp(rates, changed).invariant(_a());
        require(d1 > d0);
        uint256[] memory fees = new uint256[](totalSupply > 0 ? old.length : 0);
        minted = d1;
        if (totalSupply > 0) {
            _charge(fees, rates, old, changed, d0, d1);
            uint256[] memory xp = _xp(rates, changed);
            d1 = xp.invariant(_a());
            minted = totalSupply * (d1 - d0) / d0;
            _upkeep(xp, d1);
        }
        require(minted >= minMint, "Slippage screwed you");
        _mint(msg.sender, minted);
        emit AddLiquidity(msg.sender, amounts, fees, d1, totalSupply);
    }

    function _charge(
        uint256[] memory fees,
        uint256[] memory rates,
        uint256[] memory old,
        uint256[] memory changed,
        uint256 d0,
        uint256 d1
    ) private {
        for (uint256 k; k < old.length; k++) {
            uint256 ideal = d1 * old[k] / d0;
            uint256 difference = ideal > changed[k] ? ideal - changed[k] : changed[k] - ideal;
            uint256 xs = rates[k] * (old[k] + changed[k]) / PRECISION;
            fees[k] = _dynamicFee(xs, (d0 + d1) / old.length, _baseFee()) * difference / FEE_DENOMINATOR;
            admin_balances[k] += fees[k] * admin_fee / FEE_DENOMINATOR;
            changed[k] -= fees[k];
        }
    }

    function _remove(uint256 amount, uint256[] memory minAmounts) internal returns (uint256[] memory amounts) {
        require(amount > 0 && minAmounts.length == coins.length);
        amounts = get_balances();
        uint256 supply = totalSupply;
        for (uint256 k; k < amounts.length; k++) {
            amounts[k] = amounts[k] * amount / supply;
            require(amounts[k] >= minAmounts[k], "Withdrawal resulted in fewer coins than expected");
            _pay(k, amounts[k], msg.sender);
        }
        _burn(msg.sender, amount);
        emit RemoveLiquidity(msg.sender, amounts, new uint256[](0), totalSupply);
        withdraw_admin_fees();
    }

    function remove_liquidity_one_coin(uint256 amount, int128 i_, uint256 minAmount) external returns (uint256 dy) {
        require(amount > 0);
        uint256 i = uint256(int256(i_));
        (uint256[] memory rates, uint256[] memory balances) = (stored_rates(), get_balances());
        uint256[] memory xp = _xp(rates, balances);
        uint256 d0 = xp.invariant(_a());
        uint256 d1 = d0 - amount * d0 / totalSupply;
        uint256 y = _solve(xp, i, d1);
        uint256 whole = (xp[i] - y) * PRECISION / rates[i];
        dy = (_reduced(_xp(rates, balances), i, y, d0, d1) - 1) * PRECISION / rates[i];
        require(dy >= minAmount, "Not enough coins removed");
        admin_balances[i] += (whole - dy) * admin_fee / FEE_DENOMINATOR;
        _burn(msg.sender, amount);
        _pay(i, dy, msg.sender);
        emit RemoveLiquidityOne(msg.sender, i_, amount, dy, totalSupply);
        xp[i] = y;
        _upkeep(xp, d1);
    }

    /// What a coin pays when D falls and the fees are taken of all coins.
    function _reduced(uint256[] memory xp, uint256 i, uint256 y, uint256 d0, uint256 d1)
        private
        view
        returns (uint256)
    {
        uint256 even = (d0 + d1) / (2 * xp.length);
        for (uint256 k; k < xp.length; k++) {
            uint256 kept = xp[k] * d1 / d0;
            uint256 expected = k == i ? kept - y : xp[k] - kept;
            uint256 own = _dynamicFee(k == i ? (xp[k] + y) / 2 : xp[k], even, _baseFee());
            xp[k] -= own * expected / FEE_DENOMINATOR;
        }
        return xp[i] - _solve(xp, i, d1);
    }

    function _dynamicFee(uint256 xi, uint256 xj, uint256 base) private view returns (uint256) {
        uint256 offpeg = offpeg_fee_multiplier;
        if (offpeg <= FEE_DENOMINATOR) return base;
        uint256 square = (xi + xj) ** 2;
        return offpeg * base / ((offpeg - FEE_DENOMINATOR) * 4 * xi * xj / square + FEE_DENOMINATOR);
    }

    function _baseFee() private view returns (uint256) {
        return fee * coins.length / (4 * (coins.length - 1));
    }

    /// The oracle's spot price, without which nothing is traded.
    function _upkeep(uint256[] memory xp, uint256 d) private {
        last_price = xp.spot(_a(), d);
    }

    function _solve(uint256[] memory xp, uint256 index, uint256 d) private view returns (uint256) {
        return StableSwapMath.solve(xp, index, d, StableSwapMath.Amplification(_a(), A_PRECISION));
    }

    function _a() private view returns (uint256) {
        if (block.timestamp >= future_A_time) return future_A;
        uint256 passed = block.timestamp - initial_A_time;
        uint256 time = future_A_time - initial_A_time;
        if (future_A > initial_A) return initial_A + (future_A - initial_A) * passed / time;
        return initial_A - (initial_A - future_A) * passed / time;
    }

    function _xp(uint256[] memory rates, uint256[] memory balances) private pure returns (uint256[] memory xp) {
        xp = new uint256[](rates.length);
        for (uint256 k; k < xp.length; k++) xp[k] = rates[k] * balances[k] / PRECISION;
    }
}
