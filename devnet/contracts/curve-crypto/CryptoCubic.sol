// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoMath} from "./CryptoMath.sol";
import {CryptoRoots} from "./CryptoRoots.sol";

/// A balance that belongs to an invariant by the root of a cubic, with the originals' rounding and limits.
/// Formulas: github.com/curvefi/twocrypto-ng, contracts/main/CurveCryptoMathOptimized2.vy, and github.com/curvefi/tricrypto-ng,
/// contracts/main/CurveCryptoMathOptimized3.vy.
library CryptoCubic {
    using CryptoRoots for int256;

    struct Cubic {
        int256 a;
        int256 b;
        int256 c;
        int256 d;
    }

    /// @return y The balance of coin `index`.
    /// @return k0 Where a search for the invariant begins; 0: nowhere in particular.
    function solve(uint256[] memory xp, uint256 index, uint256 d, uint256 ann, uint256 gamma)
        internal
        pure
        returns (uint256 y, uint256 k0)
    {
        require(d >= 1e17 && d <= 1e33, "Unsafe D");
        uint256[] memory others = new uint256[](xp.length - 1);
        for (uint256 i; i < others.length; i++) others[i] = xp[i < index ? i : i + 1];
        (y, k0) = xp.length == 2 ? _two(others, d, ann, gamma) : _three(others, d, ann, gamma);
    }

    function _two(uint256[] memory others, uint256 d, uint256 ann, uint256 gamma)
        private
        pure
        returns (uint256 y, uint256 k0)
    {
        uint256 k0j = 2e18 * others[0] / d;
        require(k0j >= 2e16 && k0j <= 2e20, "Unsafe values x[i]");
        (Cubic memory cubic, int256 delta1, int256 radicand) =
            _reducedOfTwo(int256(others[0]), int256(d), int256(ann), int256(gamma));
        if (radicand <= 0) return (CryptoMath.balance(others, d, ann, gamma), 0);
        int256 c1 = _roots(cubic.b, delta1, radicand);
        int256 root =
            (1e18 * c1 - 1e18 * cubic.b - 1e18 * cubic.b / c1 * _delta0(cubic)) / (3 * cubic.a);
        y = uint256(int256(d * d / others[0]) * root / 4 / 1e18);
        uint256 part = y * 1e18 / d;
        require(part >= 1e16 - 1 && part < 1e20 + 1, "Unsafe value for y");
        k0 = uint256(root);
    }

    function _reducedOfTwo(int256 xj, int256 d, int256 ann, int256 gamma)
        private
        pure
        returns (Cubic memory cubic, int256 delta1, int256 radicand)
    {
        int256 weight = ann * gamma * gamma;
        cubic.a = 1e32;
        cubic.b = d * weight / 400000000 / xj - 3e32 - 2 * gamma * 1e14;
        cubic.c = 3e32 + 4 * gamma * 1e14 + gamma * gamma / 1e4 + 4 * weight / 400000000 * xj / d - 4 * weight / 400000000;
        cubic.d = -((1e18 + gamma) ** 2 / 1e4);
        int256 threshold = _abs(_delta0(cubic));
        if (_abs(_delta1OfTwo(cubic)) < threshold) threshold = _abs(_delta1OfTwo(cubic));
        if (cubic.a < threshold) threshold = cubic.a;
        int256 divider = threshold > 1e20 ? int256(100) : int256(1);
        for (int256 limit = 1e24; limit <= 1e48; limit *= 100) {
            if (threshold > limit) divider = limit / 1e18;
        }
        (cubic.a, cubic.b, cubic.c, cubic.d) =
            (cubic.a / divider, cubic.b / divider, cubic.c / divider, cubic.d / divider);
        delta1 = _delta1OfTwo(cubic);
        radicand = _radicand(cubic, delta1);
    }

    function _three(uint256[] memory others, uint256 d, uint256 ann, uint256 gamma)
        private
        pure
        returns (uint256 y, uint256 k0)
    {
        for (uint256 i; i < 2; i++) {
            uint256 each = others[i] * 1e18 / d;
            require(each > 1e16 - 1 && each < 1e20 + 1, "Unsafe values x[i]");
        }
        (Cubic memory cubic, int256 delta1, int256 radicand) =
            _reducedOfThree(int256(others[0]), int256(others[1]), int256(d), int256(ann), int256(gamma));
        if (radicand <= 0) {
            y = CryptoMath.balance(others, d, ann, gamma);
        } else {
            int256 c1 = _roots(cubic.b, delta1, radicand);
            int256 root = (cubic.b + cubic.b * _delta0(cubic) / c1 - c1) / 3;
            int256 whole = int256(d * d / 27 / others[1] * d / others[0]);
            y = _positive(whole * root / cubic.a);
            k0 = _positive(1e18 * root / cubic.a);
        }
        uint256 part = y * 1e18 / d;
        require(part >= 1e16 - 1 && part < 1e20 + 1, "Unsafe value for y");
    }

    function _reducedOfThree(int256 xj, int256 xk, int256 d, int256 ann, int256 gamma)
        private
        pure
        returns (Cubic memory cubic, int256 delta1, int256 radicand)
    {
        cubic.a = int256(1e36) / 27;
        cubic.b = int256(1e36) / 9 + 2e18 * gamma / 27 - d * d / xj * gamma ** 2 * ann / 729 / 10000 / xk;
        cubic.c = int256(1e36) / 9 + gamma * (gamma + 4e18) / 27 + gamma ** 2 * (xj + xk - d) / d * ann / 27 / 10000;
        cubic.d = (1e18 + gamma) ** 2 / 27;
        int256 threshold = _abs(_delta0(cubic));
        int256 divider = threshold > 1e20 ? int256(100) : int256(1);
        for (int256 limit = 1e24; limit <= 1e48; limit *= 10000) {
            if (threshold > limit) divider = limit / 1e18;
        }
        bool isSmall = cubic.a > _abs(cubic.b);
        int256 factor = _abs(isSmall ? cubic.a / cubic.b : cubic.b / cubic.a);
        cubic = Cubic(
            _near(cubic.a, factor, isSmall) / divider,
            _near(cubic.b, factor, isSmall) / divider,
            _near(cubic.c, factor, isSmall) / divider,
            _near(cubic.d, factor, isSmall) / divider
        );
        int256 product = 3 * cubic.a * cubic.c;
        delta1 = 3 * product / cubic.b - 2 * cubic.b - 27 * cubic.a ** 2 / cubic.b * cubic.d / cubic.b;
        radicand = _radicand(cubic, delta1);
    }

    function _near(int256 value, int256 factor, bool isSmall) private pure returns (int256) {
        return isSmall ? value * factor : value / factor;
    }

    function _delta0(Cubic memory cubic) private pure returns (int256) {
        return 3 * cubic.a * cubic.c / cubic.b - cubic.b;
    }

    function _delta1OfTwo(Cubic memory cubic) private pure returns (int256) {
        return 3 * _delta0(cubic) + cubic.b - 27 * cubic.a ** 2 / cubic.b * cubic.d / cubic.b;
    }

    function _radicand(Cubic memory cubic, int256 delta1) private pure returns (int256) {
        int256 delta0 = _delta0(cubic);
        return delta1 ** 2 + 4 * delta0 ** 2 / cubic.b * delta0;
    }

    function _roots(int256 b, int256 delta1, int256 radicand) private pure returns (int256) {
        int256 root = int256(CryptoRoots.sqrt(uint256(radicand)));
        int256 ofB = b.signedCbrt();
        int256 second =
            delta1 > 0 ? ((delta1 + root) / 2).signedCbrt() : -((root - delta1) / 2).signedCbrt();
        return ofB * ofB / 1e18 * second / 1e18;
    }

    function _positive(int256 value) private pure returns (uint256) {
        require(value >= 0);
        return uint256(value);
    }

    function _abs(int256 value) private pure returns (int256) {
        return value < 0 ? -value : value;
    }
}
