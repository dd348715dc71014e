// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Creation code of ERC-1167 clones, and where CREATE2 puts them. https://eips.ethereum.org/EIPS/eip-1167
library CloneAddress {
    function creationCode(address implementation) internal pure returns (bytes memory) {
        return abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3"
        );
    }

    /// The salt is the owner, so an owner has one clone, and nobody else's clone has its address.
    function salt(address owner) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(owner)));
    }

    function derive(address factory, bytes32 codeHash, address owner) internal pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", factory, salt(owner), codeHash)))));
    }
}
