// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.24;

import {IPermit2} from "permit2/src/interfaces/IPermit2.sol";
import {IWETH} from "@balancer-labs/v3-interfaces/contracts/solidity-utils/misc/IWETH.sol";
import {IVault} from "@balancer-labs/v3-interfaces/contracts/vault/IVault.sol";
import {SwapExactInHookParams, SwapPathExactAmountIn} from "@balancer-labs/v3-interfaces/contracts/vault/BatchRouterTypes.sol";
import {BatchRouterHooks} from "@balancer-labs/v3-vault/contracts/BatchRouterHooks.sol";

/// Our own entry, with the deployed one's signature, to the published hooks of a router of paths that the vault is paid before.
contract AggregatorBatchRouter is BatchRouterHooks {
    constructor(IVault vault) BatchRouterHooks(vault, IWETH(address(0)), IPermit2(address(0)), "1") {}

    function swapExactIn(SwapPathExactAmountIn[] memory paths, uint256 deadline, bytes calldata userData)
        external
        payable
        saveSender(msg.sender)
        returns (uint256[] memory pathAmountsOut, address[] memory tokensOut, uint256[] memory amountsOut)
    {
        SwapExactInHookParams memory params = SwapExactInHookParams({
            sender: msg.sender, paths: paths, deadline: deadline, wethIsEth: false, userData: userData
        });
        bytes memory result = _vault.unlock(abi.encodeCall(BatchRouterHooks.swapExactInHook, params));
        return abi.decode(result, (uint256[], address[], uint256[]));
    }
}
