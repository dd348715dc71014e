// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IV4Manager, PoolKey, SwapParams} from "./Interfaces.sol";
import {PrepaidPools} from "./PrepaidPools.sol";

/// Swaps on the pools of a V4 manager, which holds their tokens, for accounts that it cannot call back.
contract PrepaidV4 is PrepaidPools {
    /// Sells all of `amountIn`, which the manager has already or which comes with the call, and has the manager pay
    /// `recipient`. The caller checks what arrived.
    ///
    /// @param manager Trusted by the caller: it decides what becomes of what it was paid.
    /// @return amountOut In the smallest unit of the pool's other token.
    function swap(address manager, PoolKey calldata key, bool zeroForOne, uint256 amountIn, address recipient)
        external
        payable
        returns (uint256 amountOut)
    {
        _open(manager, zeroForOne ? key.currency0 : key.currency1, amountIn, recipient);
        IV4Manager(manager).unlock(abi.encode(key, zeroForOne, amountIn, recipient));
        amountOut = _close(manager);
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (PoolKey memory key, bool zeroForOne, uint256 amountIn, address recipient) =
            abi.decode(data, (PoolKey, bool, uint256, address));
        (address tokenIn, address tokenOut) =
            zeroForOne ? (key.currency0, key.currency1) : (key.currency1, key.currency0);
        _settle(tokenIn, amountIn);
        // forge-lint: disable-next-line(unsafe-typecast) bounded in `_open`
        SwapParams memory params = SwapParams(zeroForOne, -int256(amountIn), _limit(zeroForOne));
        int256 delta = IV4Manager(msg.sender).swap(key, params, "");
        _take(tokenOut, delta, zeroForOne, amountIn, recipient);
        return "";
    }
}
