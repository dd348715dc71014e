// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapMath} from "../curve/StableSwapMath.sol";
import {StableSwapNgMath} from "../curve-ng/StableSwapNgMath.sol";
import {PlainCoins} from "./PlainCoins.sol";

/// What all plain pools of Curve's factory before stableswap-ng do, whatever the number of coins. Own minimal contract with the
/// originals' exact maths, rounding and fees; of the average price only what it refuses.
/// Formulas: github.com/curvefi/curve-factory, contracts/implementations/plain-2/Plain2Basic.vy, Plain2ETH.vy and Plain2BasicEMA.vy,
/// contracts/implementations/plain-3/Plain3Basic.vy.
abstract contract PlainPool is PlainCoins {
    uint256 private constant PRECISION = 1e18;
    uint256 private constant FEE_DENOMINATOR = 1e10;
    uint256 private constant A_PRECISION = 100;

    /// Whether the code averages its price.
    bool private immutable hasAverage;
    uint256 public last_price;

    event TokenExchange(
        address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought
    );
    event RemoveLiquidityOne(
        address indexed provider, uint256 token_amount, uint256 coin_amount, uint256 token_supply
    );

    constructor(bool hasAverage_) {
        hasAverage = hasAverage_;
    }

    /// Around what changes balances: code that counts what it holds reads them first, and notes what is not the pool's last.
    modifier counted() {
        _open();
        _;
        _close();
    }

    function get_virtual_price() external view returns (uint256) {
        return _invariant(_xp(_balances())) * PRECISION / _supply();
    }

    function exchange(int128 i_, int128 j_, uint256 dx, uint256 minDy)
        external
        payable
        counted
        returns (uint256 paid)
    {
        (uint256 i, uint256 j) = (uint256(int256(i_)), uint256(int256(j_)));
        require(i != j && (coins[i] == NATIVE || msg.value == 0));
        uint256[] memory rates = _rates();
        uint256[] memory xp = _xp(stored);
        uint256 d = _invariant(xp);
        uint256 before = xp[j];
        xp[i] += dx * rates[i] / PRECISION;
        xp[j] = _solve(xp, j, d);
        uint256 dy = before - xp[j] - 1;
        uint256 dyFee = dy * fee / FEE_DENOMINATOR;
        paid = (dy - dyFee) * PRECISION / rates[j];
        require(paid >= minDy, "Exchange resulted in fewer coins than expected");
        if (_keepsScaled()) {
            stored[i] = xp[i] * PRECISION / rates[i];
            stored[j] = (xp[j] + dyFee - dyFee * admin_fee / FEE_DENOMINATOR) * PRECISION / rates[j];
        } else {
            stored[i] += dx;
            stored[j] -= paid + (dyFee * admin_fee / FEE_DENOMINATOR) * PRECISION / rates[j];
        }
        _average(xp, d);
        _pull(i, dx);
        _pay(j, paid);
        emit TokenExchange(msg.sender, i_, dx, j_, paid);
    }

    function _add(uint256[] memory amounts, uint256 minMint)
        internal
        counted
        returns (uint256 minted, uint256[] memory fees, uint256 d1)
    {
        (uint256[] memory old, uint256[] memory changed) = (stored, stored);
        for (uint256 k; k < old.length; k++) {
            require(_supply() > 0 || amounts[k] > 0);
            changed[k] += amounts[k];
            if (coins[k] == NATIVE || amounts[k] > 0) _pull(k, amounts[k]);
        }
        require(coins[0] == NATIVE || msg.value == 0);
        uint256 d0 = _invariant(_xp(old));
        d1 = _invariant(_xp(changed));
        require(d1 > d0);
        (minted, fees) = (d1, new uint256[](old.length));
        if (_supply() == 0) {
            stored = changed;
        } else {
            fees = _charge(old, changed, d0, d1);
            uint256[] memory xp = _xp(changed);
            uint256 d2 = _invariant(xp);
            minted = _supply() * (d2 - d0) / d0;
            _average(xp, d2);
        }
        require(minted >= minMint, "Slippage screwed you");
        _issue(msg.sender, minted);
    }

    function _removeImbalance(uint256[] memory amounts, uint256 maxBurn)
        internal
        counted
        returns (uint256 burned, uint256[] memory fees, uint256 d1)
    {
        (uint256[] memory old, uint256[] memory left) = (stored, stored);
        for (uint256 k; k < old.length; k++) left[k] -= amounts[k];
        uint256 d0 = _invariant(_xp(old));
        d1 = _invariant(_xp(left));
        fees = _charge(old, left, d0, d1);
        uint256[] memory xp = _xp(left);
        uint256 d2 = _invariant(xp);
        _average(xp, d2);
        burned = (d0 - d2) * _supply() / d0 + 1;
        require(burned > 1 && burned <= maxBurn, "Slippage screwed you");
        _destroy(msg.sender, burned);
        for (uint256 k; k < old.length; k++) if (amounts[k] > 0) _pay(k, amounts[k]);
    }

    /// Takes the fee on what is not in proportion, and writes the balances.
    function _charge(uint256[] memory old, uint256[] memory changed, uint256 d0, uint256 d1)
        private
        returns (uint256[] memory fees)
    {
        fees = new uint256[](old.length);
        for (uint256 k; k < old.length; k++) {
            uint256 ideal = d1 * old[k] / d0;
            uint256 difference = ideal > changed[k] ? ideal - changed[k] : changed[k] - ideal;
            fees[k] = _imbalanceFee() * difference / FEE_DENOMINATOR;
            stored[k] = changed[k] - fees[k] * admin_fee / FEE_DENOMINATOR;
            changed[k] -= fees[k];
        }
    }

    function _remove(uint256 amount, uint256[] memory minAmounts)
        internal
        counted
        returns (uint256[] memory amounts)
    {
        amounts = new uint256[](minAmounts.length);
        for (uint256 k; k < amounts.length; k++) {
            amounts[k] = stored[k] * amount / _supply();
            require(amounts[k] >= minAmounts[k], "Withdrawal resulted in fewer coins than expected");
            stored[k] -= amounts[k];
            _pay(k, amounts[k]);
        }
        _destroy(msg.sender, amount);
    }

    function remove_liquidity_one_coin(uint256 amount, int128 i_, uint256 minAmount)
        external
        counted
        returns (uint256 dy)
    {
        uint256 i = uint256(int256(i_));
        uint256 rate = _rates()[i];
        uint256[] memory xp = _xp(stored);
        uint256 d0 = _invariant(xp);
        uint256 d1 = d0 - amount * d0 / _supply();
        uint256 y = _solve(xp, i, d1);
        uint256 whole = (xp[i] - y) * PRECISION / rate;
        dy = (_reduced(i, y, d0, d1) - 1) * PRECISION / rate;
        require(dy >= minAmount, "Not enough coins removed");
        stored[i] -= dy + (whole - dy) * admin_fee / FEE_DENOMINATOR;
        _destroy(msg.sender, amount);
        _pay(i, dy);
        emit RemoveLiquidityOne(msg.sender, amount, dy, _supply());
        xp[i] = y;
        if (y > 0) _average(xp, d1);
    }

    /// What a coin pays when D falls and the fees are taken of all coins.
    function _reduced(uint256 i, uint256 y, uint256 d0, uint256 d1) private view returns (uint256) {
        uint256[] memory xp = _xp(stored);
        for (uint256 k; k < xp.length; k++) {
            uint256 expected = k == i ? xp[k] * d1 / d0 - y : xp[k] - xp[k] * d1 / d0;
            xp[k] -= _imbalanceFee() * expected / FEE_DENOMINATOR;
        }
        return xp[i] - _solve(xp, i, d1);
    }

    function _imbalanceFee() private view returns (uint256) {
        return fee * coins.length / (4 * (coins.length - 1));
    }

    function _open() internal virtual {}

    function _close() internal virtual {}

    /// Whether an exchange writes balances as it counts them.
    function _keepsScaled() internal view virtual returns (bool) {
        return false;
    }

    function _supply() internal view virtual returns (uint256) {
        return totalSupply;
    }

    function _issue(address to, uint256 value) internal virtual {
        _mint(to, value);
    }

    function _destroy(address from, uint256 value) internal virtual {
        _burn(from, value);
    }

    function _average(uint256[] memory xp, uint256 d) internal virtual {
        if (!hasAverage) return;
        last_price = StableSwapNgMath.spot(xp, _a(), d);
        require(last_price < 2 ** 128);
    }

    /// Code of two coins divides by n^n at once, that of more by n for each coin.
    function _invariant(uint256[] memory xp) internal view virtual returns (uint256) {
        if (xp.length == 2) return StableSwapNgMath.invariant(xp, _a());
        return _eachInvariant(xp);
    }

    function _eachInvariant(uint256[] memory xp) internal view returns (uint256) {
        return StableSwapMath.invariant(xp, StableSwapMath.Amplification(_a(), A_PRECISION));
    }

    function _solve(uint256[] memory xp, uint256 index, uint256 d) private view returns (uint256) {
        return StableSwapMath.solve(xp, index, d, StableSwapMath.Amplification(_a(), A_PRECISION));
    }

    function _xp(uint256[] memory of_) private view returns (uint256[] memory xp) {
        uint256[] memory rates = _rates();
        xp = new uint256[](of_.length);
        for (uint256 k; k < xp.length; k++) xp[k] = rates[k] * of_[k] / PRECISION;
    }
}
