// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInfinityBinManager, IInfinityManager, IInfinityVault, InfinityPoolKey, SwapParams} from "./Interfaces.sol";
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
        return _swap(vault, key, zeroForOne, amountIn, recipient, false);
    }

    /// The same on a pool of bins: their manager has another function for it.
    function swapInBins(
        address vault,
        InfinityPoolKey calldata key,
        bool zeroForOne,
        uint256 amountIn,
        address recipient
    ) external payable returns (uint256 amountOut) {
        return _swap(vault, key, zeroForOne, amountIn, recipient, true);
    }

    function _swap(
        address vault,
        InfinityPoolKey calldata key,
        bool zeroForOne,
        uint256 amountIn,
        address recipient,
        bool inBins
    ) private returns (uint256) {
        _open(vault, zeroForOne ? key.currency0 : key.currency1, amountIn, recipient);
        IInfinityVault(vault).lock(abi.encode(key, zeroForOne, amountIn, recipient, inBins));
        return _close(vault);
    }

    function lockAcquired(bytes calldata data) external returns (bytes memory) {
        (InfinityPoolKey memory key, bool zeroForOne, uint256 amountIn, address recipient, bool inBins) =
            abi.decode(data, (InfinityPoolKey, bool, uint256, address, bool));
        (address tokenIn, address tokenOut) =
            zeroForOne ? (key.currency0, key.currency1) : (key.currency1, key.currency0);
        _settle(tokenIn, amountIn);
        int256 delta = inBins
            // forge-lint: disable-next-line(unsafe-typecast) bounded in `_open`
            ? IInfinityBinManager(key.poolManager).swap(key, zeroForOne, -int128(int256(amountIn)), "")
            : _swapInTicks(key, zeroForOne, amountIn);
        _take(tokenOut, delta, zeroForOne, amountIn, recipient);
        return "";
    }

    function _swapInTicks(InfinityPoolKey memory key, bool zeroForOne, uint256 amountIn) private returns (int256) {
        // forge-lint: disable-next-line(unsafe-typecast) bounded in `_open`
        SwapParams memory params = SwapParams(zeroForOne, -int256(amountIn), _limit(zeroForOne));
        return IInfinityManager(key.poolManager).swap(key, params, "");
    }
}
