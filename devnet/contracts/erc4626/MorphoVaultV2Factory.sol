// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {MorphoVaultV2} from "./MorphoVaultV2.sol";

/// Own minimal contract with the function and event of Morpho's factory of Vaults V2.
contract MorphoVaultV2Factory {
    event CreateVaultV2(address indexed owner, address indexed asset, bytes32 salt, address indexed newVaultV2);

    function createVaultV2(address owner, IERC20Metadata asset, bytes32 salt) external returns (MorphoVaultV2 vault) {
        vault = new MorphoVaultV2{salt: salt}(owner, asset);
        emit CreateVaultV2(owner, address(asset), salt, address(vault));
    }
}
