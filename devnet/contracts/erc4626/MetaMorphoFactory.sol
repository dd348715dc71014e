// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {InvestingVault} from "./InvestingVault.sol";

/// Own minimal contract with the function and event of Morpho's vault factory. Vaults that stand at chosen addresses are entered afterwards.
contract MetaMorphoFactory {
    event CreateMetaMorpho(
        address indexed metaMorpho,
        address indexed caller,
        address initialOwner,
        uint256 initialTimelock,
        address indexed asset,
        string name,
        string symbol,
        bytes32 salt
    );

    function createMetaMorpho(
        address initialOwner,
        uint256 initialTimelock,
        address asset,
        string calldata name,
        string calldata symbol,
        bytes32 salt
    ) external returns (InvestingVault vault) {
        uint8 offset = 18 - IERC20Metadata(asset).decimals();
        vault = new InvestingVault{salt: salt}(IERC20Metadata(asset), name, symbol, offset);
        vault.transferOwnership(initialOwner);
        tell(vault, initialTimelock, salt);
    }

    function enter(InvestingVault vault) external {
        tell(vault, 0, bytes32(0));
    }

    function tell(InvestingVault vault, uint256 timelock, bytes32 salt) private {
        emit CreateMetaMorpho(
            address(vault), msg.sender, vault.owner(), timelock, vault.asset(), vault.name(), vault.symbol(), salt
        );
    }
}
