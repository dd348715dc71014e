// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoMath} from "./CryptoMath.sol";
import {OlderMath} from "./OlderMath.sol";
import {OlderToken} from "./OlderToken.sol";
import {Coin} from "./CryptoState.sol";

/// What a pool of Curve's before twocrypto-ng and tricrypto-ng remembers, and how prices and profit follow a trade.
/// Formulas: github.com/curvefi/curve-crypto-contract, contracts/tricrypto/CurveCryptoSwap.vy, contracts/two/CurveCryptoSwap2ETH.vy and
/// deployment-logs, which has what was deployed.
abstract contract OlderState {
    using CryptoMath for uint256[];
    using OlderMath for uint256[];

    /// As of the later pools; what the admin takes of the profit, 10^10 is all.
    struct Parameters {
        uint256 a;
        uint256 gamma;
        uint256 midFee;
        uint256 outFee;
        uint256 feeGamma;
        uint256 allowedProfit;
        uint256 adjustmentStep;
        uint256 averagingTime;
        uint256 adminFee;
    }

    /// In what versions differ: whether it is the oldest, whose first parameter after the fees is how far prices have to be for the scale
    /// to move; the part of the distance that it moves by at least, 0: by the step alone; whether a pool about to move it stays so while
    /// prices are near; whether the admin takes a share where a move does not pay.
    struct Traits {
        bool oldest;
        uint256 part;
        bool waits;
        bool claims;
    }

    OlderToken public immutable token;
    address[] public coins;
    uint256[] public balances;
    uint256[] internal units;
    uint256[] internal scales;
    uint256[] internal averages;
    uint256[] internal lastPrices;
    uint256 public last_prices_timestamp;

    uint256 public D;
    uint256 public virtual_price;
    uint256 public xcp_profit;
    uint256 public xcp_profit_a = 1e18;
    bool internal notAdjusted;
    bool public is_killed;
    address public admin_fee_receiver;

    uint256 public initial_A_gamma;
    uint256 public future_A_gamma;
    uint256 public initial_A_gamma_time;
    uint256 public future_A_gamma_time;
    uint256 public mid_fee;
    uint256 public out_fee;
    uint256 public fee_gamma;
    uint256 public adjustment_step;
    uint256 public ma_half_time;
    uint256 public admin_fee;
    uint256 internal allowed;
    Traits internal traits;

    event ClaimAdminFee(address indexed admin, uint256 tokens);

    constructor(
        OlderToken token_,
        address feeReceiver,
        address[] memory coins_,
        Parameters memory parameters,
        Traits memory traits_,
        uint256[] memory prices
    ) {
        (token, admin_fee_receiver, coins, traits) = (token_, feeReceiver, coins_, traits_);
        (scales, averages, lastPrices) = (prices, prices, prices);
        for (uint256 i; i < coins_.length; i++) {
            balances.push(0);
            units.push(10 ** (18 - Coin(coins_[i]).decimals()));
        }
        last_prices_timestamp = block.timestamp;
        xcp_profit_a = 1e18;
        initial_A_gamma = (parameters.a << 128) | parameters.gamma;
        future_A_gamma = initial_A_gamma;
        (mid_fee, out_fee, fee_gamma) = (parameters.midFee, parameters.outFee, parameters.feeGamma);
        (allowed, adjustment_step) = (parameters.allowedProfit, parameters.adjustmentStep);
        (ma_half_time, admin_fee) = (parameters.averagingTime, parameters.adminFee);
    }

    /// The originals keep these to themselves.
    function storedAverages() external view returns (uint256[] memory) {
        return averages;
    }

    function storedMoves() external view returns (bool) {
        return notAdjusted;
    }

    function allowed_extra_profit() external view returns (uint256) {
        require(!traits.oldest);
        return allowed;
    }

    function price_threshold() external view returns (uint256) {
        require(traits.oldest);
        return allowed;
    }

    function get_virtual_price() external view returns (uint256) {
        return 1e18 * _xcp(D, scales) / token.totalSupply();
    }

    /// A * n^n, times 10,000, and gamma. The oldest keeps A in hundredths.
    function _shape() internal view returns (uint256[2] memory shape) {
        (uint256 a, uint256 gamma, uint256 end) = (future_A_gamma >> 128, uint128(future_A_gamma), future_A_gamma_time);
        if (block.timestamp < end) {
            uint256 time = end - initial_A_gamma_time;
            uint256 passed = block.timestamp - initial_A_gamma_time;
            a = ((initial_A_gamma >> 128) * (time - passed) + a * passed) / time;
            gamma = (uint128(initial_A_gamma) * (time - passed) + gamma * passed) / time;
        }
        return [traits.oldest ? 100 * a : a, gamma];
    }

    /// Balances in units of the first coin.
    function _xp(uint256[] memory held) internal view returns (uint256[] memory xp) {
        xp = new uint256[](held.length);
        for (uint256 i; i < xp.length; i++) {
            xp[i] = i == 0 ? held[0] * units[0] : held[i] * scales[i - 1] * units[i] / 1e18;
        }
    }

    function _xcp(uint256 d, uint256[] memory prices) internal pure returns (uint256) {
        uint256 n = prices.length + 1;
        uint256[] memory x = new uint256[](n);
        x[0] = d / n;
        for (uint256 k; k + 1 < n; k++) x[k + 1] = d * 1e18 / (n * prices[k]);
        return x.geometricMean();
    }

    function _fee(uint256[] memory xp) internal view returns (uint256) {
        uint256 even = xp.evenness(fee_gamma);
        return (mid_fee * even + out_fee * (1e18 - even)) / 1e18;
    }

    function _averages() internal view returns (uint256[] memory list) {
        list = averages;
        if (last_prices_timestamp >= block.timestamp) return list;
        uint256 left = OlderMath.halfPower((block.timestamp - last_prices_timestamp) * 1e18 / ma_half_time);
        for (uint256 k; k < list.length; k++) list[k] = (lastPrices[k] * (1e18 - left) + list[k] * left) / 1e18;
    }

    /// @param i The coin of which a price is told; 0: of the first in all others.
    /// @param price 0: prices are those of the invariant.
    function _tweak(uint256[] memory xp, uint256 d, uint256 i, uint256 price) internal {
        averages = _averages();
        if (last_prices_timestamp < block.timestamp) last_prices_timestamp = block.timestamp;
        _price(xp, d, i, price);
        uint256 before = virtual_price;
        uint256 worth = 1e18 * _xcp(d, scales) / token.totalSupply();
        require(worth >= before || (!traits.oldest && future_A_gamma_time > 0), "Loss");
        if (!traits.oldest && future_A_gamma_time == 1) future_A_gamma_time = 0;
        xcp_profit = xcp_profit * worth / before;
        (D, virtual_price) = (d, worth);
        _rescale(xp, worth);
    }

    function _price(uint256[] memory xp, uint256 d, uint256 i, uint256 price) private {
        if (price > 0) {
            if (i > 0) lastPrices[i - 1] = price;
            else for (uint256 k; k < lastPrices.length; k++) lastPrices[k] = lastPrices[k] * 1e18 / price;
            return;
        }
        uint256 part = xp[0] / 1e6;
        xp[0] += part;
        for (uint256 k; k < lastPrices.length; k++) {
            lastPrices[k] = scales[k] * part / (xp[k + 1] - xp.newtonY(k + 1, d, _shape()));
        }
        xp[0] -= part;
    }

    function _rescale(uint256[] memory xp, uint256 worth) private {
        (bool far, uint256 norm, uint256 step) = _distance();
        if (!notAdjusted) {
            bool beyond = traits.oldest
                ? worth - 1e18 > (xcp_profit - 1e18) / 2 + 1e13
                : worth * 2 - 1e18 > xcp_profit + 2 * allowed;
            if (!beyond || !(traits.waits || far)) return;
            notAdjusted = true;
        }
        if (far) {
            if (_move(xp, norm, step)) return;
            notAdjusted = false;
            if (traits.claims) claim_admin_fees();
        } else if (!traits.waits) {
            notAdjusted = false;
            claim_admin_fees();
        }
    }

    /// Of three coins the sum of squares.
    function _distance() private view returns (bool far, uint256 norm, uint256 step) {
        step = adjustment_step;
        for (uint256 k; k < scales.length; k++) {
            uint256 ratio = averages[k] * 1e18 / scales[k];
            ratio = ratio > 1e18 ? ratio - 1e18 : 1e18 - ratio;
            if (scales.length > 1) {
                norm += ratio ** 2;
                continue;
            }
            if (traits.part > 0 && ratio / traits.part > step) step = ratio / traits.part;
            return (ratio > step, ratio, step);
        }
        far = norm > (traits.oldest ? allowed : step) ** 2;
    }

    function _move(uint256[] memory xp, uint256 norm, uint256 step) private returns (bool) {
        if (scales.length > 1) norm = OlderMath.squareRoot(norm / 1e18);
        uint256[] memory moved = new uint256[](scales.length);
        uint256[] memory x = new uint256[](xp.length);
        x[0] = xp[0];
        for (uint256 k; k < moved.length; k++) {
            moved[k] = (scales[k] * (norm - step) + step * averages[k]) / norm;
            x[k + 1] = xp[k + 1] * moved[k] / scales[k];
        }
        uint256 d = x.newtonD(_shape());
        uint256 worth = 1e18 * _xcp(d, moved) / token.totalSupply();
        if (worth <= 1e18 || 2 * worth - 1e18 <= xcp_profit) return false;
        (D, virtual_price, scales) = (d, worth, moved);
        return true;
    }

    function claim_admin_fees() public {
        (uint256 profit, uint256 claimed) = (xcp_profit, xcp_profit_a);
        for (uint256 i; i < balances.length; i++) balances[i] = Coin(coins[i]).balanceOf(address(this));
        uint256 fees = profit > claimed ? (profit - claimed) * admin_fee / 2e10 : 0;
        if (fees > 0) {
            uint256 part = virtual_price * 1e18 / (virtual_price - fees) - 1e18;
            uint256 minted = token.mint_relative(admin_fee_receiver, part);
            profit -= fees * 2;
            xcp_profit = profit;
            emit ClaimAdminFee(admin_fee_receiver, minted);
        }
        D = _xp(balances).newtonD(_shape());
        virtual_price = 1e18 * _xcp(D, scales) / token.totalSupply();
        if (profit > claimed) xcp_profit_a = profit;
    }
}
