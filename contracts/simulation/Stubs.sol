// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HARNESS, MAGIC} from "./Harness.sol";

/// Hands `data` on to `target` by delegate call, and back what it returns.
function relay(address target, bytes calldata data) {
    assembly {
        calldatacopy(0, data.offset, data.length)
        let ok := delegatecall(gas(), target, 0, data.length, 0, 0)
        returndatacopy(0, 0, returndatasize())
        if ok { return(0, returndatasize()) }
        revert(0, returndatasize())
    }
}

/// Whether the account that the eth_call comes from asks for the harness.
function isForHarness() view returns (bool) {
    return msg.data.length >= 32 && bytes32(msg.data[:32]) == MAGIC && msg.sender == tx.origin;
}

/// In place of an account without code, as far as code can be like none: it takes coin, says yes to those who ask whether it can
/// take their token, signs what its key has signed, and answers nothing else.
contract AccountStub {
    receive() external payable {}

    fallback() external payable {
        if (isForHarness()) relay(HARNESS, msg.data[32:]);
    }

    /// ERC-1271. Who finds code asks it instead of recovering the signer.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65 && signature.length != 64) return 0;
        bytes32 r = bytes32(signature[:32]);
        bytes32 s = bytes32(signature[32:64]);
        uint8 v;
        if (signature.length == 65) {
            v = uint8(signature[64]);
        } else {
            // EIP-2098
            v = 27 + uint8(uint256(s) >> 255);
            s = s << 1 >> 1;
        }
        address signer = ecrecover(hash, v, r, s);
        return signer == address(this) ? this.isValidSignature.selector : bytes4(0);
    }

    /// ERC-721.
    function onERC721Received(address, address, uint256, bytes calldata) external payable returns (bytes4) {
        return this.onERC721Received.selector;
    }

    /// ERC-1155.
    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external payable returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        payable
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }
}

/// In place of an account with code, which is put at the complement of its address: a Safe, an account with a delegation
/// (EIP-7702), a pool.
contract CodeStub {
    fallback() external payable {
        if (isForHarness()) relay(HARNESS, msg.data[32:]);
        relay(address(~uint160(address(this))), msg.data);
    }
}

/// Keeps what it is called with until the end of the eth_call, and tells all of it to who calls it without anything: an eth_call
/// has no logs.
contract Reporter {
    fallback() external payable {
        assembly {
            let size := tload(0)
            if iszero(calldatasize()) {
                for { let at := 0 } lt(at, size) { at := add(at, 32) } { mstore(at, tload(add(at, 32))) }
                return(0, size)
            }
            for { let at := 0 } lt(at, calldatasize()) { at := add(at, 32) } {
                size := add(size, 32)
                tstore(size, calldataload(at))
            }
            tstore(0, size)
        }
    }
}
