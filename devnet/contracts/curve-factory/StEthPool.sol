// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ILiquidityToken, NativePool} from "./NativePool.sol";

/// The pool of ether and stETH, which is older than Curve's factories: its balances are what it holds without what is the admin's.
/// Formulas: github.com/curvefi/curve-contract, contracts/pools/steth/StableSwapSTETH.vy.
contract StEthPool is NativePool {
    uint256 private constant MOST_STEPS = 255;
    uint256 private constant A_PRECISION = 100;

    uint256[2] private ofAdmin;
    /// Balances before a call, and what it is told to take less what it is told to pay.
    uint256[2] private opened;
    int256[2] private flow;

    constructor(
        address[] memory coins_,
        uint256[] memory rates_,
        string memory symbol_,
        uint256 a,
        uint256 fee_,
        ILiquidityToken lpToken
    ) NativePool(coins_, rates_, symbol_, a, fee_, lpToken, false) {}

    function admin_balances(uint256 i) external view override returns (uint256) {
        return ofAdmin[i];
    }

    function _balances() internal view override returns (uint256[] memory counted_) {
        counted_ = new uint256[](2);
        for (uint256 i; i < 2; i++) counted_[i] = _held(i) - ofAdmin[i];
    }

    function _open() internal override {
        stored = _balances();
        stored[0] -= msg.value;
        for (uint256 i; i < 2; i++) (opened[i], flow[i]) = (stored[i], 0);
    }

    /// Only fees are the admin's: what transfers round stays with the pool.
    function _close() internal override {
        for (uint256 i; i < 2; i++) ofAdmin[i] += uint256(int256(opened[i]) + flow[i] - int256(stored[i]));
    }

    function _pull(uint256 i, uint256 value) internal override {
        flow[i] += int256(value);
        super._pull(i, value);
    }

    function _pay(uint256 i, uint256 value) internal override {
        flow[i] -= int256(value);
        super._pay(i, value);
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
