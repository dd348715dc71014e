// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

struct Amounts {
    uint128 x;
    uint128 y;
}

/// Prices, fees, shares and packed amounts of Liquidity Book, by the original's formulas and rounding.
/// https://github.com/traderjoe-xyz/joe-v2/tree/c9589d0b4841be19f5988bd933248f8790f7b868/src/libraries
library LBMath {
    uint256 internal constant ONE = 1 << 128;
    uint256 internal constant PRECISION = 1e18;
    uint256 internal constant MAX_FEE = 0.1e18;

    error PriceUnderflow();
    error FeeTooLarge();
    error TooLarge();

    /// Y for X, Q128.128: (1 + step)^(id - 2^23), by squares of the inverse.
    function priceOf(uint24 id, uint16 binStep) internal pure returns (uint256) {
        int256 exponent = int256(uint256(id)) - (1 << 23);
        if (exponent == 0) return ONE;
        uint256 rest = uint256(exponent < 0 ? -exponent : exponent);
        if (rest >= 1 << 20) revert PriceUnderflow();
        uint256 square = type(uint256).max / (ONE + (uint256(binStep) << 128) / 10_000);
        uint256 result = ONE;
        unchecked {
            for (; rest != 0; rest >>= 1) {
                if (rest & 1 == 1) result = (result * square) >> 128;
                square = (square * square) >> 128;
            }
        }
        if (result == 0) revert PriceUnderflow();
        return exponent < 0 ? result : type(uint256).max / result;
    }

    function timesPrice(uint256 amount, uint256 price) internal pure returns (uint256) {
        return mulDiv(amount, price, ONE);
    }

    function timesPriceUp(uint256 amount, uint256 price) internal pure returns (uint256) {
        return mulDiv(amount, price, ONE) + (mulmod(amount, price, ONE) == 0 ? 0 : 1);
    }

    /// Of amounts below 2^128.
    function perPrice(uint256 amount, uint256 price) internal pure returns (uint256) {
        return (amount << 128) / price;
    }

    function perPriceUp(uint256 amount, uint256 price) internal pure returns (uint256) {
        return perPrice(amount, price) + ((amount << 128) % price == 0 ? 0 : 1);
    }

    /// The fee in an amount.
    function feeIn(uint256 amount, uint256 fee) internal pure returns (uint256) {
        if (fee > MAX_FEE) revert FeeTooLarge();
        return (amount * fee + PRECISION - 1) / PRECISION;
    }

    /// The fee that comes on top of an amount.
    function feeOn(uint256 amount, uint256 fee) internal pure returns (uint256) {
        if (fee > MAX_FEE) revert FeeTooLarge();
        return (amount * fee + PRECISION - fee - 1) / (PRECISION - fee);
    }

    function compositionFee(uint256 amount, uint256 fee) internal pure returns (uint256) {
        if (fee > MAX_FEE) revert FeeTooLarge();
        return (amount * fee * (fee + PRECISION)) / (PRECISION * PRECISION);
    }

    function pack(uint256 x, uint256 y) internal pure returns (bytes32) {
        if (x >= ONE || y >= ONE) revert TooLarge();
        return bytes32(x | (y << 128));
    }

    function liquidity(uint256 x, uint256 y, uint256 price) internal pure returns (uint256) {
        return price * x + (y << 128);
    }

    /// Shares for a deposit, and what of it is taken.
    function sharesFor(Amounts memory bin, Amounts memory paid, uint256 price, uint256 supply)
        internal
        pure
        returns (uint256 shares, Amounts memory taken)
    {
        taken = Amounts(paid.x, paid.y);
        uint256 own = liquidity(paid.x, paid.y, price);
        uint256 all = liquidity(bin.x, bin.y, price);
        if (own == 0 || supply == 0 || all == 0) return (own, taken);
        shares = mulDiv(own, supply, all);
        uint256 effective = mulDiv(shares, all, supply) + (mulmod(shares, all, supply) == 0 ? 0 : 1);
        if (own <= effective) return (shares, taken);
        uint256 rest = own - effective;
        uint256 less = rest >> 128;
        if (less > taken.y) less = taken.y;
        taken.y -= uint128(less);
        rest -= less << 128;
        less = rest / price;
        if (less > taken.x) less = taken.x;
        taken.x -= uint128(less);
    }

    /// What a deposit in another proportion than the bin's trades, as if it were withdrawn at once.
    function traded(Amounts memory bin, Amounts memory paid, uint256 supply, uint256 shares)
        internal
        pure
        returns (Amounts memory sold)
    {
        if (shares == 0) return sold;
        uint256 x = mulDiv(shares, uint256(bin.x) + paid.x, supply + shares);
        uint256 y = mulDiv(shares, uint256(bin.y) + paid.y, supply + shares);
        if (x > paid.x) sold.y = uint128(paid.y - y);
        else if (y > paid.y) sold.x = uint128(paid.x - x);
    }

    /// a * b / d, rounded down, of a product of 512 bits and a result of 256, by long division of the bits above.
    function mulDiv(uint256 a, uint256 b, uint256 d) internal pure returns (uint256 result) {
        uint256 high;
        uint256 low;
        unchecked {
            uint256 mod = mulmod(a, b, type(uint256).max);
            low = a * b;
            high = mod - low;
            if (mod < low) high--;
            if (high == 0) return low / d;
            if (high >= d) revert TooLarge();
            for (uint256 bit = 256; bit != 0; bit--) {
                bool carried = high >> 255 == 1;
                high = (high << 1) | ((low >> (bit - 1)) & 1);
                result <<= 1;
                if (carried || high >= d) {
                    high -= d;
                    result |= 1;
                }
            }
        }
    }
}
