// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapNgToken} from "../curve-ng/StableSwapNgToken.sol";
import {CryptoMath} from "./CryptoMath.sol";
import {CryptoRoots} from "./CryptoRoots.sol";

interface Coin {
    function balanceOf(address owner) external view returns (uint256);
    function decimals() external view returns (uint8);
}

interface Factory {
    function fee_receiver() external view returns (address);
}

/// What a pool of Curve's twocrypto-ng or tricrypto-ng factory remembers, and how prices and profit follow a trade.
/// Formulas: github.com/curvefi/twocrypto-ng, contracts/main/CurveTwocryptoOptimized.vy, and github.com/curvefi/tricrypto-ng,
/// contracts/main/CurveTricryptoOptimizedWETH.vy.
abstract contract CryptoState is StableSwapNgToken {
    using CryptoMath for uint256[];
    using CryptoRoots for uint256[];

    /// A, gamma, the fees of a balanced and an unbalanced pool, fee gamma, allowed profit, least step, averaging time.
    struct Parameters {
        uint256 a;
        uint256 gamma;
        uint256 midFee;
        uint256 outFee;
        uint256 feeGamma;
        uint256 allowedProfit;
        uint256 adjustmentStep;
        uint256 averagingTime;
    }

    string public constant version = "v2.0.0";
    address internal immutable factory;
    address[] public coins;
    uint256[] public balances;
    uint256[] internal units;
    uint256[] internal scales;
    uint256[] internal averages;
    uint256[] internal lastPrices;
    uint256 internal averagesTime;

    uint256 public D;
    uint256 public virtual_price;
    uint256 public xcp_profit;
    uint256 public xcp_profit_a = 1e18;
    uint256 public initial_A_gamma;
    uint256 public future_A_gamma;
    uint256 public initial_A_gamma_time;
    uint256 public future_A_gamma_time;
    uint256 public packed_fee_params;
    uint256 public packed_rebalancing_params;

    constructor(
        address factory_,
        address[] memory coins_,
        string memory symbol_,
        Parameters memory parameters,
        uint256[] memory prices
    ) {
        factory = factory_;
        (name, symbol, coins) = (symbol_, symbol_, coins_);
        (scales, averages, lastPrices) = (prices, prices, prices);
        for (uint256 i; i < coins_.length; i++) {
            balances.push(0);
            units.push(10 ** (18 - Coin(coins_[i]).decimals()));
        }
        averagesTime = block.timestamp;
        xcp_profit_a = 1e18;
        initial_A_gamma = (parameters.a << 128) | parameters.gamma;
        future_A_gamma = initial_A_gamma;
        packed_fee_params = _pack(parameters.midFee, parameters.outFee, parameters.feeGamma);
        packed_rebalancing_params =
            _pack(parameters.allowedProfit, parameters.adjustmentStep, parameters.averagingTime);
        emit Transfer(address(0), address(this), 0);
    }

    function _pack(uint256 x, uint256 y, uint256 z) internal pure returns (uint256) {
        return (x << 128) | (y << 64) | z;
    }

    function _unpack(uint256 packed) internal pure returns (uint256, uint256, uint256) {
        return (packed >> 128, uint64(packed >> 64), uint64(packed));
    }

    function _isMoving() internal view returns (bool) {
        return future_A_gamma_time > block.timestamp;
    }

    function _aGamma() internal view returns (uint256 a, uint256 gamma) {
        (a, gamma) = (future_A_gamma >> 128, uint128(future_A_gamma));
        if (!_isMoving()) return (a, gamma);
        uint256 time = future_A_gamma_time - initial_A_gamma_time;
        uint256 passed = block.timestamp - initial_A_gamma_time;
        a = ((initial_A_gamma >> 128) * (time - passed) + a * passed) / time;
        gamma = (uint128(initial_A_gamma) * (time - passed) + gamma * passed) / time;
    }

    function _invariant(uint256[] memory xp, uint256 k0) internal view returns (uint256) {
        (uint256 a, uint256 gamma) = _aGamma();
        return xp.invariant(a, gamma, k0);
    }

    /// Balances in units of the first coin.
    function _xp(uint256[] memory held) internal view returns (uint256[] memory xp) {
        xp = new uint256[](held.length);
        for (uint256 i; i < xp.length; i++) {
            xp[i] = held[i] * units[i];
            if (i > 0) xp[i] = xp[i] * scales[i - 1] / 1e18;
        }
    }

    function _xcp(uint256 d, uint256[] memory prices) internal pure returns (uint256) {
        uint256 n = prices.length + 1;
        uint256[] memory x = new uint256[](n);
        x[0] = d / n;
        for (uint256 k; k + 1 < n; k++) x[k + 1] = d * 1e18 / (n * prices[k]);
        return x.mean();
    }

    function _fee(uint256[] memory xp) internal view returns (uint256) {
        (uint256 mid, uint256 out, uint256 feeGamma) = _unpack(packed_fee_params);
        uint256 even = xp.evenness(feeGamma);
        return (mid * even + out * (1e18 - even)) / 1e18;
    }

    /// As they were stored last; the originals keep this to themselves.
    function storedAverages() external view returns (uint256[] memory) {
        return averages;
    }

    function _averages() internal view returns (uint256[] memory list) {
        list = averages;
        if (averagesTime >= block.timestamp) return list;
        (,, uint256 time) = _unpack(packed_rebalancing_params);
        uint256 alpha = CryptoRoots.exp(-int256((block.timestamp - averagesTime) * 1e18 / time));
        for (uint256 k; k < list.length; k++) {
            uint256 last = lastPrices[k] < 2 * scales[k] ? lastPrices[k] : 2 * scales[k];
            list[k] = (last * (1e18 - alpha) + list[k] * alpha) / 1e18;
        }
    }

    function _tweak(uint256[] memory xp, uint256 d) internal {
        averages = _averages();
        averagesTime = block.timestamp;
        _price(xp, d);
        uint256 before = virtual_price;
        (D, virtual_price) = (d, 1e18 * _xcp(d, scales) / totalSupply);
        xcp_profit = xcp_profit * virtual_price / before;
        if (future_A_gamma_time < block.timestamp) require(virtual_price > before, "Loss");
        (uint256 allowed,,) = _unpack(packed_rebalancing_params);
        if (virtual_price * 2 - 1e18 > xcp_profit + 2 * allowed) _rescale(xp);
    }

    function _price(uint256[] memory xp, uint256 d) private {
        (uint256 a, uint256 gamma) = _aGamma();
        uint256[] memory list = xp.prices(d, a, gamma);
        for (uint256 k; k < list.length; k++) list[k] = list[k] * scales[k] / 1e18;
        lastPrices = list;
    }

    function _rescale(uint256[] memory xp) private {
        (, uint256 step,) = _unpack(packed_rebalancing_params);
        uint256 norm = _deviation();
        if (norm / 5 > step) step = norm / 5;
        if (norm <= step) return;
        uint256[] memory moved = new uint256[](scales.length);
        for (uint256 k; k < moved.length; k++) {
            moved[k] = (scales[k] * (norm - step) + step * averages[k]) / norm;
            xp[k + 1] = xp[k + 1] * moved[k] / scales[k];
        }
        uint256 d = _invariant(xp, 0);
        uint256 price = 1e18 * _xcp(d, moved) / totalSupply;
        if (price > 1e18 && 2 * price - 1e18 > xcp_profit) (D, virtual_price, scales) = (d, price, moved);
    }

    function _deviation() private view returns (uint256 norm) {
        for (uint256 k; k < scales.length; k++) {
            uint256 ratio = averages[k] * 1e18 / scales[k];
            ratio = ratio > 1e18 ? ratio - 1e18 : 1e18 - ratio;
            if (scales.length == 1) return ratio;
            norm += ratio ** 2;
        }
        return CryptoRoots.sqrt(norm);
    }
}
