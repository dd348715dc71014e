// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CurveToken} from "./CurveToken.sol";
import {StableSwapAdmin} from "./StableSwapAdmin.sol";
import {StableSwapMath} from "./StableSwapMath.sol";

/// What all plain pools of Curve do, whatever the number of coins and the shape of their ABI. Own minimal contract with the original's
/// exact maths, rounding, fees and switches.
abstract contract StableSwapPool is StableSwapAdmin {
    using StableSwapMath for uint256[];

    uint256 internal constant PRECISION = 1e18;

    CurveToken internal immutable lp;

    event TokenExchange(
        address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought
    );

    constructor(
        address owner_,
        address[] memory coins_,
        uint256[] memory rates_,
        address lpToken,
        uint256 a,
        uint256 fee_,
        uint256 adminFee,
        uint256 aPrecision_
    ) StableSwapAdmin(owner_, coins_, rates_, a, fee_, adminFee, aPrecision_) {
        lp = CurveToken(lpToken);
    }

    function get_virtual_price() external view returns (uint256) {
        return _xp(_balances()).invariant(_amplification()) * PRECISION / lp.totalSupply();
    }

    function calc_withdraw_one_coin(uint256 amount, int128 i) external view returns (uint256 dy) {
        (dy,) = _withdrawal(amount, uint256(int256(i)));
    }

    function get_dy(int128 i, int128 j, uint256 dx) external view returns (uint256) {
        (uint256 dy, uint256 dyFee) = _output(uint256(int256(i)), uint256(int256(j)), dx);
        return (dy - dyFee) * PRECISION / _rates()[uint256(int256(j))];
    }

    function _exchange(int128 i_, int128 j_, uint256 dx, uint256 minDy) internal alive returns (uint256 paid) {
        (uint256 i, uint256 j) = (uint256(int256(i_)), uint256(int256(j_)));
        (uint256 dy, uint256 dyFee) = _output(i, j, dx);
        uint256 rate = _rates()[j];
        paid = (dy - dyFee) * PRECISION / rate;
        require(paid >= minDy, "Exchange resulted in fewer coins than expected");
        balances[i] += dx;
        balances[j] -= paid + (dyFee * admin_fee / FEE_DENOMINATOR) * PRECISION / rate;
        _pull(coins[i], dx);
        _pay(coins[j], paid);
        emit TokenExchange(msg.sender, i_, dx, j_, paid);
    }

    /// What the pool gives for `dx`, before its fee and the fee, both scaled to 18 decimals.
    function _output(uint256 i, uint256 j, uint256 dx) private view returns (uint256 dy, uint256 dyFee) {
        require(i != j);
        uint256[] memory xp = _xp(_balances());
        uint256 d = xp.invariant(_amplification());
        uint256 before = xp[j];
        xp[i] += dx * _rates()[i] / PRECISION;
        dy = before - xp.solve(j, d, _amplification()) - 1;
        dyFee = dy * fee / FEE_DENOMINATOR;
    }

    function _add(uint256[] memory amounts, uint256 minMint)
        internal
        alive
        returns (uint256 minted, uint256[] memory fees, uint256 d1, uint256 supply)
    {
        uint256[] memory old = _balances();
        uint256[] memory added = _balances();
        supply = lp.totalSupply();
        fees = new uint256[](old.length);
        for (uint256 k; k < old.length; k++) {
            require(supply > 0 || amounts[k] > 0);
            added[k] += amounts[k];
        }
        uint256 d0 = supply > 0 ? _xp(old).invariant(_amplification()) : 0;
        d1 = _xp(added).invariant(_amplification());
        require(d1 > d0);
        minted = d1;
        if (supply > 0) {
            uint256 d2;
            (fees, d2) = _charge(old, added, d0, d1);
            minted = supply * (d2 - d0) / d0;
        } else {
            for (uint256 k; k < old.length; k++) balances[k] = added[k];
        }
        require(minted >= minMint, "Slippage screwed you");
        for (uint256 k; k < old.length; k++) if (amounts[k] > 0) _pull(coins[k], amounts[k]);
        lp.mint(msg.sender, minted);
        supply += minted;
    }

    function _removeImbalance(uint256[] memory amounts, uint256 maxBurn)
        internal
        alive
        returns (uint256 burned, uint256[] memory fees, uint256 d1, uint256 supply)
    {
        uint256[] memory old = _balances();
        uint256[] memory left = _balances();
        for (uint256 k; k < old.length; k++) left[k] -= amounts[k];
        supply = lp.totalSupply();
        uint256 d0 = _xp(old).invariant(_amplification());
        d1 = _xp(left).invariant(_amplification());
        uint256 d2;
        (fees, d2) = _charge(old, left, d0, d1);
        burned = (d0 - d2) * supply / d0;
        require(burned != 0);
        burned += 1;
        require(burned <= maxBurn, "Slippage screwed you");
        lp.burnFrom(msg.sender, burned);
        for (uint256 k; k < old.length; k++) if (amounts[k] > 0) _pay(coins[k], amounts[k]);
        supply -= burned;
    }

    /// Takes the fee on what is not in proportion; writes the balances and gives the invariant without the fees.
    function _charge(uint256[] memory old, uint256[] memory changed, uint256 d0, uint256 d1)
        private
        returns (uint256[] memory fees, uint256 d2)
    {
        fees = new uint256[](old.length);
        for (uint256 k; k < old.length; k++) {
            uint256 ideal = d1 * old[k] / d0;
            uint256 difference = ideal > changed[k] ? ideal - changed[k] : changed[k] - ideal;
            fees[k] = _imbalanceFee() * difference / FEE_DENOMINATOR;
            balances[k] = changed[k] - fees[k] * admin_fee / FEE_DENOMINATOR;
            changed[k] -= fees[k];
        }
        d2 = _xp(changed).invariant(_amplification());
    }

    function _remove(uint256 amount, uint256[] memory minAmounts)
        internal
        returns (uint256[] memory amounts, uint256 supply)
    {
        supply = lp.totalSupply();
        amounts = new uint256[](coins.length);
        for (uint256 k; k < amounts.length; k++) {
            uint256 value = balances[k] * amount / supply;
            require(value >= minAmounts[k], "Withdrawal resulted in fewer coins than expected");
            balances[k] -= value;
            amounts[k] = value;
            _pay(coins[k], value);
        }
        lp.burnFrom(msg.sender, amount);
        supply -= amount;
    }

    function _removeOne(uint256 amount, int128 i_, uint256 minAmount) internal alive returns (uint256 dy) {
        uint256 i = uint256(int256(i_));
        uint256 dyFee;
        (dy, dyFee) = _withdrawal(amount, i);
        require(dy >= minAmount, "Not enough coins removed");
        balances[i] -= dy + dyFee * admin_fee / FEE_DENOMINATOR;
        lp.burnFrom(msg.sender, amount);
        _pay(coins[i], dy);
    }

    function _withdrawal(uint256 amount, uint256 i) private view returns (uint256 dy, uint256 dyFee) {
        uint256[] memory xp = _xp(_balances());
        uint256 d0 = xp.invariant(_amplification());
        uint256 d1 = d0 - amount * d0 / lp.totalSupply();
        uint256 y = xp.solve(i, d1, _amplification());
        uint256 rate = _rates()[i];
        dyFee = (xp[i] - y) * PRECISION / rate;
        for (uint256 k; k < xp.length; k++) {
            uint256 expected = k == i ? xp[k] * d1 / d0 - y : xp[k] - xp[k] * d1 / d0;
            xp[k] -= _imbalanceFee() * expected / FEE_DENOMINATOR;
        }
        dy = (xp[i] - xp.solve(i, d1, _amplification()) - 1) * PRECISION / rate;
        dyFee -= dy;
    }

    function _imbalanceFee() private view returns (uint256) {
        return fee * coins.length / (4 * (coins.length - 1));
    }
}
