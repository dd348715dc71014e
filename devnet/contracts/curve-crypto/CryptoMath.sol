// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoRoots} from "./CryptoRoots.sol";

/// The invariant of pools of two and three coins, by Newton's method, with the originals' rounding.
/// Formulas: github.com/curvefi/twocrypto-ng, contracts/main/CurveCryptoMathOptimized2.vy, and github.com/curvefi/tricrypto-ng,
/// contracts/main/CurveCryptoMathOptimized3.vy.
library CryptoMath {
    using CryptoRoots for uint256;
    using CryptoRoots for uint256[];

    uint256 private constant MOST_STEPS = 255;
    uint256 private constant A_MULTIPLIER = 10_000;

    /// Descending.
    function sorted(uint256[] memory given) internal pure returns (uint256[] memory x) {
        x = new uint256[](given.length);
        for (uint256 i; i < x.length; i++) x[i] = given[i];
        for (uint256 i = 1; i < x.length; i++) {
            for (uint256 j = i; j > 0 && x[j] > x[j - 1]; j--) (x[j], x[j - 1]) = (x[j - 1], x[j]);
        }
    }

    function total(uint256[] memory x) internal pure returns (uint256 sum) {
        for (uint256 i; i < x.length; i++) sum += x[i];
    }

    function invariant(uint256[] memory given, uint256 ann, uint256 gamma, uint256 k0Before)
        internal
        pure
        returns (uint256 d)
    {
        uint256[] memory x = sorted(given);
        uint256 n = x.length;
        require(x[n - 1] > 0);
        if (n == 2) require(x[0] >= 1e9 && x[0] <= 1e33 && x[1] * 1e18 / x[0] >= 1e14, "Unsafe values");
        return invariantFrom(x, _guess(x, total(x), k0Before), ann, gamma);
    }

    /// The invariant of balances, descending, by a search that begins at a guess.
    function invariantFrom(uint256[] memory x, uint256 d, uint256 ann, uint256 gamma) internal pure returns (uint256) {
        uint256 sum = total(x);
        for (uint256 step; step < MOST_STEPS; step++) {
            require(d > 0);
            uint256 before = d;
            d = _step(x, sum, d, ann, gamma);
            uint256 change = d > before ? d - before : before - d;
            if (change * 1e14 < (d > 1e16 ? d : 1e16)) {
                for (uint256 i; i < x.length; i++) {
                    uint256 part = x[i] * 1e18 / d;
                    require(part >= 1e16 - 1 && part < 1e20 + 1, "Unsafe values x[i]");
                }
                return d;
            }
        }
        revert("Did not converge");
    }

    function _guess(uint256[] memory x, uint256 sum, uint256 k0) private pure returns (uint256) {
        if (x.length == 2) {
            if (k0 == 0) return 2 * (x[0] * x[1]).sqrt();
            uint256 guess = (4 * x[0] * x[1] / k0 * 1e18).sqrt();
            return sum < guess ? sum : guess;
        }
        if (k0 == 0) return 3 * x.mean();
        if (sum > 1e36) return (x[0] * x[1] / 1e36 * x[2] / k0 * 27 * 1e12).cbrt();
        if (sum > 1e24) return (x[0] * x[1] / 1e24 * x[2] / k0 * 27 * 1e6).cbrt();
        return (x[0] * x[1] / 1e18 * x[2] / k0 * 27).cbrt();
    }

    function _step(uint256[] memory x, uint256 sum, uint256 d, uint256 ann, uint256 gamma)
        private
        pure
        returns (uint256)
    {
        uint256 n = x.length;
        uint256 k0 = n == 2
            ? 4e18 * x[0] / d * x[1] / d
            : 1e18 * x[0] * 3 / d * x[1] * 3 / d * x[2] * 3 / d;
        uint256 g = gamma + 1e18 > k0 ? gamma + 1e18 - k0 + 1 : k0 - gamma - 1e18 + 1;
        uint256 mul1 = 1e18 * d / gamma * g / gamma * g * A_MULTIPLIER / ann;
        uint256 mul2 = 2e18 * n * k0 / g;
        uint256 slope = sum + sum * mul2 / 1e18 + mul1 * n / k0 - mul2 * d / 1e18;
        uint256 plus = d * (slope + sum) / slope;
        uint256 minus = d * d / slope;
        uint256 part = d * (mul1 / slope) / 1e18;
        if (k0 < 1e18) minus += part * (1e18 - k0) / k0;
        else minus -= part * (k0 - 1e18) / k0;
        return plus > minus ? plus - minus : (minus - plus) / 2;
    }

    /// The balance that belongs to an invariant, the other balances given.
    function balance(uint256[] memory others, uint256 d, uint256 ann, uint256 gamma)
        internal
        pure
        returns (uint256 y)
    {
        uint256 n = others.length + 1;
        uint256[] memory x = sorted(others);
        uint256 limit = x[0] / 1e14 > d / 1e14 ? x[0] / 1e14 : d / 1e14;
        if (limit < 100) limit = 100;
        uint256 k0i = 1e18;
        if (n == 2) {
            y = d * d / (x[0] * 4);
            k0i = 2e18 * x[0] / d;
        } else {
            y = d / 3;
            y = y * d / (x[1] * 3);
            y = y * d / (x[0] * 3);
            k0i = k0i * x[0] * 3 / d;
            k0i = k0i * x[1] * 3 / d;
        }
        uint256 sum = total(x);
        for (uint256 step; step < MOST_STEPS; step++) {
            uint256 before = y;
            y = _balanceStep([y, k0i * y * n / d, sum + y, d], ann, gamma);
            uint256 change = y > before ? y - before : before - y;
            // A step that only halves is not a last one.
            if (y != before / 2 && change < (limit > y / 1e14 ? limit : y / 1e14)) return y;
        }
        revert("Did not converge");
    }

    /// @param at The balance, K0, the sum of balances and the invariant.
    function _balanceStep(uint256[4] memory at, uint256 ann, uint256 gamma) private pure returns (uint256) {
        (uint256 y, uint256 k0, uint256 sum, uint256 d) = (at[0], at[1], at[2], at[3]);
        uint256 g = gamma + 1e18 > k0 ? gamma + 1e18 - k0 + 1 : k0 - gamma - 1e18 + 1;
        uint256 mul1 = 1e18 * d / gamma * g / gamma * g * A_MULTIPLIER / ann;
        uint256 mul2 = 1e18 + 2e18 * k0 / g;
        uint256 rise = 1e18 * y + sum * mul2 + mul1;
        if (rise < d * mul2) return y / 2;
        rise -= d * mul2;
        uint256 slope = rise / y;
        uint256 minus = mul1 / slope;
        uint256 plus = (rise + 1e18 * d) / slope + minus * 1e18 / k0;
        minus += 1e18 * sum / slope;
        return plus < minus ? y / 2 : plus - minus;
    }

    /// Prices of the other coins in the first one, 18 decimals, of balances that already count by a scale.
    function prices(uint256[] memory x, uint256 d, uint256 ann, uint256 gamma)
        internal
        pure
        returns (uint256[] memory list)
    {
        uint256 k0 = x.length == 2
            ? 4 * x[0] * x[1] / d * 1e36 / d
            : 27 * x[0] * x[1] / d * x[2] / d * 1e36 / d;
        uint256 gk0 = 2 * k0 * k0 / 1e36 * k0 / 1e36 + (gamma + 1e18) ** 2 - k0 * k0 / 1e36 * (2 * gamma + 3e18) / 1e18;
        uint256 weight = ann * gamma ** 2 / A_MULTIPLIER;
        uint256 own = gk0 + weight * x[0] / d * k0 / 1e36;
        list = new uint256[](x.length - 1);
        for (uint256 k; k < list.length; k++) {
            list[k] = x[0] * (gk0 + weight * x[k + 1] / d * k0 / 1e36) / x[k + 1] * 1e18 / own;
        }
    }

    /// How even balances are, 18 decimals: what a fee depends on.
    function evenness(uint256[] memory x, uint256 feeGamma) internal pure returns (uint256 k) {
        uint256 sum = total(x);
        k = x.length == 2
            ? 4e18 * x[0] / sum * x[1] / sum
            : 1e18 * 3 * x[0] / sum * 3 * x[1] / sum * 3 * x[2] / sum;
        return feeGamma * 1e18 / (feeGamma + 1e18 - k);
    }
}
