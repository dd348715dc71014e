// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Fields of storage words, and numbers of a coefficient and an exponent of eight bits.
library FluidWords {
    function field(uint256 word, uint256 from, uint256 count) internal pure returns (uint256) {
        return (word >> from) & ((1 << count) - 1);
    }

    function put(uint256 word, uint256 from, uint256 count, uint256 value) internal pure returns (uint256) {
        require(value < (1 << count), "FluidWords: too large");
        return (word & ~(((1 << count) - 1) << from)) | (value << from);
    }

    function unpack(uint256 packed) internal pure returns (uint256) {
        return (packed >> 8) << (packed & 0xff);
    }

    function big(uint256 word, uint256 from, uint256 count) internal pure returns (uint256) {
        return unpack(field(word, from, count));
    }

    function packDown(uint256 value, uint256 size) internal pure returns (uint256) {
        uint256 exponent = _exponent(value, size);
        return ((value >> exponent) << 8) | exponent;
    }

    function packUp(uint256 value, uint256 size) internal pure returns (uint256) {
        uint256 exponent = _exponent(value, size);
        if (exponent == 0) return value << 8;
        uint256 coefficient = (value >> exponent) + 1;
        if (coefficient >> size == 1) (coefficient, exponent) = (coefficient >> 1, exponent + 1);
        return (coefficient << 8) | exponent;
    }

    function _exponent(uint256 value, uint256 size) private pure returns (uint256 exponent) {
        while (value >> exponent >> size != 0) exponent++;
    }

    function root(uint256 value) internal pure returns (uint256) {
        if (value < 2) return value;
        uint256 low = 1;
        while (low <= type(uint128).max / 2 && low * low <= value / 4) low *= 2;
        uint256 guess = low * 2;
        while (true) {
            uint256 next = (guess + value / guess) / 2;
            if (next >= guess) return guess;
            guess = next;
        }
        return 0;
    }
}
