// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WalletVM} from "./WalletVM.sol";

/// Runs programs by delegate call in a smart wallet, which has made sure that its owners want it. No storage: the wallet's own
/// is not touched. A pool's callback would land on the wallet's code, so there are no V3 steps; PrepaidV3 takes their place.
///
/// A wallet that hands calls on to this code as they come, unasked, has made sure of nothing: by EIP-7702, also through a proxy,
/// as a facet of a diamond, or as a fallback handler that it delegate-calls. There the wallet alone may ask.
contract DelegateExecutor is WalletVM {
    error OnlyDelegateCall();
    error OnlyAccount(address caller);

    /// A transient slot of our own: whether this account is asking itself who answers the call it is running.
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
            if (_servesStrangers()) revert OnlyAccount(msg.sender);
        } else if (probing) {
            bytes32 served = SERVED;
            assembly ("memory-safe") {
                mstore(0, served)
                return(0, 32)
            }
        }
    }

    /// Calls the account by the name that it was called by: where the call comes back to this code, it does so for everybody.
    function _servesStrangers() private returns (bool found) {
        bytes memory data = abi.encodePacked(msg.sig, new bytes(PROBE_ARGUMENTS));
        (bytes32 slot, bytes32 served) = (PROBE, SERVED);
        assembly ("memory-safe") {
            tstore(slot, 1)
            // Without state changes; as it is, or as `bytes`, behind an offset and a length.
            if staticcall(gas(), address(), add(data, 32), mload(data), 0, 0) {
                for { let at := 0 } lt(add(at, 31), returndatasize()) { at := add(at, 32) } {
                    if gt(at, 64) { break }
                    returndatacopy(0, at, 32)
                    if eq(mload(0), served) { found := 1 }
                }
            }
            tstore(slot, 0)
        }
    }

    function _receivesCallbacks() internal pure override returns (bool) {
        return false;
    }
}
