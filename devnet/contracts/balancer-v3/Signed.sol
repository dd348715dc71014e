// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.24;

/// Signed numbers of 18 and of 38 decimals. Down and up are those of the absolute value, floor and ceiling those of
/// the number.
library Signed {
    int256 private constant ONE = 1e18;
    int256 private constant XP = 1e38;
    int256 private constant HALF_XP = 1e19;

    error NoRoot();

    function mulDown(int256 a, int256 b) internal pure returns (int256) {
        return (a * b) / ONE;
    }

    function mulUp(int256 a, int256 b) internal pure returns (int256) {
        return awayFromZero(a * b, ONE);
    }

    function divDown(int256 a, int256 b) internal pure returns (int256) {
        return (a * ONE) / b;
    }

    function divUp(int256 a, int256 b) internal pure returns (int256) {
        return awayFromZero(a * ONE, b);
    }

    function mulXp(int256 a, int256 b) internal pure returns (int256) {
        return (a * b) / XP;
    }

    function divXp(int256 a, int256 b) internal pure returns (int256) {
        return (a * XP) / b;
    }

    function timesXpFloor(int256 a, int256 b) internal pure returns (int256) {
        int256 high = a * (b / HALF_XP);
        int256 low = a * (b % HALF_XP);
        int256 sum = high + low / HALF_XP;
        return high >= 0 && low >= 0 ? sum / HALF_XP : (sum + 1) / HALF_XP - 1;
    }

    function timesXpCeiling(int256 a, int256 b) internal pure returns (int256) {
        int256 high = a * (b / HALF_XP);
        int256 low = a * (b % HALF_XP);
        int256 sum = high + low / HALF_XP;
        return high <= 0 && low <= 0 ? sum / HALF_XP : (sum - 1) / HALF_XP + 1;
    }

    /// By seven steps of Newton's method, from the power of ten, or of two, next to the root.
    function squareRoot(int256 input) internal pure returns (int256) {
        if (input <= 0) return 0;
        int256 root = firstGuess(input);
        for (uint256 step; step < 7; ++step) {
            root = (root + (input * ONE) / root) / 2;
        }
        int256 apart = mulDown(root, root) - input;
        int256 tolerance = mulUp(root, 5);
        if (apart > tolerance || -apart > tolerance || tolerance > input) revert NoRoot();
        return root;
    }

    function firstGuess(int256 input) private pure returns (int256) {
        if (input >= ONE) {
            uint256 halfBits;
            for (int256 rest = input / ONE; rest >= 4; rest >>= 2) ++halfBits;
            return int256(1 << halfBits) * ONE;
        }
        // Roots of odd powers of ten have the digits of the root of ten.
        int256 power = 10;
        for (uint256 digits = 1; digits < 18; ++digits) {
            if (input <= power) {
                return digits % 2 == 0
                    ? int256(10 ** (9 + digits / 2))
                    : int256(316227766016837933) / int256(10 ** ((17 - digits) / 2));
            }
            power *= 10;
        }
        return input;
    }

    function awayFromZero(int256 a, int256 b) private pure returns (int256) {
        if (a > 0) return (a - 1) / b + 1;
        return a < 0 ? (a + 1) / b - 1 : int256(0);
    }
}
