// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
}

interface ILockCallback {
    function lockAcquired(bytes calldata data) external returns (bytes memory);
}

/// Own minimal contract with the ABI of PancakeSwap Infinity's Vault, which holds the tokens of all pool managers that are
/// registered and keeps accounts while somebody locks it. Claims on what is left in it are not there.
/// https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/Vault.sol
contract Vault {
    address private immutable owner;
    mapping(address app => bool) public isAppRegistered;
    mapping(address app => mapping(address currency => uint256)) public reservesOfApp;

    address private transient locker;
    uint256 private transient unsettled;
    address private transient syncedCurrency;
    uint256 private transient syncedBalance;

    error AppUnregistered();
    error NoLocker();
    error LockerAlreadySet(address locker);
    error CurrencyNotSettled();
    error SettleNonNativeCurrencyWithValue();
    error NotOwner();
    error TransferFailed();

    constructor(address owner_) {
        owner = owner_;
    }

    modifier isLocked() {
        if (locker == address(0)) revert NoLocker();
        _;
    }

    function registerApp(address app) external {
        if (msg.sender != owner) revert NotOwner();
        isAppRegistered[app] = true;
    }

    function getLocker() external view returns (address) {
        return locker;
    }

    function lock(bytes calldata data) external returns (bytes memory result) {
        if (locker != address(0)) revert LockerAlreadySet(locker);
        locker = msg.sender;
        result = ILockCallback(msg.sender).lockAcquired(data);
        if (unsettled != 0) revert CurrencyNotSettled();
        locker = address(0);
    }

    /// @param delta Of currency0 in the upper 128 bits, of currency1 in the lower; positive what the settler gets.
    function accountAppBalanceDelta(address currency0, address currency1, int256 delta, address settler)
        external
        isLocked
    {
        if (!isAppRegistered[msg.sender]) revert AppUnregistered();
        (int128 delta0, int128 delta1) = (int128(delta >> 128), int128(delta));
        _accountApp(currency0, delta0);
        _accountApp(currency1, delta1);
        _account(settler, currency0, delta0);
        _account(settler, currency1, delta1);
    }

    function sync(address currency) external {
        syncedCurrency = currency;
        syncedBalance = currency == address(0) ? 0 : IToken(currency).balanceOf(address(this));
    }

    function settle() external payable returns (uint256 paid) {
        return _settle(msg.sender);
    }

    function settleFor(address recipient) external payable returns (uint256 paid) {
        return _settle(recipient);
    }

    function take(address currency, address to, uint256 amount) external isLocked {
        _account(msg.sender, currency, -_toInt128(amount));
        if (currency == address(0)) {
            (bool sent,) = to.call{value: amount}("");
            if (!sent) revert TransferFailed();
            return;
        }
        (bool ok, bytes memory answer) = currency.call(abi.encodeCall(IToken.transfer, (to, amount)));
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }

    /// @return delta What the vault owes the settler; negative what it is owed.
    function currencyDelta(address settler, address currency) external view returns (int256 delta) {
        bytes32 slot = keccak256(abi.encode(settler, currency, "delta"));
        assembly ("memory-safe") {
            delta := tload(slot)
        }
    }

    function _settle(address recipient) private isLocked returns (uint256 paid) {
        address currency = syncedCurrency;
        if (currency == address(0)) {
            paid = msg.value;
        } else {
            if (msg.value > 0) revert SettleNonNativeCurrencyWithValue();
            paid = IToken(currency).balanceOf(address(this)) - syncedBalance;
            (syncedCurrency, syncedBalance) = (address(0), 0);
        }
        _account(recipient, currency, _toInt128(paid));
    }

    function _accountApp(address currency, int128 delta) private {
        if (delta >= 0) reservesOfApp[msg.sender][currency] -= uint128(delta);
        else reservesOfApp[msg.sender][currency] += uint128(-delta);
    }

    function _account(address settler, address currency, int256 change) private {
        if (change == 0) return;
        bytes32 slot = keccak256(abi.encode(settler, currency, "delta"));
        int256 before;
        assembly ("memory-safe") {
            before := tload(slot)
        }
        int256 next = before + change;
        if (next == 0) unsettled -= 1;
        else if (before == 0) unsettled += 1;
        assembly ("memory-safe") {
            tstore(slot, next)
        }
    }

    function _toInt128(uint256 amount) private pure returns (int128) {
        require(amount <= uint128(type(int128).max), "more than int128");
        return int128(int256(amount));
    }
}
