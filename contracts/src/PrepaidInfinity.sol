// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInfinityManager, IInfinityVault, InfinityPoolKey, SwapParams} from "./Interfaces.sol";
import {PrepaidPools} from "./PrepaidPools.sol";

/// Swaps on the pools of PancakeSwap Infinity, whose tokens a vault holds, for accounts that it cannot call back.
contract PrepaidInfinity is PrepaidPools {
    /// Sells all of `amountIn`, which the vault has already or which comes with the call, and has the vault pay `recipient`.
    /// The caller checks what arrived.
    ///
    /// @param vault Trusted by the caller, as the key's manager: they decide what becomes of what was paid.
    /// @return amountOut In the smallest unit of the pool's other token.
    function swap(address vault, InfinityPoolKey calldata key, bool zeroForOne, uint256 amountIn, address recipient)
        external
        payable
        returns (uint256 amountOut)
    {
        _open(vault, zeroForOne ? key.currency0 : key.currency1, amountIn, recipient);
        IInfinityVault(vault).lock(abi.encode(key, zeroForOne, amountIn, recipient));
        amountOut = _close(vault);
    }

    function lockAcquired(bytes calldata data) external returns (bytes memory) {
        (InfinityPoolKey memory key, bool zeroForOne, uint256 amountIn, address recipient) =
            abi.decode(data, (InfinityPoolKey, bool, uint256, address));
        (address tokenIn, address tokenOut) =
            zeroForOne ? (key.currency0, key.currency1) : (key.currency1, key.currency0);
        _settle(tokenIn, amountIn);
        // forge-lint: disable-next-line(unsafe-typecast) bounded in `_open`
        SwapParams memory params = SwapParams(zeroForOne, -int256(amountIn), _limit(zeroForOne));
        int256 delta = IInfinityManager(key.poolManager).swap(key, params, "");
        _take(tokenOut, delta, zeroForOne, amountIn, recipient);
        return "";
    }
}
