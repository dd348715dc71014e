// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Who has locked a contract may owe it until the end of its call: what is paid is what balances grow by. One lock at a time.
/// https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/base/FlashAccountant.sol
abstract contract FlashAccounts {
    using SafeERC20 for IERC20;

    bytes4 private constant LOCKED = 0x00000000;

    address private transient locker;
    uint256 private transient debts;

    error Locked();
    error LockerOnly();
    error DebtsNotZeroed(uint256 id);
    error ETHTransferFailed();

    /// Calls its caller back with what follows the selector, and returns what that does.
    function lock() external {
        if (locker != address(0)) revert Locked();
        locker = msg.sender;
        (bool ok, bytes memory told) = msg.sender.call(abi.encodePacked(LOCKED, uint256(0), msg.data[4:]));
        locker = address(0);
        if (ok && debts != 0) revert DebtsNotZeroed(0);
        assembly ("memory-safe") {
            if iszero(ok) { revert(add(told, 32), mload(told)) }
            return(add(told, 32), mload(told))
        }
    }

    /// Notes balances of tokens, one word each.
    function startPayments() external {
        for (uint256 i = 4; i < msg.data.length; i += 32) {
            address token = _tokenAt(i);
            _put(_noteOf(token), IERC20(token).balanceOf(address(this)) + 1);
        }
    }

    function completePayments() external {
        for (uint256 i = 4; i < msg.data.length; i += 32) {
            address token = _tokenAt(i);
            uint256 noted = _got(_noteOf(token));
            _put(_noteOf(token), 0);
            uint256 held = IERC20(token).balanceOf(address(this)) + 1;
            if (noted != 0 && held > noted) _owe(token, -int256(held - noted));
        }
    }

    /// Pays token, recipient and amount, 56 bytes for each payment.
    function withdraw() external {
        _requireLocker();
        for (uint256 i = 4; i < msg.data.length; i += 56) {
            address token = address(bytes20(msg.data[i:i + 20]));
            address recipient = address(bytes20(msg.data[i + 20:i + 40]));
            uint256 amount = uint128(bytes16(msg.data[i + 40:i + 56]));
            _owe(token, int256(amount));
            if (token != address(0)) {
                IERC20(token).safeTransfer(recipient, amount);
                continue;
            }
            (bool ok,) = recipient.call{value: amount}("");
            if (!ok) revert ETHTransferFailed();
        }
    }

    receive() external payable {
        _owe(address(0), -int256(msg.value));
    }

    function _requireLocker() internal view {
        if (locker != msg.sender) revert LockerOnly();
    }

    function _owe(address token, int256 change) internal {
        uint256 slot = uint256(keccak256(abi.encode("debt", token)));
        uint256 before = _got(slot);
        uint256 next = uint256(int256(before) + change);
        _put(slot, next);
        if (before == 0 && next != 0) debts++;
        if (before != 0 && next == 0) debts--;
    }

    function _noteOf(address token) private pure returns (uint256) {
        return uint256(keccak256(abi.encode("payment", token)));
    }

    function _tokenAt(uint256 i) private pure returns (address) {
        return address(uint160(uint256(bytes32(msg.data[i:i + 32]))));
    }

    function _got(uint256 slot) private view returns (uint256 word) {
        assembly ("memory-safe") {
            word := tload(slot)
        }
    }

    function _put(uint256 slot, uint256 word) private {
        assembly ("memory-safe") {
            tstore(slot, word)
        }
    }
}
