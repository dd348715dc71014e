// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WalletVM} from "./WalletVM.sol";

/// Runs programs by delegate call in a smart wallet, which has made sure that its owners want it. No storage: the wallet's own
/// is not touched. A callback would land on the wallet's code, so there are no V3, V4 and Infinity steps; adapters take their place.
///
/// A wallet that hands calls on to this code as they come, unasked, has made sure of nothing: by EIP-7702, also through a proxy,
/// as a facet of a diamond, or as a fallback handler that it delegate-calls. There the wallet alone may ask.
contract DelegateExecutor is WalletVM {
    error OnlyDelegateCall();
    error OnlyAccount(address caller);
    /// The question who answers used most of the gas and found nothing: with more gas it might.
    error TooLittleGas();

    /// Transient slots of our own: whether this account is asking itself who answers the call it is running, and whether it
    /// was this code.
    bytes32 private constant PROBE = keccak256("weir.wallet.probe");
    bytes32 private constant SERVED = keccak256("weir.wallet.served");
    /// Enough zeros to be arguments of every function here, and to be refused by most others.
    uint256 private constant PROBE_ARGUMENTS = 512;

    function _authorize() internal override {
        if (address(this) == self) revert OnlyDelegateCall();
        bytes32 slot = PROBE;
        bool probing;
        assembly ("memory-safe") {
            probing := tload(slot)
        }
        if (msg.sender != address(this)) {
            // Who gets control while the account is asked, runs nothing that would end the question.
            if (probing || _servesStrangers()) revert OnlyAccount(msg.sender);
        } else if (probing) {
            bytes32 served = SERVED;
            // A word: no function here answers more, and one that reads the answer finds it.
            assembly ("memory-safe") {
                tstore(served, 1)
                mstore(0, 0)
                return(0, 32)
            }
        }
    }

    /// Calls the account by the name that it was called by: where the call comes back to this code, it does so for everybody.
    /// Not as a view, so that an account may write and log before it hands on. SERVED needs no clearing: where it is set, the
    /// call reverts.
    function _servesStrangers() private returns (bool found) {
        bytes memory data = abi.encodePacked(msg.sig, new bytes(PROBE_ARGUMENTS));
        (bytes32 slot, bytes32 served) = (PROBE, SERVED);
        uint256 gasBefore = gasleft();
        assembly ("memory-safe") {
            tstore(slot, 1)
            pop(call(gas(), address(), 0, add(data, 32), mload(data), 0, 0))
            tstore(slot, 0)
            found := tload(served)
        }
        // The 64th part that is left where it ran out could be enough for a program.
        if (!found && gasleft() < gasBefore / 2) revert TooLittleGas();
    }

    function _receivesCallbacks(bool) internal pure override returns (bool) {
        return false;
    }
}
