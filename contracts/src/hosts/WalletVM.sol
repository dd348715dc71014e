// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "../Interfaces.sol";
import {RawCall} from "../RawCall.sol";
import {ProgramVM} from "../vm/ProgramVM.sol";
import {MultiOrder, Order} from "./Order.sol";

/// Runs programs in the name of an account that belongs to one owner. Any call is allowed, for the owner could make it anyway;
/// who may ask is the host's to say (`_authorize`). There is no payer to pull from: the account's own tokens are used.
abstract contract WalletVM is ProgramVM {
    error Locked();
    error Expired(uint256 deadline);
    error InvalidInputs(uint256 count);
    error ZeroAmountIn();
    error ZeroMinAmountOut();
    error InvalidReceiver(address receiver);
    error NotAToken(address token);
    error ReceivedTooLittle(uint256 actual, uint256 minimum);

    /// A slot of our own among those of the account's other code: a delegate call shares them.
    bytes32 private constant LOCK = keccak256("weir.wallet.lock");

    /// Where this code is. The account that runs it is somewhere else.
    address internal immutable self = address(this);

    /// Host hook: reverts unless the caller speaks for the account.
    function _authorize() internal virtual;

    /// One program at a time in one account: a nested one would count the same tokens towards a second minimum, and could
    /// spend what the first has in its registers.
    modifier locked() {
        _authorize();
        bytes32 slot = LOCK;
        bool running;
        assembly ("memory-safe") {
            running := tload(slot)
            tstore(slot, 1)
        }
        if (running) revert Locked();
        _;
        assembly ("memory-safe") {
            tstore(slot, 0)
        }
    }

    /// Runs `program` with amountIn in register 1. Reverts unless the receiver gains at least minAmountOut.
    function execute(Order calldata o, bytes calldata program) external payable locked returns (uint256 amountOut) {
        if (o.amountIn == 0) revert ZeroAmountIn();
        (address tokenOut, address receiver) = (o.tokenOut, o.receiver);
        uint256 before = _before(tokenOut, o.minAmountOut, receiver, o.deadline);
        _run(program, o.amountIn);
        return _demand(tokenOut, o.minAmountOut, receiver, before);
    }

    /// `execute` with amountsIn in registers 1, 2, …
    function executeMulti(MultiOrder calldata o, bytes calldata program)
        external
        payable
        locked
        returns (uint256 amountOut)
    {
        uint256 count = o.amountsIn.length;
        if (count == 0 || count > MAX_INPUTS) revert InvalidInputs(count);
        for (uint256 i; i < count; ++i) {
            if (o.amountsIn[i] == 0) revert ZeroAmountIn();
        }
        (address tokenOut, address receiver) = (o.tokenOut, o.receiver);
        uint256 before = _before(tokenOut, o.minAmountOut, receiver, o.deadline);
        _runMulti(program, o.amountsIn);
        return _demand(tokenOut, o.minAmountOut, receiver, before);
    }

    /// Runs `program` with 0 in register 1, up to `deadline`, in seconds since the epoch. Its minimums are its own AT_LEAST
    /// steps.
    function run(uint256 deadline, bytes calldata program) external payable locked {
        if (block.timestamp > deadline) revert Expired(deadline);
        _run(program, 0);
    }

    /// What the receiver holds, once the terms of an order are checked.
    function _before(address tokenOut, uint256 minAmountOut, address receiver, uint256 deadline)
        private
        view
        returns (uint256)
    {
        if (block.timestamp > deadline) revert Expired(deadline);
        if (minAmountOut == 0) revert ZeroMinAmountOut();
        if (receiver == address(0) || receiver == self) revert InvalidReceiver(receiver);
        return _gained(tokenOut, receiver, 0);
    }

    function _demand(address tokenOut, uint256 minAmountOut, address receiver, uint256 before)
        private
        view
        returns (uint256 amountOut)
    {
        amountOut = _gained(tokenOut, receiver, before);
        if (amountOut < minAmountOut) revert ReceivedTooLittle(amountOut, minAmountOut);
    }

    /// What `owner` holds above `before`, or 0.
    function _gained(address token, address owner, uint256 before) private view returns (uint256 gain) {
        uint256 held;
        if (token == address(0)) {
            held = owner.balance;
        } else {
            bool ok = RawCall.tryStaticCall(token, abi.encodeCall(IERC20.balanceOf, (owner)));
            if (!ok || RawCall.answerSize() < 32) revert NotAToken(token);
            held = RawCall.answerWord(0);
        }
        unchecked {
            if (held > before) gain = held - before;
        }
    }

    function _pullTo(bytes calldata, State memory s) internal pure override {
        revert InvalidOpcode(s.step, PULL);
    }

    /// Never reached: the steps that pull are refused above.
    function _pull(address, uint256) internal pure override returns (bool) {
        return false;
    }

    /// As little.
    function _pullCoin(address, uint256) internal pure override returns (bool) {
        return false;
    }
}
