// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReceivingWallet} from "./ReceivingWallet.sol";

/// Code for an account of a key pair (EIP-7702). The account alone may run programs, by a transaction to itself.
contract Account7702 is ReceivingWallet {
    error OnlyAccount(address caller);

    bytes4 private constant NOT_SIGNED = 0xffffffff;
    // https://eips.ethereum.org/EIPS/eip-2
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// ERC-1271, for whoever asks an account with code instead of recovering its signature, as Permit2 does. The signature is
    /// that of the account's own key, r, s and v, or 64 bytes of EIP-2098; so it says nothing that it did not say without this
    /// code.
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 64 && signature.length != 65) return NOT_SIGNED;
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        uint8 v;
        if (signature.length == 65) v = uint8(signature[64]);
        else (v, s) = (27 + uint8(uint256(s) >> 255), s & ~bytes32(uint256(1) << 255));
        if (uint256(s) > HALF_ORDER) return NOT_SIGNED;
        bool signed = ecrecover(digest, v, r, s) == address(this);
        return signed ? this.isValidSignature.selector : NOT_SIGNED;
    }

    function _authorize() internal view override {
        if (msg.sender != address(this)) revert OnlyAccount(msg.sender);
    }
}
