// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidInterest} from "./FluidInterest.sol";
import {FluidPrices} from "./FluidPrices.sol";
import {FluidWords} from "./FluidWords.sol";

interface IFluidLiquidity {
    function readFromStorage(bytes32 slot) external view returns (uint256);
    function operate(
        address token,
        int256 supplyAmount,
        int256 borrowAmount,
        address withdrawTo,
        address borrowTo,
        bytes calldata data
    ) external payable returns (uint256, uint256);
}

struct Reserves {
    uint256 real0;
    uint256 real1;
    uint256 imaginary0;
    uint256 imaginary1;
}

/// Reserves of 12 decimals of a pool's collateral and debt in the Liquidity layer.
/// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/poolT1/coreModule/helpers/coreHelpers.sol
abstract contract FluidReserves is FluidPrices {
    using FluidWords for uint256;

    IFluidLiquidity internal immutable liquidity;
    address internal immutable token0;
    address internal immutable token1;
    uint256 internal immutable numerator0;
    uint256 internal immutable denominator0;
    uint256 internal immutable numerator1;
    uint256 internal immutable denominator1;

    constructor(IFluidLiquidity liquidity_, address[2] memory tokens, uint256[4] memory scales) {
        liquidity = liquidity_;
        (token0, token1) = (tokens[0], tokens[1]);
        (numerator0, denominator0) = (scales[0], scales[1]);
        (numerator1, denominator1) = (scales[2], scales[3]);
    }

    function _collateral(Range memory range) internal view returns (Reserves memory reserves) {
        (uint256 x, uint256 y) = (_part(token0, 8, 0), _part(token1, 8, 0));
        uint256 mean = geometricMean(range);
        (uint256 more0, uint256 more1) = (0, 0);
        if (mean < 1e27) (more0, more1) = _outside(mean, range.upper, x, y);
        else (more1, more0) = _outside(1e54 / mean, 1e54 / range.lower, y, x);
        return Reserves(x, y, x + more0, y + more1);
    }

    function _debt(Range memory range) internal view returns (Reserves memory) {
        (uint256 x, uint256 y) = (_part(token0, 9, 1), _part(token1, 9, 1));
        uint256 mean = geometricMean(range);
        if (mean < 1e27) return _owed(mean, range.lower, x, y);
        Reserves memory turned = _owed(1e54 / mean, 1e54 / range.upper, y, x);
        return Reserves(turned.real1, turned.real0, turned.imaginary1, turned.imaginary0);
    }

    /// The root x of (end - mean) x^2 = (mean a + b) x + a b, and mean x.
    function _outside(uint256 mean, uint256 end, uint256 a, uint256 b) private pure returns (uint256 x, uint256) {
        uint256 width = end - mean;
        uint256 half = (mean * a + b * 1e27) / (2 * width);
        uint256 last = a * b < 1e50 ? (a * b * 1e27) / width : ((a * b) / width) * 1e27;
        x = half + FluidWords.root(last + half * half);
        return (x, (x * mean) / 1e27);
    }

    function _owed(uint256 mean, uint256 end, uint256 a, uint256 b) private pure returns (Reserves memory r) {
        int256 half = (int256(a * mean) - int256(b * 1e27)) / 2e27;
        uint256 last = a * b < 1e50 ? (a * b * end) / 1e27 : ((a * b) / 1e27) * end;
        r.real1 = uint256(half + int256(FluidWords.root(last + uint256(half * half))));
        uint256 left = r.real1 * 1e27 - a * end;
        require(left >= 1e6, "DebtReservesTooLow");
        uint256 square = r.real1 * r.real1;
        r.imaginary1 = r.real1 < 1e25 ? (square * 1e27) / left : square / (left / 1e27);
        r.imaginary0 = (r.imaginary1 * a) / r.real1 - a;
        r.real0 = (r.imaginary0 * b) / (r.imaginary1 + b);
    }

    /// What the pool has supplied (slot 8, price 0) or borrowed (slot 9, price 1), with interest.
    function _part(address token, uint256 slot, uint256 price) private view returns (uint256 amount) {
        uint256 word = liquidity.readFromStorage(keccak256(abi.encode(token, keccak256(abi.encode(address(this), slot)))));
        amount = word.big(1, 64);
        if (word & 1 == 1) {
            (uint256 supplied, uint256 borrowed) = FluidInterest.exchangePrices(_pricesOf(token));
            amount = (amount * (price == 0 ? supplied : borrowed)) / 1e12;
        }
        return adjusted(token == token0, amount);
    }

    function _pricesOf(address token) internal view returns (uint256) {
        return liquidity.readFromStorage(keccak256(abi.encode(token, uint256(5))));
    }

    function adjusted(bool is0, uint256 amount) internal view returns (uint256) {
        return is0 ? (amount * numerator0) / denominator0 : (amount * numerator1) / denominator1;
    }

    function restored(bool is0, uint256 amount) internal view returns (uint256) {
        return is0 ? (amount * denominator0) / numerator0 : (amount * denominator1) / numerator1;
    }
}
