// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RouterHost} from "./RouterHost.sol";
import {ProgramVM} from "./vm/ProgramVM.sol";

/// Makes the calls of one caller's routes: a clone of this code at an address that follows from the caller. What a program
/// plants in other contracts, and what it leaves here, is that caller's own.
contract Executor is RouterHost, ProgramVM {
    constructor(address router_) RouterHost(router_) {}

    /// Runs a program with `amountIn` in register 1.
    function run(uint256 amountIn, bytes calldata program) external payable onlyRouter {
        _run(program, amountIn);
    }

    /// Runs a program with `amountsIn` in registers 1, 2, …
    function runMulti(uint256[] calldata amountsIn, bytes calldata program) external payable onlyRouter {
        _runMulti(program, amountsIn);
    }

    receive() external payable {}
}
