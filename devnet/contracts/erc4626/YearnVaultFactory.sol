// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {YearnVault} from "./YearnVault.sol";

/// Own minimal contract with the function and event of Yearn V3's vault factories. Vaults that stand at chosen addresses are entered
/// afterwards.
contract YearnVaultFactory {
    event NewVault(address indexed vault_address, address indexed asset);

    function deploy_new_vault(
        address asset,
        string calldata name,
        string calldata symbol,
        address role_manager,
        uint256
    ) external returns (YearnVault vault) {
        vault = new YearnVault{salt: keccak256(abi.encode(msg.sender, asset, name, symbol))}(IERC20(asset), name, symbol);
        vault.transferOwnership(role_manager);
        enter(vault);
    }

    function enter(YearnVault vault) public {
        emit NewVault(address(vault), vault.asset());
    }
}
