// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPermit2} from "permit2/src/interfaces/IPermit2.sol";
import {IWETH} from "@balancer-labs/v3-interfaces/contracts/solidity-utils/misc/IWETH.sol";
import {IVault} from "@balancer-labs/v3-interfaces/contracts/vault/IVault.sol";
import {SwapSingleTokenHookParams} from "@balancer-labs/v3-interfaces/contracts/vault/RouterTypes.sol";
import {SwapKind} from "@balancer-labs/v3-interfaces/contracts/vault/VaultTypes.sol";
import {RouterHooks} from "@balancer-labs/v3-vault/contracts/RouterHooks.sol";

/// Our own entry, with the deployed one's signature, to the published hooks of a router that the vault is paid before.
contract AggregatorRouter is RouterHooks {
    constructor(IVault vault) RouterHooks(vault, IWETH(address(0)), IPermit2(address(0)), "1") {}

    function swapSingleTokenExactIn(
        address pool,
        IERC20 tokenIn,
        IERC20 tokenOut,
        uint256 exactAmountIn,
        uint256 minAmountOut,
        uint256 deadline,
        bytes calldata userData
    ) external saveSender(msg.sender) returns (uint256) {
        SwapSingleTokenHookParams memory params = SwapSingleTokenHookParams({
            sender: msg.sender,
            kind: SwapKind.EXACT_IN,
            pool: pool,
            tokenIn: tokenIn,
            tokenOut: tokenOut,
            amountGiven: exactAmountIn,
            limit: minAmountOut,
            deadline: deadline,
            wethIsEth: false,
            userData: userData
        });
        bytes memory result = _vault.unlock(abi.encodeCall(RouterHooks.swapSingleTokenHook, params));
        return abi.decode(result, (uint256));
    }
}
