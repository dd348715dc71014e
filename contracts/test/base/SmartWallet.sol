// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet of the Safe's shape: storage of its own, an owner who may have it delegate-call, and no answer to callbacks.
contract SmartWallet {
    error OnlyOwner();

    address public owner;
    /// Of no meaning here; whoever writes to a wallet's storage hits what a real one keeps in such slots.
    uint256[7] private filler;

    constructor(address owner_) {
        owner = owner_;
        for (uint256 i; i < filler.length; ++i) {
            filler[i] = uint256(keccak256(abi.encode(i)));
        }
    }

    function delegate(address target, bytes calldata data) external payable returns (bytes memory answer) {
        if (msg.sender != owner && msg.sender != address(this)) revert OnlyOwner();
        bool ok;
        (ok, answer) = target.delegatecall(data);
        if (ok) return answer;
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
    }

    receive() external payable {}
}
