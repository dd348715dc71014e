// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Own minimal contract with the ABI of Aerodrome's PoolFees: holds the fees of one pool.
contract SolidlyPoolFees {
    using SafeERC20 for IERC20;

    address private immutable pool = msg.sender;
    IERC20 private immutable token0;
    IERC20 private immutable token1;

    error NotPool();

    constructor(address token0_, address token1_) {
        (token0, token1) = (IERC20(token0_), IERC20(token1_));
    }

    function claimFeesFor(address recipient, uint256 amount0, uint256 amount1) external {
        if (msg.sender != pool) revert NotPool();
        if (amount0 > 0) token0.safeTransfer(recipient, amount0);
        if (amount1 > 0) token1.safeTransfer(recipient, amount1);
    }
}
