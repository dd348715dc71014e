// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WalletVM} from "./WalletVM.sol";

/// Runs programs by delegate call in a smart wallet, which has made sure that its owners want it. No storage: the wallet's own
/// is not touched. A pool's callback would land on the wallet's code, so there are no V3 steps; PrepaidV3 takes their place.
contract DelegateExecutor is WalletVM {
    error OnlyDelegateCall();
    error OnlyAccount(address caller);

    /// Code hash of an account that made this its code by EIP-7702 instead of calling it, where nobody asks the owner.
    bytes32 private immutable designator = keccak256(abi.encodePacked(hex"ef0100", address(this)));

    function _authorize() internal view override {
        if (address(this) == self) revert OnlyDelegateCall();
        if (address(this).codehash == designator && msg.sender != address(this)) revert OnlyAccount(msg.sender);
    }

    function _receivesCallbacks() internal pure override returns (bool) {
        return false;
    }
}
