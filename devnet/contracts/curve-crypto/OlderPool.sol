// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoMath} from "./CryptoMath.sol";
import {OlderMath} from "./OlderMath.sol";
import {OlderState} from "./OlderState.sol";

/// What Curve's pools before twocrypto-ng and tricrypto-ng do, whatever the shape of their ABI. Own minimal contract with the originals'
/// exact maths, rounding and fees. Anyone may set what the admin may, and the native currency is not taken.
/// Formulas: github.com/curvefi/curve-crypto-contract, contracts/tricrypto/CurveCryptoSwap.vy and contracts/two/CurveCryptoSwap2ETH.vy.
abstract contract OlderPool is OlderState {
    using CryptoMath for uint256[];
    using OlderMath for uint256[];

    uint256 private constant TELLING = 1e5;

    event TokenExchange(
        address indexed buyer, uint256 sold_id, uint256 tokens_sold, uint256 bought_id, uint256 tokens_bought
    );
    event RemoveLiquidityOne(address indexed provider, uint256 token_amount, uint256 coin_index, uint256 coin_amount);
    event RampAgamma(
        uint256 initial_A,
        uint256 future_A,
        uint256 initial_gamma,
        uint256 future_gamma,
        uint256 initial_time,
        uint256 future_time
    );
    event StopRampA(uint256 current_A, uint256 current_gamma, uint256 time);
    event NewParameters(
        uint256 admin_fee,
        uint256 mid_fee,
        uint256 out_fee,
        uint256 fee_gamma,
        uint256 allowed_extra_profit,
        uint256 adjustment_step,
        uint256 ma_half_time
    );

    function ramp_A_gamma(uint256 a, uint256 gamma, uint256 time) external {
        uint256[2] memory shape = _shape();
        if (traits.oldest) shape[0] /= 100;
        initial_A_gamma = (shape[0] << 128) | shape[1];
        future_A_gamma = (a << 128) | gamma;
        (initial_A_gamma_time, future_A_gamma_time) = (block.timestamp, time);
        emit RampAgamma(shape[0], a, shape[1], gamma, block.timestamp, time);
    }

    function stop_ramp_A_gamma() external {
        uint256[2] memory shape = _shape();
        if (traits.oldest) shape[0] /= 100;
        initial_A_gamma = (shape[0] << 128) | shape[1];
        future_A_gamma = initial_A_gamma;
        (initial_A_gamma_time, future_A_gamma_time) = (block.timestamp, block.timestamp);
        emit StopRampA(shape[0], shape[1], block.timestamp);
    }

    function apply_new_parameters(uint256[3] calldata fees, uint256[3] calldata rebalancing) external {
        (mid_fee, out_fee, fee_gamma) = (fees[0], fees[1], fees[2]);
        (allowed, adjustment_step, ma_half_time) = (rebalancing[0], rebalancing[1], rebalancing[2]);
        emit NewParameters(admin_fee, fees[0], fees[1], fees[2], rebalancing[0], rebalancing[1], rebalancing[2]);
    }

    /// The invariant before a trade, anew while A and gamma move, and in the first trade after.
    function _before() private returns (uint256) {
        uint256 end = future_A_gamma_time;
        if (traits.oldest || end == 0) return D;
        if (block.timestamp >= end) future_A_gamma_time = 1;
        return _xp(balances).newtonD(_shape());
    }

    function _exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy) internal returns (uint256 dy) {
        require(!is_killed && i != j && dx > 0);
        uint256 d = _before();
        uint256[] memory held = balances;
        held[i] += dx;
        dy = _quote(_xp(held), j, d);
        require(dy >= minDy, "Slippage");
        held[j] -= dy;
        balances = held;
        _pull(i, dx);
        _pay(j, dy);
        uint256[] memory xp = _xp(held);
        (uint256 index, uint256 price) = _priceOf(i, j, dx, dy);
        _tweak(xp, xp.newtonD(_shape()), index, price);
        emit TokenExchange(msg.sender, i, dx, j, dy);
    }

    function _quote(uint256[] memory xp, uint256 j, uint256 d) private view returns (uint256 dy) {
        uint256 y = xp.newtonY(j, d, _shape());
        dy = xp[j] - y - 1;
        xp[j] = y;
        if (j > 0) dy = dy * 1e18 / scales[j - 1];
        dy /= units[j];
        dy -= _fee(xp) * dy / 1e10;
    }

    function _priceOf(uint256 i, uint256 j, uint256 dx, uint256 dy) private view returns (uint256, uint256) {
        if (dx <= TELLING || dy <= TELLING) return (j, 0);
        (uint256 given, uint256 paid) = (dx * units[i], dy * units[j]);
        if (i == 0) return (j, given * 1e18 / paid);
        if (j == 0) return (i, paid * 1e18 / given);
        return (j, lastPrices[i - 1] * given / paid);
    }

    /// The price that a coin was paid in or out at, a part of all being `numerator / denominator`.
    function _priceOfCoin(uint256[] memory held, uint256 i, uint256 amount, uint256 numerator, uint256 denominator)
        private
        view
        returns (uint256, uint256)
    {
        bool ofTwo = held.length == 2;
        uint256 sum;
        for (uint256 k; k < held.length; k++) {
            if (k == i) continue;
            if (k == 0 || ofTwo) sum += held[k] * units[k];
            else sum += held[k] * lastPrices[k - 1] * units[k] / 1e18;
        }
        sum = sum * numerator / denominator;
        uint256 price = sum * 1e18 / (amount * units[i] - numerator * held[i] * units[i] / denominator);
        return ofTwo && i == 0 ? (1, 1e36 / price) : (i, price);
    }

    function _add(uint256[] memory amounts, uint256 minMint) internal returns (uint256 minted, uint256 fee) {
        require(!is_killed && amounts.total() > 0);
        uint256[] memory old = _xp(balances);
        uint256 d0 = _before();
        uint256[] memory held = balances;
        uint256 index = held.length;
        for (uint256 k; k < held.length; k++) {
            if (amounts[k] == 0) continue;
            held[k] += amounts[k];
            index = index == held.length ? k : held.length + 1;
            _pull(k, amounts[k]);
        }
        balances = held;
        uint256[] memory xp = _xp(held);
        uint256 d = xp.newtonD(_shape());
        uint256 supply = token.totalSupply();
        if (supply == 0) {
            minted = _xcp(d, scales);
            (D, virtual_price, xcp_profit) = (d, 1e18, 1e18);
            token.mint(msg.sender, minted);
        } else {
            minted = supply * d / d0 - supply;
            require(minted > 0);
            fee = _tokenFee(amounts, old, xp) * minted / 1e10 + 1;
            minted -= fee;
            token.mint(msg.sender, minted);
            uint256 price;
            if (minted > TELLING && index < held.length) {
                (index, price) = _priceOfCoin(held, index, amounts[index], minted, supply + minted);
            }
            _tweak(xp, d, index, price);
        }
        require(minted >= minMint, "Slippage");
    }

    /// The oldest counts what is added by itself, others by what it makes of a balance.
    function _tokenFee(uint256[] memory amounts, uint256[] memory old, uint256[] memory xp)
        private
        view
        returns (uint256)
    {
        uint256 n = xp.length;
        uint256[] memory added = _xp(amounts);
        if (!traits.oldest) for (uint256 k; k < n; k++) added[k] = xp[k] - old[k];
        uint256 sum = added.total();
        uint256 apart;
        for (uint256 k; k < n; k++) apart += added[k] > sum / n ? added[k] - sum / n : sum / n - added[k];
        return _fee(xp) * n / (4 * (n - 1)) * apart / sum + 1e5;
    }

    function _remove(uint256 amount, uint256[] memory minAmounts) internal returns (uint256[] memory amounts) {
        amounts = balances;
        uint256[] memory held = balances;
        uint256 supply = token.totalSupply();
        token.burnFrom(msg.sender, amount);
        amount -= 1;
        for (uint256 k; k < held.length; k++) {
            amounts[k] = amounts[k] * amount / supply;
            require(amounts[k] >= minAmounts[k]);
            held[k] -= amounts[k];
            _pay(k, amounts[k]);
        }
        balances = held;
        D -= D * amount / supply;
    }

    function _removeOne(uint256 amount, uint256 i, uint256 minAmount) internal returns (uint256 dy) {
        require(!is_killed);
        uint256[] memory xp = _xp(balances);
        uint256 d0 = traits.oldest || future_A_gamma_time == 0 ? D : xp.newtonD(_shape());
        uint256 part = amount * d0 / token.totalSupply();
        uint256 d = d0 - (part - (_fee(xp) * part / 2e10 + 1));
        uint256 y = xp.newtonY(i, d, _shape());
        dy = (xp[i] - y) * 1e18 / (i == 0 ? 1e18 * units[0] : scales[i - 1] * units[i]);
        xp[i] = y;
        require(dy >= minAmount, "Slippage");
        uint256 index = i;
        uint256 price;
        if (dy > TELLING && amount > TELLING) (index, price) = _priceOfCoin(balances, i, dy, part, d0);
        if (block.timestamp >= future_A_gamma_time && !traits.oldest) future_A_gamma_time = 1;
        balances[i] -= dy;
        token.burnFrom(msg.sender, amount);
        _pay(i, dy);
        _tweak(xp, d, index, price);
        emit RemoveLiquidityOne(msg.sender, amount, i, dy);
    }

    function _pull(uint256 i, uint256 amount) private {
        _call(coins[i], abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount));
    }

    function _pay(uint256 i, uint256 amount) private {
        _call(coins[i], abi.encodeWithSignature("transfer(address,uint256)", msg.sender, amount));
    }

    function _call(address coin, bytes memory data) private {
        (bool done, bytes memory answer) = coin.call(data);
        require(done && (answer.length == 0 || abi.decode(answer, (bool))));
    }
}
