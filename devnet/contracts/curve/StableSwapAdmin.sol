// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapMath} from "./StableSwapMath.sol";

interface ICoin {
    function balanceOf(address account) external view returns (uint256);
}

/// Storage, parameters and the owner's switches of Curve's plain pools: amplification, fees, killing and the admin's fees.
/// Own minimal contract with the original's names, delays and limits.
abstract contract StableSwapAdmin {
    uint256 internal constant FEE_DENOMINATOR = 1e10;
    uint256 private constant MAX_ADMIN_FEE = 10e9;
    uint256 private constant MAX_FEE = 5e9;
    uint256 private constant MAX_A = 1e6;
    uint256 private constant MAX_A_CHANGE = 10;
    uint256 private constant ADMIN_ACTIONS_DELAY = 3 days;
    uint256 private constant MIN_RAMP_TIME = 1 days;
    uint256 private constant KILL_DEADLINE_DT = 60 days;

    address[] public coins;
    uint256[] public balances;
    uint256[] private rates;
    uint256 public fee;
    uint256 public admin_fee;
    address public immutable owner;
    uint256 internal immutable aPrecision;

    uint256 public initial_A;
    uint256 public future_A;
    uint256 public initial_A_time;
    uint256 public future_A_time;

    uint256 public admin_actions_deadline;
    uint256 public future_fee;
    uint256 public future_admin_fee;

    bool private is_killed;
    uint256 private immutable kill_deadline;

    event CommitNewFee(uint256 indexed deadline, uint256 fee, uint256 admin_fee);
    event NewFee(uint256 fee, uint256 admin_fee);
    event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time);
    event StopRampA(uint256 A, uint256 t);

    error TransferFailed();

    constructor(
        address owner_,
        address[] memory coins_,
        uint256[] memory rates_,
        uint256 a,
        uint256 fee_,
        uint256 adminFee,
        uint256 aPrecision_
    ) {
        owner = owner_;
        coins = coins_;
        rates = rates_;
        balances = new uint256[](coins_.length);
        aPrecision = aPrecision_;
        initial_A = a * aPrecision_;
        future_A = a * aPrecision_;
        fee = fee_;
        admin_fee = adminFee;
        kill_deadline = block.timestamp + KILL_DEADLINE_DT;
    }

    modifier alive() {
        require(!is_killed);
        _;
    }

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    function A() external view returns (uint256) {
        return _amplification().a / aPrecision;
    }

    function admin_balances(uint256 i) external view returns (uint256) {
        return ICoin(coins[i]).balanceOf(address(this)) - balances[i];
    }

    function ramp_A(uint256 futureA, uint256 futureTime) external onlyOwner {
        require(block.timestamp >= initial_A_time + MIN_RAMP_TIME);
        require(futureTime >= block.timestamp + MIN_RAMP_TIME);
        require(futureA > 0 && futureA < MAX_A);
        uint256 current = _amplification().a;
        uint256 next = futureA * aPrecision;
        require(next < current ? next * MAX_A_CHANGE >= current : next <= current * MAX_A_CHANGE);
        _setRamp(current, next, futureTime);
        emit RampA(current, next, block.timestamp, futureTime);
    }

    function stop_ramp_A() external onlyOwner {
        uint256 current = _amplification().a;
        _setRamp(current, current, block.timestamp);
        emit StopRampA(current, block.timestamp);
    }

    function commit_new_fee(uint256 newFee, uint256 newAdminFee) external onlyOwner {
        require(admin_actions_deadline == 0);
        require(newFee <= MAX_FEE && newAdminFee <= MAX_ADMIN_FEE);
        admin_actions_deadline = block.timestamp + ADMIN_ACTIONS_DELAY;
        future_fee = newFee;
        future_admin_fee = newAdminFee;
        emit CommitNewFee(admin_actions_deadline, newFee, newAdminFee);
    }

    function apply_new_fee() external onlyOwner {
        require(admin_actions_deadline != 0 && block.timestamp >= admin_actions_deadline);
        admin_actions_deadline = 0;
        fee = future_fee;
        admin_fee = future_admin_fee;
        emit NewFee(fee, admin_fee);
    }

    function withdraw_admin_fees() external onlyOwner {
        for (uint256 i; i < coins.length; i++) {
            uint256 value = ICoin(coins[i]).balanceOf(address(this)) - balances[i];
            if (value > 0) _pay(coins[i], value);
        }
    }

    function donate_admin_fees() external onlyOwner {
        for (uint256 i; i < coins.length; i++) balances[i] = ICoin(coins[i]).balanceOf(address(this));
    }

    function kill_me() external onlyOwner {
        require(kill_deadline > block.timestamp);
        is_killed = true;
    }

    function unkill_me() external onlyOwner {
        is_killed = false;
    }

    function _setRamp(uint256 from, uint256 to, uint256 futureTime) private {
        initial_A = from;
        future_A = to;
        initial_A_time = block.timestamp;
        future_A_time = futureTime;
    }

    function _amplification() internal view returns (StableSwapMath.Amplification memory) {
        return StableSwapMath.Amplification(_currentA(), aPrecision);
    }

    function _currentA() private view returns (uint256) {
        (uint256 t1, uint256 a1) = (future_A_time, future_A);
        if (block.timestamp >= t1) return a1;
        (uint256 t0, uint256 a0) = (initial_A_time, initial_A);
        if (a1 > a0) return a0 + (a1 - a0) * (block.timestamp - t0) / (t1 - t0);
        return a0 - (a0 - a1) * (block.timestamp - t0) / (t1 - t0);
    }

    function _rates() internal view virtual returns (uint256[] memory) {
        return rates;
    }

    function _balances() internal view returns (uint256[] memory) {
        return balances;
    }

    /// Balances scaled to 18 decimals.
    function _xp(uint256[] memory of_) internal view returns (uint256[] memory xp) {
        xp = new uint256[](of_.length);
        uint256[] memory each = _rates();
        for (uint256 i; i < of_.length; i++) xp[i] = each[i] * of_[i] / 1e18;
    }

    function _pull(address coin, uint256 value) internal {
        _call(coin, abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), value));
    }

    function _pay(address coin, uint256 value) internal {
        _call(coin, abi.encodeWithSignature("transfer(address,uint256)", msg.sender, value));
    }

    /// As the original: a coin may return nothing, but not false.
    function _call(address coin, bytes memory data) private {
        (bool ok, bytes memory answer) = coin.call(data);
        if (!ok || (answer.length > 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }
}
