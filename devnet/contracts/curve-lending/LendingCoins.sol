// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CurveToken} from "../curve/CurveToken.sol";

interface IAToken {
    function balanceOf(address account) external view returns (uint256);
}

interface ILendingPool {
    function deposit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) external;
    function withdraw(address asset, uint256 amount, address to) external returns (uint256);
}

/// What a pool of aTokens holds, and its parameters, which anyone sets at once.
abstract contract LendingCoins {
    uint256 internal constant FEE_DENOMINATOR = 1e10;

    address[] public coins;
    address[] public underlying_coins;
    uint256[] public admin_balances;
    uint256[] internal precisions;
    CurveToken public immutable lp_token;
    ILendingPool internal immutable lendingPool;

    uint256 public fee;
    uint256 public admin_fee;
    uint256 public offpeg_fee_multiplier;
    uint256 public initial_A;
    uint256 public future_A;
    uint256 public initial_A_time;
    uint256 public future_A_time;

    error TransferFailed();

    constructor(
        address[] memory coins_,
        address[] memory underlying,
        uint256[] memory precisions_,
        address lpToken,
        address lendingPool_,
        uint256 a
    ) {
        (coins, underlying_coins, precisions) = (coins_, underlying, precisions_);
        admin_balances = new uint256[](coins_.length);
        lp_token = CurveToken(lpToken);
        lendingPool = ILendingPool(lendingPool_);
        (initial_A, future_A) = (a * 100, a * 100);
        (fee, admin_fee, offpeg_fee_multiplier) = (4e6, 5e9, 2e10);
        for (uint256 i; i < underlying.length; i++) {
            _call(
                underlying[i],
                abi.encodeWithSignature("approve(address,uint256)", lendingPool_, type(uint256).max)
            );
        }
    }

    function apply_new_fee(uint256 fee_, uint256 adminFee, uint256 multiplier) external {
        (fee, admin_fee, offpeg_fee_multiplier) = (fee_, adminFee, multiplier);
    }

    function ramp_A(uint256 a, uint256 time) external {
        (initial_A, future_A) = (_a(), a * 100);
        (initial_A_time, future_A_time) = (block.timestamp, time);
    }

    function stop_ramp_A() external {
        uint256 current = _a();
        (initial_A, future_A) = (current, current);
        (initial_A_time, future_A_time) = (block.timestamp, block.timestamp);
    }

    function withdraw_admin_fees() external {
        for (uint256 i; i < coins.length; i++) {
            if (admin_balances[i] == 0) continue;
            _call(coins[i], abi.encodeWithSignature("transfer(address,uint256)", msg.sender, admin_balances[i]));
            admin_balances[i] = 0;
        }
    }

    function balances(uint256 i) public view returns (uint256) {
        return IAToken(coins[i]).balanceOf(address(this)) - admin_balances[i];
    }

    function _balances() internal view returns (uint256[] memory held) {
        held = new uint256[](coins.length);
        for (uint256 i; i < held.length; i++) held[i] = balances(i);
    }

    function _xp(uint256[] memory of_) internal view returns (uint256[] memory xp) {
        xp = new uint256[](of_.length);
        for (uint256 i; i < xp.length; i++) xp[i] = of_[i] * precisions[i];
    }

    function _a() internal view returns (uint256) {
        (uint256 t1, uint256 a1) = (future_A_time, future_A);
        if (block.timestamp >= t1) return a1;
        (uint256 t0, uint256 a0) = (initial_A_time, initial_A);
        if (a1 > a0) return a0 + (a1 - a0) * (block.timestamp - t0) / (t1 - t0);
        return a0 - (a0 - a1) * (block.timestamp - t0) / (t1 - t0);
    }

    /// Takes a coin of the caller's, and lends it out where that is not done yet.
    function _take(uint256 i, uint256 amount, bool isUnderlying) internal {
        address coin = isUnderlying ? underlying_coins[i] : coins[i];
        _call(
            coin, abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount)
        );
        if (isUnderlying) lendingPool.deposit(coin, amount, address(this), 0);
    }

    function _give(uint256 i, uint256 amount, bool isUnderlying) internal {
        if (isUnderlying) lendingPool.withdraw(underlying_coins[i], amount, msg.sender);
        else _call(coins[i], abi.encodeWithSignature("transfer(address,uint256)", msg.sender, amount));
    }

    /// As the original: a coin may return nothing, but not false.
    function _call(address coin, bytes memory data) private {
        (bool ok, bytes memory answer) = coin.call(data);
        if (!ok || (answer.length > 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }
}
