// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PlainPool2} from "./PlainPool2.sol";

/// A pool of two coins that, where the first is native currency, counts as its balances what it holds without what is the admin's.
/// Only fees are the admin's: what transfers of a coin round stays with the pool.
abstract contract Holding is PlainPool2 {
    uint256[2] private ofAdmin;
    /// Balances before a call, and what it is told to take less what it is told to pay.
    uint256[2] private opened;
    int256[2] private flow;

    function admin_balances(uint256 i) external view override returns (uint256) {
        return _countsHeld() ? ofAdmin[i] : _held(i) - stored[i];
    }

    function _balances() internal view override returns (uint256[] memory counted_) {
        counted_ = stored;
        if (!_countsHeld()) return counted_;
        for (uint256 i; i < 2; i++) counted_[i] = _held(i) - ofAdmin[i];
    }

    function _open() internal override {
        if (!_countsHeld()) return;
        stored = _balances();
        stored[0] -= msg.value;
        for (uint256 i; i < 2; i++) (opened[i], flow[i]) = (stored[i], 0);
    }

    function _close() internal override {
        if (!_countsHeld()) return;
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

    function _countsHeld() internal view virtual returns (bool) {
        return coins[0] == NATIVE;
    }
}
