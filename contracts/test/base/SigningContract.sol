// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// An account whose code signs, with signatures of a length of its own.
contract SigningContract {
    /// 96 bytes that this account takes for its signature of a digest.
    function signatureOf(bytes32 digest) public view returns (bytes memory) {
        return abi.encode(address(this), digest, keccak256(abi.encode(address(this), digest)));
    }

    /// ERC-1271.
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        bool signed = keccak256(signature) == keccak256(signatureOf(digest));
        return signed ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
