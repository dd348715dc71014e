// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Calls without the copy that Solidity makes of every answer (about 150 gas each). The answer of the last call, success or
/// revert data, is read from where it is; it is valid until the next call.
library RawCall {
    function tryCall(address target, uint256 value, bytes memory data) internal returns (bool ok) {
        assembly ("memory-safe") {
            ok := call(gas(), target, value, add(data, 32), mload(data), 0, 0)
        }
    }

    /// Fails with what the target failed with. It does not look whether there is code.
    function call(address target, uint256 value, bytes memory data) internal {
        if (tryCall(target, value, data)) return;
        assembly ("memory-safe") {
            let free := mload(0x40)
            returndatacopy(free, 0, returndatasize())
            revert(free, returndatasize())
        }
    }

    function tryStaticCall(address target, bytes memory data) internal view returns (bool ok) {
        assembly ("memory-safe") {
            ok := staticcall(gas(), target, add(data, 32), mload(data), 0, 0)
        }
    }

    /// Bytes of the answer.
    function answerSize() internal pure returns (uint256 size) {
        assembly ("memory-safe") {
            size := returndatasize()
        }
    }

    /// Word number `index` of the answer; reverts when the answer is shorter.
    function answerWord(uint256 index) internal pure returns (uint256 word) {
        assembly ("memory-safe") {
            returndatacopy(0, mul(32, index), 32)
            word := mload(0)
        }
    }

    function answer() internal pure returns (bytes memory data) {
        assembly ("memory-safe") {
            data := mload(0x40)
            mstore(data, returndatasize())
            returndatacopy(add(data, 32), 0, returndatasize())
            mstore(0x40, and(add(add(data, returndatasize()), 63), not(31)))
        }
    }
}
