// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// ERC-1167 clones that belong to one owner each. https://eips.ethereum.org/EIPS/eip-1167
library Clone {
    error DeploymentFailed();

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

    /// Deploys the clone of `owner`, whose address is `expected`, unless it is there.
    function ensure(address expected, address implementation, address owner) internal {
        if (expected.code.length != 0) return;
        bytes memory code = creationCode(implementation);
        bytes32 salt_ = salt(owner);
        address created;
        assembly ("memory-safe") {
            created := create2(0, add(code, 32), mload(code), salt_)
        }
        if (created != expected) revert DeploymentFailed();
    }
}
