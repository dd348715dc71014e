// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "./Interfaces.sol";
import {RawCall} from "./RawCall.sol";
import {RouterHost} from "./RouterHost.sol";

/// Runs the programs that make no calls, of everybody. It can trade on pools and hand on the tokens it holds, and nothing else:
/// no program makes it speak to another contract, so what that contract knows of it is nobody's to set. Coin comes with a
/// program alone, and goes to managers of pools alone. What a program leaves here belongs to whoever comes next.
contract SharedExecutor is RouterHost {
    /// More than is held: a token that is a lending market would lend the rest, in the name of all.
    error NotHeld(address token, uint256 amount);

    /// The program has not spent all of its coin, which would be whoever's comes next.
    error CoinLeft();

    constructor(address router_) RouterHost(router_) {}

    modifier spendsCoin() {
        uint256 held = address(this).balance;
        _;
        if (msg.value != 0 && address(this).balance > held - msg.value) revert CoinLeft();
    }

    /// Runs a program with `amountIn` in register 1.
    function run(uint256 amountIn, bytes calldata program) external payable onlyRouter spendsCoin {
        _run(program, amountIn);
    }

    /// Runs a program with `amountsIn` in registers 1, 2, …
    function runMulti(uint256[] calldata amountsIn, bytes calldata program) external payable onlyRouter spendsCoin {
        _runMulti(program, amountsIn);
    }

    function _callStep(bytes calldata, State memory, uint8) internal pure override returns (bool) {
        return false;
    }

    /// Coin, which is no token, is not handed on.
    function _checkSpending(address token, uint256 amount) internal view override {
        bool ok = RawCall.tryStaticCall(token, abi.encodeCall(IERC20.balanceOf, (address(this))));
        if (!ok || RawCall.answerSize() < 32 || RawCall.answerWord(0) < amount) revert NotHeld(token, amount);
    }
}
