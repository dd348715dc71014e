// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The invariant of Curve's StableSwap and its solutions by Newton's method, rounded as the original's.
/// Formulas: github.com/curvefi/curve-contract, contracts/pool-templates/base/SwapTemplateBase.vy; with aPrecision 1 they are those of
/// contracts/pools/3pool/StableSwap3Pool.vy.
library StableSwapMath {
    uint256 private constant MOST_STEPS = 255;

    error NoConvergence();

    struct Amplification {
        uint256 a;
        uint256 aPrecision;
    }

    function invariant(uint256[] memory xp, Amplification memory amp) internal pure returns (uint256 d) {
        uint256 n = xp.length;
        uint256 sum;
        for (uint256 i; i < n; i++) sum += xp[i];
        if (sum == 0) return 0;
        d = sum;
        uint256 ann = amp.a * n;
        for (uint256 step; step < MOST_STEPS; step++) {
            uint256 product = d;
            for (uint256 i; i < n; i++) product = product * d / (xp[i] * n);
            uint256 previous = d;
            d = (ann * sum / amp.aPrecision + product * n) * d
                / ((ann - amp.aPrecision) * d / amp.aPrecision + (n + 1) * product);
            if (_close(d, previous)) return d;
        }
        revert NoConvergence();
    }

    /// The balance of coin `index` that belongs to `d`; the others are given.
    function solve(uint256[] memory xp, uint256 index, uint256 d, Amplification memory amp)
        internal
        pure
        returns (uint256 y)
    {
        uint256 n = xp.length;
        uint256 ann = amp.a * n;
        uint256 c = d;
        uint256 sum;
        for (uint256 i; i < n; i++) {
            if (i == index) continue;
            sum += xp[i];
            c = c * d / (xp[i] * n);
        }
        c = c * d * amp.aPrecision / (ann * n);
        uint256 b = sum + d * amp.aPrecision / ann;
        y = d;
        for (uint256 step; step < MOST_STEPS; step++) {
            uint256 previous = y;
            y = (y * y + c) / (2 * y + b - d);
            if (_close(y, previous)) return y;
        }
        revert NoConvergence();
    }

    function _close(uint256 a, uint256 b) private pure returns (bool) {
        return a > b ? a - b <= 1 : b - a <= 1;
    }
}
