// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20, IERC2612, IPermitOfContracts} from "../../src/Interfaces.sol";
import {Token} from "./Tokens.sol";
import {ISwapCallback, Pool} from "./Venues.sol";

/// Passes on what anyone asks it to.
contract Middleman {
    function forward(address target, bytes calldata data) external returns (bool ok) {
        (ok,) = target.call(data);
    }
}

/// A token that takes every call, and counts those that a router has business making and those it has not.
contract Recorder {
    mapping(address => uint256) public known;
    mapping(address => uint256) public unknown;

    fallback() external {
        bool permits = msg.sig == IERC2612.permit.selector || msg.sig == IPermitOfContracts.permit.selector;
        if (msg.sig == IERC20.transferFrom.selector || permits) ++known[msg.sender];
        else ++unknown[msg.sender];
    }
}

/// Asks to be paid once by whom it may, and once more by somebody it names.
contract ForgingPool is Pool {
    address private immutable payer;

    constructor(Token token0_, Token token1_, address payer_) Pool(token0_, token1_) {
        payer = payer_;
    }

    function swap(address to, bool, int256 amount, uint160, bytes calldata data)
        external
        override
        returns (int256, int256)
    {
        token1.transfer(to, uint256(amount));
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount, -amount, data);
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount, -amount, abi.encode(token0, payer, uint256(amount)));
        return (amount, -amount);
    }
}
