// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Roots and powers as pools of Curve's twocrypto-ng and tricrypto-ng factories round them.
/// Formulas: github.com/curvefi/tricrypto-ng, contracts/main/CurveCryptoMathOptimized3.vy.
library CryptoRoots {
    uint256 private constant LARGE = 115792089237316195423570985008687907853269;
    uint256 private constant STEPS = 7;

    function sqrt(uint256 value) internal pure returns (uint256 root) {
        if (value < 2) return value;
        root = 1 << ((log2(value) >> 1) + 1);
        while (true) {
            uint256 next = (root + value / root) >> 1;
            if (next >= root) return root;
            root = next;
        }
    }

    function log2(uint256 value) internal pure returns (uint256 log) {
        for (uint256 bits = 128; bits > 0; bits >>= 1) {
            if (value >> bits == 0) continue;
            value >>= bits;
            log += bits;
        }
    }

    function cbrt(uint256 value) internal pure returns (uint256 root) {
        if (value == 0) return 0;
        (uint256 scaled, uint256 scale) = (value, 1e12);
        if (value < LARGE) (scaled, scale) = (value * 1e36, 1);
        else if (value < LARGE * 1e18) (scaled, scale) = (value * 1e18, 1e6);
        uint256 log = log2(scaled);
        root = 2 ** (log / 3) * 1260 ** (log % 3) / 1000 ** (log % 3);
        for (uint256 step; step < STEPS; step++) root = (2 * root + scaled / (root * root)) / 3;
        root *= scale;
    }

    function signedCbrt(int256 value) internal pure returns (int256) {
        return value < 0 ? -int256(cbrt(uint256(-value))) : int256(cbrt(uint256(value)));
    }

    function mean(uint256[] memory x) internal pure returns (uint256) {
        if (x.length == 2) return sqrt(x[0] * x[1]);
        return cbrt(x[0] * x[1] / 1e18 * x[2] / 1e18);
    }

    /// e to a power of at most 0, 18 decimals.
    function exp(int256 x) internal pure returns (uint256) {
        if (x <= -42139678854452767551) return 0;
        unchecked {
            int256 v = (x << 78) / int256(5 ** 18);
            int256 k = ((v << 96) / 54916777467707473351141471128 + 2 ** 95) >> 96;
            v -= k * 54916777467707473351141471128;
            int256 y = (((v + 1346386616545796478920950773328) * v) >> 96) + 57155421227552351082224309758442;
            int256 p = (((y + v - 94201549194550492254356042504812) * y) >> 96) + 28719021644029726153956944680412240;
            p = p * v + (4385272521454847904659076985693276 << 96);
            int256 q = (((v - 2855989394907223263936484059900) * v) >> 96) + 50020603652535783019961831881945;
            q = ((q * v) >> 96) - 533845033583426703283633433725380;
            q = ((q * v) >> 96) + 3604857256930695427073651918091429;
            q = ((q * v) >> 96) - 14423608567350463180887372962807573;
            q = ((q * v) >> 96) + 26449188498355588339934803723976023;
            return (uint256(p / q) * 3822833074963236453042738258902158003155416615667) >> uint256(195 - k);
        }
    }
}
