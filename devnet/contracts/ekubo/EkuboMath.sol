// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// The numbers of Ekubo's Core: square roots of prices as compact floats of 96 bits or fixed-point numbers of 64.128 bits, ticks of a
/// millionth, and amounts between two prices.
/// https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/types/sqrtRatio.sol
/// https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/math
library EkuboMath {
    int256 internal constant MAX_TICK = 88722835;
    uint256 internal constant BEYOND = type(uint96).max;
    uint256 private constant MANTISSA = (1 << 94) - 1;
    uint256 private constant ONE = 1 << 128;
    /// Of the root of a price: 2 / log2(1.000001) in 32 bits after the point, rounded down.
    int256 private constant TICKS_PER_DOUBLING = 5954091920683119;

    error AmountOverflow();

    function fixedOf(uint256 sqrtRatio) internal pure returns (uint256) {
        return (sqrtRatio & MANTISSA) << (2 + 32 * (sqrtRatio >> 94));
    }

    function compactDown(uint256 x) internal pure returns (uint256) {
        return _compact(x, 0);
    }

    function compactUp(uint256 x) internal pure returns (uint256) {
        return _compact(x, 1);
    }

    function _compact(uint256 x, uint256 up) private pure returns (uint256) {
        for (uint256 region = 0; region < 4; region++) {
            uint256 shift = 2 + 32 * region;
            uint256 raised = x + up * ((1 << shift) - 1);
            if (raised >> (96 + 32 * region) == 0) return (region << 94) | (raised >> shift);
        }
        return BEYOND;
    }

    /// The root of a price at a tick, compact: a product of powers of two of the root of 1.000001.
    function ratioAt(int256 tick) internal pure returns (uint256) {
        uint256 bits = uint256(tick < 0 ? -tick : tick);
        uint256 ratio = ONE;
        bytes16[27] memory factors = _factors();
        for (uint256 i = 0; bits != 0; (i++, bits >>= 1)) {
            if (bits & 1 == 1) ratio = (ratio * uint128(factors[i])) >> 128;
        }
        return compactDown(tick > 0 ? type(uint256).max / ratio : ratio);
    }

    /// The highest tick that is not above a price: from just below where its logarithm points, upwards.
    function tickAt(uint256 sqrtRatio) internal pure returns (int256 tick) {
        tick = ((_log2(fixedOf(sqrtRatio)) * TICKS_PER_DOUBLING) >> 96) - 1;
        if (tick < -MAX_TICK) tick = -MAX_TICK;
        while (tick < MAX_TICK && ratioAt(tick + 1) <= sqrtRatio) tick++;
    }

    /// Of a number of 64.128 bits, in 64 bits after the point of which 32 are right, rounded down.
    function _log2(uint256 x) private pure returns (int256 log) {
        uint256 highest = Math.log2(x);
        log = (int256(highest) - 128) << 64;
        uint256 r = highest < 127 ? x << (127 - highest) : x >> (highest - 127);
        for (uint256 i = 63; i > 31; i--) {
            r = (r * r) >> 127;
            uint256 bit = r >> 128;
            log += int256(bit << i);
            r >>= bit;
        }
    }

    function amount0(uint256 a, uint256 b, uint256 liquidity, bool up) internal pure returns (uint256 amount) {
        (uint256 lower, uint256 upper) = _sorted(a, b);
        Math.Rounding rounding = up ? Math.Rounding.Ceil : Math.Rounding.Floor;
        amount = Math.mulDiv(liquidity << 128, upper - lower, upper, rounding);
        amount = amount / lower + (up && amount % lower != 0 ? 1 : 0);
        if (amount >> 128 != 0) revert AmountOverflow();
    }

    function amount1(uint256 a, uint256 b, uint256 liquidity, bool up) internal pure returns (uint256 amount) {
        (uint256 lower, uint256 upper) = _sorted(a, b);
        amount = Math.mulDiv(upper - lower, liquidity, ONE, up ? Math.Rounding.Ceil : Math.Rounding.Floor);
        if (amount >> 128 != 0) revert AmountOverflow();
    }

    function _sorted(uint256 a, uint256 b) private pure returns (uint256, uint256) {
        return a < b ? (fixedOf(a), fixedOf(b)) : (fixedOf(b), fixedOf(a));
    }

    /// The price after so much of token0 came in.
    function after0(uint256 sqrtRatio, uint256 liquidity, uint256 amount) internal pure returns (uint256) {
        if (amount == 0) return sqrtRatio;
        uint256 all = liquidity << 128;
        uint256 divisor = all / fixedOf(sqrtRatio) + amount;
        return compactUp(all / divisor + (all % divisor == 0 ? 0 : 1));
    }

    /// The price after so much of token1 came in.
    function after1(uint256 sqrtRatio, uint256 liquidity, uint256 amount) internal pure returns (uint256) {
        uint256 next = fixedOf(sqrtRatio) + (amount << 128) / liquidity;
        return next > type(uint192).max ? BEYOND : compactDown(next);
    }

    function feeOf(uint256 amount, uint256 fee) internal pure returns (uint256) {
        return (amount * fee + type(uint64).max) >> 64;
    }

    function beforeFee(uint256 amount, uint256 fee) internal pure returns (uint256 before) {
        before = Math.ceilDiv(amount << 64, (1 << 64) - fee);
        if (before >> 128 != 0) revert AmountOverflow();
    }

    function _factors() private pure returns (bytes16[27] memory) {
        return [
            bytes16(0xfffff79c8499329c7cbb2510d893283b),
            0xffffef390978c398134b4ff3764fe410,
            0xffffde72140b00a354bd3dc828e976c9,
            0xffffbce42c7be6c998ad6318193c0b18,
            0xffff79c86a8f6150a32d9778eceef97c,
            0xfffef3911b7cff24ba1b3dbb5f8f5974,
            0xfffde72350725cc4ea8feece3b5f13c8,
            0xfffbce4b06c196e9247ac87695d53c60,
            0xfff79ca7a4d1bf1ee8556cea23cdbaa5,
            0xffef3995a5b6a6267530f207142a5764,
            0xffde7444b28145508125d10077ba83b8,
            0xffbceceeb791747f10df216f2e53ec57,
            0xff79eb706b9a64c6431d76e63531e929,
            0xfef41d1a5f2ae3a20676bec6f7f9459a,
            0xfde95287d26d81bea159c37073122c73,
            0xfbd701c7cbc4c8a6bb81efd232d1e4e7,
            0xf7bf5211c72f5185f372aeb1d48f937e,
            0xefc2bf59df33ecc28125cf78ec4f167f,
            0xe08d35706200796273f0b3a981d90cfd,
            0xc4f76b68947482dc198a48a54348c4ed,
            0x978bcb9894317807e5fa4498eee7c0fa,
            0x59b63684b86e9f486ec54727371ba6ca,
            0x1f703399d88f6aa83a28b22d4a1f56e3,
            0x03dc5dac7376e20fc8679758d1bcdcfc,
            0x000ee7e32d61fdb0a5e622b820f681d0,
            0x000000de2ee4bc381afa7089aa84bb66,
            0x000000000000c0d55d4d7152c25fb139
        ];
    }
}
