// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {EulerVault} from "./EulerVault.sol";

/// Own minimal contract with the function and event of Euler's vault factory. What is made is no proxy; of the data, the asset alone is used.
contract EulerFactory {
    address[] public proxyList;

    event ProxyCreated(address indexed proxy, bool upgradeable, address implementation, bytes trailingData);

    /// @param trailingData Asset, oracle and unit of account, packed.
    function createProxy(address implementation, bool upgradeable, bytes calldata trailingData)
        external
        returns (address proxy)
    {
        address asset = address(bytes20(trailingData[:20]));
        string memory symbol = string.concat("e", IERC20Metadata(asset).symbol(), "-", digit(proxyList.length + 1));
        EulerVault vault = new EulerVault(IERC20Metadata(asset), string.concat("EVK Vault ", symbol), symbol);
        vault.transferOwnership(msg.sender);
        proxy = address(vault);
        proxyList.push(proxy);
        emit ProxyCreated(proxy, upgradeable, implementation, trailingData);
    }

    function digit(uint256 number) private pure returns (string memory) {
        return string(abi.encodePacked(bytes1(uint8(48 + number))));
    }
}
