// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clone} from "../Clone.sol";
import {ReceivingWallet} from "./ReceivingWallet.sol";

/// A wallet per owner: a clone of this code at an address that follows from the owner. Who the owner is, is not stored
/// anywhere, so there is nothing to initialise or to take over.
contract CoreWallet is ReceivingWallet {
    error OnlyOwner(address caller);

    address public immutable factory;
    bytes32 private immutable cloneCodeHash;

    constructor() {
        factory = msg.sender;
        cloneCodeHash = keccak256(Clone.creationCode(address(this)));
    }

    /// The owner, or the factory, which calls only its own caller's wallet.
    function _authorize() internal view override {
        if (msg.sender == factory) return;
        if (Clone.derive(factory, cloneCodeHash, msg.sender) != address(this)) revert OnlyOwner(msg.sender);
    }
}
