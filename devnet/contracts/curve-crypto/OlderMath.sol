// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoMath} from "./CryptoMath.sol";

/// What Curve's pools before twocrypto-ng and tricrypto-ng find in other ways than those.
/// Formulas: github.com/curvefi/curve-crypto-contract, contracts/tricrypto/CurveCryptoMath3.vy and contracts/two/CurveCryptoSwap2ETH.vy.
library OlderMath {
    using CryptoMath for uint256[];

    uint256 private constant MOST_STEPS = 255;

    /// The geometric mean of two or three numbers.
    function geometricMean(uint256[] memory given) internal pure returns (uint256 d) {
        uint256[] memory x = given.sorted();
        uint256 n = x.length;
        d = x[0];
        for (uint256 step; step < MOST_STEPS; step++) {
            uint256 before = d;
            if (n == 2) {
                d = (d + x[0] * x[1] / d) / 2;
            } else {
                uint256 part = 1e18;
                for (uint256 i; i < n; i++) part = part * x[i] / d;
                d = d * ((n - 1) * 1e18 + part) / (n * 1e18);
            }
            uint256 change = d > before ? d - before : before - d;
            if (change <= 1 || change * 1e18 < d) return d;
        }
        revert("Did not converge");
    }

    /// @param shape A * n^n, times 10,000, and gamma.
    function newtonD(uint256[] memory given, uint256[2] memory shape) internal pure returns (uint256) {
        uint256[] memory x = given.sorted();
        require(x[0] >= 1e9 && x[0] <= 1e33, "Unsafe values x[0]");
        for (uint256 i = 1; i < x.length; i++) {
            require(x[i] * 1e18 / x[0] >= (x.length == 2 ? 1e14 : 1e11), "Unsafe values x[i]");
        }
        uint256 d = x.invariantFrom(x.length * geometricMean(x), shape[0], shape[1]);
        require(x[x.length - 1] * 1e18 / d >= 1e16, "Unsafe values x[i]");
        return d;
    }

    function newtonY(uint256[] memory xp, uint256 index, uint256 d, uint256[2] memory shape)
        internal
        pure
        returns (uint256 y)
    {
        require(d >= 1e17 && d <= 1e33, "Unsafe values D");
        uint256 n = xp.length;
        uint256[] memory others = new uint256[](n - 1);
        uint256 next;
        for (uint256 i; i < n; i++) {
            if (i == index) continue;
            if (n == 2) require(2e18 * xp[i] / d >= 2e16 && 2e18 * xp[i] / d <= 2e20, "Unsafe values x[i]");
            else require(xp[i] * 1e18 / d >= 1e16 && xp[i] * 1e18 / d <= 1e20, "Unsafe values x[i]");
            others[next++] = xp[i];
        }
        y = others.balance(d, shape[0], shape[1]);
        require(y * 1e18 / d >= 1e16 && y * 1e18 / d <= 1e20, "Unsafe value for y");
    }

    /// A half to a power, 18 decimals, good for 8.
    function halfPower(uint256 power) internal pure returns (uint256) {
        uint256 whole = power / 1e18;
        uint256 rest = power - whole * 1e18;
        if (whole > 59) return 0;
        uint256 result = 1e18 / 2 ** whole;
        if (rest == 0) return result;
        uint256 term = 1e18;
        uint256 sum = 1e18;
        bool negative;
        for (uint256 i = 1; i < 256; i++) {
            uint256 k = i * 1e18;
            uint256 c = k - 1e18;
            if (rest > c) (c, negative) = (rest - c, !negative);
            else c -= rest;
            term = term * (c * 5e17 / 1e18) / k;
            if (negative) sum -= term;
            else sum += term;
            if (term < 1e10) return result * sum / 1e18;
        }
        revert("Did not converge");
    }

    /// The square root of a number of 18 decimals, of as many.
    function squareRoot(uint256 x) internal pure returns (uint256) {
        if (x == 0) return 0;
        uint256 z = (x + 1e18) / 2;
        uint256 y = x;
        for (uint256 i; i < 256; i++) {
            if (z == y) return y;
            y = z;
            z = (x * 1e18 / z + z) / 2;
        }
        revert("Did not converge");
    }
}
