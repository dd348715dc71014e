// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ILiquidityToken, NativePool} from "./NativePool.sol";

/// The pool of ether and stETH that is older than Curve's factories.
/// Formulas: github.com/curvefi/curve-contract, contracts/pools/steth/StableSwapSTETH.vy.
contract StEthPool is NativePool {
    uint256 private constant MOST_STEPS = 255;
    uint256 private constant A_PRECISION = 100;

    constructor(
        address[] memory coins_,
        uint256[] memory rates_,
        string memory symbol_,
        uint256 a,
        uint256 fee_,
        ILiquidityToken lpToken
    ) NativePool(coins_, rates_, symbol_, a, fee_, lpToken, false) {}

    function _countsHeld() internal pure override returns (bool) {
        return true;
    }

    function _average(uint256[] memory, uint256) internal override {}

    /// As the first pools' code: divided by twice a balance and 1.
    function _invariant(uint256[] memory xp) internal view override returns (uint256 d) {
        uint256 sum = xp[0] + xp[1];
        if (sum == 0) return 0;
        uint256 ann = _a() * 2;
        d = sum;
        for (uint256 step; step < MOST_STEPS; step++) {
            uint256 product = d;
            for (uint256 i; i < 2; i++) product = product * d / (xp[i] * 2 + 1);
            uint256 previous = d;
            d = (ann * sum / A_PRECISION + product * 2) * d
                / ((ann - A_PRECISION) * d / A_PRECISION + 3 * product);
            if (d > previous ? d - previous <= 1 : previous - d <= 1) return d;
        }
        revert();
    }
}
