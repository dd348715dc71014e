// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WalletVM} from "./WalletVM.sol";

/// An account whose code is ours: it takes coin and tokens of every kind, and pays the pool of a running V3 step.
abstract contract ReceivingWallet is WalletVM {
    receive() external payable {}

    /// Pools of every fork call back under their own name with the same arguments.
    fallback() external {
        _payPool(msg.data[4:]);
    }

    /// The manager of V4 pools calls back.
    function unlockCallback(bytes calldata told) external returns (bytes memory) {
        return _onUnlocked(told);
    }

    /// The vault of PancakeSwap Infinity calls back.
    function lockAcquired(bytes calldata told) external returns (bytes memory) {
        return _onUnlocked(told);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }

    /// ERC-165, ERC-721 receiver and ERC-1155 receiver.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x150b7a02 || id == 0x4e2312e0;
    }

    function _receivesCallbacks(bool pay) internal pure override returns (bool) {
        return pay;
    }
}
