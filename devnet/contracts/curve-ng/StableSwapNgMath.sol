// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The invariant as pools of Curve's stableswap-ng factory round it: they divide by n^n at once.
/// Formulas: github.com/curvefi/stableswap-ng, contracts/main/CurveStableSwapNG.vy.
library StableSwapNgMath {
    uint256 private constant MOST_STEPS = 255;
    uint256 private constant A_PRECISION = 100;

    error NoConvergence();

    function invariant(uint256[] memory xp, uint256 a) internal pure returns (uint256 d) {
        uint256 n = xp.length;
        uint256 sum;
        for (uint256 i; i < n; i++) sum += xp[i];
        if (sum == 0) return 0;
        d = sum;
        uint256 ann = a * n;
        for (uint256 step; step < MOST_STEPS; step++) {
            uint256 product = d;
            for (uint256 i; i < n; i++) product = product * d / xp[i];
            product /= n ** n;
            uint256 previous = d;
            d = (ann * sum / A_PRECISION + product * n) * d
                / ((ann - A_PRECISION) * d / A_PRECISION + (n + 1) * product);
            if (d > previous ? d - previous <= 1 : previous - d <= 1) return d;
        }
        revert NoConvergence();
    }

    /// Price of the second coin in the first, 18 decimals; reverts where a coin has none.
    function spot(uint256[] memory xp, uint256 a, uint256 d) internal pure returns (uint256) {
        uint256 n = xp.length;
        uint256 product = d / n ** n;
        for (uint256 i; i < n; i++) product = product * d / xp[i];
        uint256 first = a * n * xp[0] / A_PRECISION;
        return 1e18 * (first + product * xp[0] / xp[1]) / (first + product);
    }
}
