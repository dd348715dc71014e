// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidWords} from "./FluidWords.sol";

/// Exchange prices, limits and rates of the Liquidity layer, by the original's formulas.
/// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/libraries/liquidityCalcs.sol
library FluidInterest {
    using FluidWords for uint256;

    uint256 private constant FULL = 1e4;

    function exchangePrices(uint256 word) internal view returns (uint256 supply, uint256 borrow) {
        supply = word.field(91, 64);
        borrow = word.field(155, 64);
        require(supply != 0 && borrow != 0, "ExchangePriceZero");
        uint256 rate = word.field(0, 16);
        uint256 borrowRatio = word.field(234, 15);
        uint256 passed = block.timestamp - word.field(58, 33);
        if (passed == 0 || rate == 0 || borrowRatio == 1) return (supply, borrow);
        borrow += (borrow * rate * passed) / (365 days * FULL);
        uint256 ratio = word.field(219, 15);
        if (ratio == 1) return (supply, borrow);
        uint256 lent = word.field(30, 14);
        lent = ratio & 1 == 1
            ? (lent * (1e27 + (1e27 * FULL) / (ratio >> 1))) / FULL
            : (1e27 * lent * (FULL + (ratio >> 1))) / (FULL * FULL);
        uint256 paying = ((borrowRatio >> 1) * 1e27) / (FULL + (borrowRatio >> 1));
        if (borrowRatio & 1 == 0) paying = 1e27 - paying;
        uint256 earned = rate * ((FULL * lent * paying) / 1e54) * (FULL - word.field(16, 14));
        supply += (supply * earned * passed) / (365 days * FULL * FULL * FULL);
    }

    /// With one kink.
    function borrowRate(uint256 data, uint256 utilization) internal pure returns (uint256) {
        uint256 kink = data.field(20, 16);
        bool below = utilization < kink;
        int256 y1 = int256(data.field(below ? 4 : 36, 16));
        int256 y2 = int256(data.field(below ? 36 : 52, 16));
        (int256 x1, int256 x2) = below ? (int256(0), int256(kink)) : (int256(kink), int256(FULL));
        int256 slope = ((y2 - y1) * 1e12) / (x2 - x1);
        int256 rate = slope * int256(utilization) + y1 * 1e12 - slope * x1;
        require(rate >= 0, "BorrowRateNegative");
        return uint256(rate) / 1e12 > 0xffff ? 0xffff : uint256(rate) / 1e12;
    }

    function withdrawalBefore(uint256 word, uint256 amount) internal view returns (uint256 limit) {
        uint256 last = word.big(65, 64);
        if (last == 0) return 0;
        uint256 most = (word.field(162, 14) * amount) / FULL;
        uint256 freed = (most * (block.timestamp - word.field(129, 33))) / word.field(176, 24);
        limit = last > freed ? last - freed : 0;
        if (amount - most > limit) limit = amount - most;
    }

    function withdrawalAfter(uint256 word, uint256 amount, uint256 before) internal pure returns (uint256) {
        if (amount < word.big(200, 18)) return 0;
        uint256 least = amount - (amount * word.field(162, 14)) / FULL;
        return least > before ? least : before;
    }

    function borrowBefore(uint256 word, uint256 amount) internal view returns (uint256 limit) {
        uint256 room = (amount * word.field(162, 14)) / FULL;
        limit = (room * (block.timestamp - word.field(129, 33))) / word.field(176, 24) + word.big(65, 64);
        if (limit > amount + room) limit = amount + room;
        if (limit < word.big(200, 18)) return word.big(200, 18);
        if (limit > word.big(218, 18)) limit = word.big(218, 18);
    }

    function borrowAfter(uint256 word, uint256 amount, uint256 before) internal pure returns (uint256 limit) {
        limit = amount + (amount * word.field(162, 14)) / FULL;
        if (limit < word.big(200, 18)) return word.big(200, 18);
        if (limit > word.big(218, 18)) limit = word.big(218, 18);
        if (before < limit) limit = before;
    }
}
