// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolsHolder, InfinityPoolKey, SwapParams} from "../../src/Interfaces.sol";
import {PrepaidInfinity} from "../../src/PrepaidInfinity.sol";
import {Token} from "./Tokens.sol";

/// Stands in for the vault of PancakeSwap Infinity, whose code is in no package: pays who settled, and nobody more.
/// https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/Vault.sol
contract InfinityVault is IPoolsHolder {
    address private transient locker;
    uint256 private transient unsettled;
    address private transient syncedCurrency;
    uint256 private transient syncedBalance;
    mapping(address => mapping(address => int256)) public deltas;

    receive() external payable {}

    function lock(bytes calldata data) external returns (bytes memory answer) {
        require(locker == address(0), "locked");
        locker = msg.sender;
        answer = PrepaidInfinity(msg.sender).lockAcquired(data);
        require(unsettled == 0, "CurrencyNotSettled");
        locker = address(0);
    }

    function accountAppBalanceDelta(address currency0, address currency1, int256 delta, address settler) external {
        _account(settler, currency0, delta >> 128);
        _account(settler, currency1, int128(delta));
    }

    function sync(address currency) external {
        syncedCurrency = currency;
        syncedBalance = currency == address(0) ? 0 : Token(currency).balanceOf(address(this));
    }

    function settle() external payable returns (uint256 paid) {
        return _settle(msg.sender);
    }

    function settleFor(address recipient) external payable returns (uint256 paid) {
        return _settle(recipient);
    }

    function _settle(address recipient) private returns (uint256 paid) {
        require(locker != address(0), "NoLocker");
        address currency = syncedCurrency;
        if (currency == address(0)) {
            paid = msg.value;
        } else {
            require(msg.value == 0, "SettleNonNativeCurrencyWithValue");
            paid = Token(currency).balanceOf(address(this)) - syncedBalance;
            syncedCurrency = address(0);
        }
        _account(recipient, currency, int256(paid));
    }

    function take(address currency, address to, uint256 amount) external {
        require(locker != address(0), "NoLocker");
        _account(msg.sender, currency, -int256(amount));
        if (currency != address(0)) {
            Token(currency).transfer(to, amount);
            return;
        }
        (bool sent,) = to.call{value: amount}("");
        require(sent, "not sent");
    }

    function _account(address settler, address currency, int256 change) private {
        int256 before = deltas[settler][currency];
        int256 next = before + change;
        if (before == 0 && next != 0) ++unsettled;
        if (before != 0 && next == 0) --unsettled;
        deltas[settler][currency] = next;
    }
}

/// A manager of pools that pay 99.7 % of what they take, and take no more than `most`.
contract InfinityManager {
    InfinityVault private immutable vault;
    uint256 private immutable most;

    constructor(InfinityVault vault_, uint256 most_) {
        (vault, most) = (vault_, most_);
    }

    function swap(InfinityPoolKey memory key, SwapParams memory params, bytes calldata) external returns (int256 delta) {
        uint256 offered = uint256(-params.amountSpecified);
        uint256 taken = offered < most ? offered : most;
        uint256 paid = taken * 997 / 1000;
        (int256 in_, int256 out) = (-int256(taken), int256(paid));
        return _account(key, params.zeroForOne, in_, out);
    }

    /// As of pools of bins: all or nothing, for 99 %.
    function swap(InfinityPoolKey memory key, bool swapForY, int128 amountSpecified, bytes calldata)
        external
        returns (int256 delta)
    {
        uint256 offered = uint256(-int256(amountSpecified));
        require(offered <= most, "OutOfLiquidity");
        return _account(key, swapForY, int256(amountSpecified), int256(offered * 99 / 100));
    }

    function _account(InfinityPoolKey memory key, bool zeroForOne, int256 in_, int256 out)
        private
        returns (int256 delta)
    {
        (int256 amount0, int256 amount1) = zeroForOne ? (in_, out) : (out, in_);
        delta = (amount0 << 128) | int256(uint256(uint128(int128(amount1))));
        vault.accountAppBalanceDelta(key.currency0, key.currency1, delta, msg.sender);
    }
}

/// Says that it is a vault: never calls back, or calls back twice.
contract FalseVault is IPoolsHolder {
    uint256 private immutable calls;

    constructor(uint256 calls_) {
        calls = calls_;
    }

    function lock(bytes calldata data) external returns (bytes memory) {
        for (uint256 i; i < calls; ++i) {
            PrepaidInfinity(msg.sender).lockAcquired(data);
        }
        return "";
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {
        return msg.value;
    }

    function settleFor(address) external payable returns (uint256) {
        return msg.value;
    }

    function take(address, address, uint256) external {}

    /// A manager's `accountAppBalanceDelta`.
    fallback() external {}
}
