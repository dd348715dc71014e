// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapNgToken} from "../curve-ng/StableSwapNgToken.sol";

interface ICoin {
    function balanceOf(address account) external view returns (uint256);
}

/// The coins and parameters of a plain pool of Curve's factory before stableswap-ng, of which the first coin may be native currency.
/// Anyone may set what the factory's admin may.
abstract contract PlainCoins is StableSwapNgToken {
    address internal constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant A_PRECISION = 100;

    address[] public coins;
    uint256[] internal stored;
    uint256[] internal multipliers;

    uint256 public fee;
    uint256 public constant admin_fee = 5_000_000_000;
    uint256 public initial_A;
    uint256 public future_A;
    uint256 public initial_A_time;
    uint256 public future_A_time;

    event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time);
    event StopRampA(uint256 A, uint256 t);
    event ApplyNewFee(uint256 fee);

    constructor(address[] memory coins_, uint256[] memory rates_, string memory symbol_, uint256 a, uint256 fee_) {
        coins = coins_;
        multipliers = rates_;
        stored = new uint256[](coins_.length);
        name = symbol_;
        symbol = symbol_;
        initial_A = a * A_PRECISION;
        future_A = a * A_PRECISION;
        fee = fee_;
        emit Transfer(address(0), address(this), 0);
    }

    function ramp_A(uint256 a, uint256 time) external {
        (initial_A, future_A) = (_a(), a * A_PRECISION);
        (initial_A_time, future_A_time) = (block.timestamp, time);
        emit RampA(initial_A, future_A, block.timestamp, time);
    }

    function stop_ramp_A() external {
        uint256 a = _a();
        (initial_A, future_A, initial_A_time, future_A_time) = (a, a, block.timestamp, block.timestamp);
        emit StopRampA(a, block.timestamp);
    }

    function apply_new_fee(uint256 fee_) external {
        fee = fee_;
        emit ApplyNewFee(fee_);
    }

    function admin_balances(uint256 i) external view virtual returns (uint256) {
        return _held(i) - _balances()[i];
    }

    function balances(uint256 i) external view returns (uint256) {
        return _balances()[i];
    }

    /// What counts of each coin between calls.
    function _balances() internal view virtual returns (uint256[] memory) {
        return stored;
    }

    /// 10^(36 - decimals) times what a coin is worth.
    function _rates() internal view virtual returns (uint256[] memory) {
        return multipliers;
    }

    function _held(uint256 i) internal view returns (uint256) {
        return coins[i] == NATIVE ? address(this).balance : ICoin(coins[i]).balanceOf(address(this));
    }

    function _a() internal view returns (uint256) {
        if (block.timestamp >= future_A_time) return future_A;
        uint256 passed = block.timestamp - initial_A_time;
        uint256 time = future_A_time - initial_A_time;
        if (future_A > initial_A) return initial_A + (future_A - initial_A) * passed / time;
        return initial_A - (initial_A - future_A) * passed / time;
    }

    function _pull(uint256 i, uint256 value) internal virtual {
        if (coins[i] == NATIVE) require(msg.value == value);
        else _call(i, abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), value));
    }

    function _pay(uint256 i, uint256 value) internal virtual {
        if (coins[i] != NATIVE) return _call(i, abi.encodeWithSignature("transfer(address,uint256)", msg.sender, value));
        (bool ok,) = msg.sender.call{value: value}("");
        require(ok);
    }

    /// As the original: a coin may return nothing, but not false.
    function _call(uint256 i, bytes memory data) private {
        (bool ok, bytes memory answer) = coins[i].call(data);
        require(ok && (answer.length == 0 || abi.decode(answer, (bool))));
    }
}
