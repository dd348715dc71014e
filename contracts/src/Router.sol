// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clone} from "./Clone.sol";
import {Executor} from "./Executor.sol";
import {IERC20, IPoolsHolder, IWrappedNative} from "./Interfaces.sol";
import {Permits} from "./Permits.sol";
import {RawCall} from "./RawCall.sol";
import {Input, MultiRoute, Route} from "./Route.sol";
import {SharedExecutor} from "./SharedExecutor.sol";
import {TokenTransfer} from "./TokenTransfer.sol";

/// Holds the users' allowances. Calls nothing but transferFrom(msg.sender, ..), transfer, deposit, permit and views on the
/// route's own tokens, Permit2 for msg.sender, `run` on its executors, and, with msg.sender's coin, `settleFor` of the executor
/// that runs. No owner, no storage, nothing to upgrade.
///
/// A program that begins with 00 runs in the caller's own executor, which is a contract of its own from its first use on, and
/// may make calls there. Every other runs in the one that all callers share, and makes none.
contract Router {
    using TokenTransfer for address;

    error Locked();
    error Expired(uint256 deadline);
    error InvalidInputs(uint256 count);
    error ZeroAmountIn();
    error ZeroMinAmountOut();
    error MinAmountOutWithoutToken(uint256 minAmountOut);
    error InvalidReceiver(address receiver);
    error InvalidPayTo(address token);
    error SameToken(address token);
    error NotAToken(address token);
    error WrongValue(uint256 expected, uint256 actual);
    error OnlyExecutor();
    error PullExceedsAmountIn(uint256 amount, uint256 unpulled);
    /// The program has not pulled all of the coin.
    error CoinLeft(uint256 unpulled);
    error ReceivedTooLittle(uint256 actual, uint256 minimum);

    uint256 private constant MAX_INPUTS = 5;
    uint256 private constant WRAPPED = 1 << 160;

    SharedExecutor public immutable sharedExecutor;
    /// What the callers' own executors are clones of.
    Executor public immutable executorImplementation;
    bytes32 private immutable cloneCodeHash;

    /// The caller of the running route, whose tokens `pull` moves. 0: no route is running.
    address private transient payer;
    /// The token to be pulled, and WRAPPED where it is here, made of the caller's coin.
    uint256 private transient payment;
    uint256 private transient unpulled;
    /// The same of coin, apart from it, so that no step pulls one for the other.
    uint256 private transient unpulledCoin;

    constructor() {
        sharedExecutor = new SharedExecutor(address(this));
        executorImplementation = new Executor(address(this));
        cloneCodeHash = keccak256(Clone.creationCode(address(executorImplementation)));
    }

    /// The executor of `caller`, deployed or not.
    function executorOf(address caller) public view returns (address) {
        return Clone.derive(address(this), cloneCodeHash, caller);
    }

    /// Runs `program` on amountIn of the caller's tokenIn. Reverts unless the receiver gains at least minAmountOut. Returns the
    /// gain, which is 0 where no token comes out.
    function route(Route calldata o, bytes calldata program) external payable returns (uint256 amountOut) {
        return _route(o, program);
    }

    /// `route` after an EIP-2612 permit for amountIn until the route's deadline, whose signature is appended.
    function routeWithPermit(Route calldata o, bytes calldata program) external returns (uint256 amountOut) {
        Permits.permit(o.tokenIn, o.amountIn, o.deadline);
        return _route(o, program);
    }

    /// Runs `program` on several tokens of the caller, which are where it needs them when it starts.
    function routeMulti(MultiRoute calldata o, bytes calldata program) external payable returns (uint256 amountOut) {
        (address executor, uint256 before, bytes calldata steps) = _open(o, program);
        for (uint256 i; i < o.inputs.length; ++i) {
            Input calldata input = o.inputs[i];
            if (input.token != address(0)) input.token.sendFrom(msg.sender, input.payTo, input.amount);
        }
        return _runMulti(o, executor, before, steps);
    }

    /// `routeMulti` with tokens that Permit2 may move for one signature of the caller's, appended: of all inputs (for one, not as
    /// a batch), exactly their amounts, until the route's deadline, for this contract.
    function routeWithPermit2(MultiRoute calldata o, uint256 nonce, bytes calldata program)
        external
        returns (uint256 amountOut)
    {
        (address executor, uint256 before, bytes calldata steps) = _open(o, program);
        Permits.transfer(o.inputs, nonce, o.deadline);
        return _runMulti(o, executor, before, steps);
    }

    /// Sends part of what is unpulled of the running route's tokenIn. The executor decides where and when: of the shared one and
    /// the caller's own, which run for the router alone, the one that is running.
    function pull(address to, uint256 amount) external {
        address caller = payer;
        if (msg.sender != address(sharedExecutor) && msg.sender != executorOf(caller)) revert OnlyExecutor();
        uint256 left = unpulled;
        if (amount > left) revert PullExceedsAmountIn(amount, left);
        unchecked {
            unpulled = left - amount;
        }
        uint256 token = payment;
        if (token & WRAPPED != 0) address(uint160(token)).send(to, amount);
        else address(uint160(token)).sendFrom(caller, to, amount);
    }

    /// Pays part of the running route's coin to a manager of V4 pools or a vault of Infinity, for the executor's account there,
    /// which has it unlocked. Who it is, the executor decides, as with `pull`. Returns what the holder says that it got.
    function pullCoin(address holder, uint256 amount) external returns (uint256 paid) {
        if (msg.sender != address(sharedExecutor) && msg.sender != executorOf(payer)) revert OnlyExecutor();
        uint256 left = unpulledCoin;
        if (amount > left) revert PullExceedsAmountIn(amount, left);
        unchecked {
            unpulledCoin = left - amount;
        }
        return IPoolsHolder(holder).settleFor{value: amount}(msg.sender);
    }

    function _route(Route calldata o, bytes calldata program) private returns (uint256 amountOut) {
        _checkInput(o);
        (address executor, bytes calldata steps) = _executorFor(program);
        (address tokenOut, address receiver) = (o.tokenOut, o.receiver);
        _checkTerms(tokenOut, o.minAmountOut, receiver, o.deadline, executor);

        payer = msg.sender;
        uint256 before = _balance(tokenOut, receiver);
        _execute(o, executor, steps);
        return _close(tokenOut, o.minAmountOut, receiver, before);
    }

    function _checkInput(Route calldata o) private view {
        (uint256 amountIn, address tokenIn) = (o.amountIn, o.tokenIn);
        if (amountIn == 0) revert ZeroAmountIn();
        if (tokenIn == o.tokenOut) revert SameToken(tokenIn);
        if (msg.value != 0 ? msg.value != amountIn : tokenIn == address(0)) revert WrongValue(amountIn, msg.value);
    }

    /// Every check of a route but those of its inputs.
    function _checkTerms(address tokenOut, uint256 minAmountOut, address receiver, uint256 deadline, address executor)
        private
        view
    {
        if (payer != address(0)) revert Locked();
        if (block.timestamp > deadline) revert Expired(deadline);
        if ((minAmountOut == 0) != (tokenOut == address(this))) {
            if (minAmountOut == 0) revert ZeroMinAmountOut();
            revert MinAmountOutWithoutToken(minAmountOut);
        }
        if (
            receiver == address(0) || receiver == address(this) || receiver == address(sharedExecutor)
                || receiver == executor
        ) revert InvalidReceiver(receiver);
    }

    /// Where the program runs, deployed, and its steps.
    function _executorFor(bytes calldata program) private returns (address executor, bytes calldata steps) {
        if (program.length == 0 || program[0] != 0) return (address(sharedExecutor), program);
        executor = executorOf(msg.sender);
        Clone.ensure(executor, address(executorImplementation), msg.sender);
        return (executor, program[1:]);
    }

    /// The lock opens, and the receiver's gain is what the route returns.
    function _close(address tokenOut, uint256 minAmountOut, address receiver, uint256 before)
        private
        returns (uint256 amountOut)
    {
        uint256 held = _balance(tokenOut, receiver);
        unchecked {
            if (held > before) amountOut = held - before;
        }
        if (amountOut < minAmountOut) revert ReceivedTooLittle(amountOut, minAmountOut);
        payer = address(0);
    }

    function _execute(Route calldata o, address executor, bytes calldata steps) private {
        (address tokenIn, uint256 amountIn, address payTo) = (o.tokenIn, o.amountIn, o.payTo);
        if (tokenIn == address(0)) {
            _executeWithCoin(amountIn, payTo, executor, steps);
            return;
        }
        if (msg.value != 0) IWrappedNative(tokenIn).deposit{value: amountIn}();
        if (payTo == address(0)) {
            _runPulling(tokenIn, amountIn, executor, steps);
            return;
        }
        if (msg.value != 0) tokenIn.send(payTo, amountIn);
        else tokenIn.sendFrom(msg.sender, payTo, amountIn);
        _run(executor, 0, amountIn, steps);
    }

    function _executeWithCoin(uint256 amountIn, address payTo, address executor, bytes calldata steps) private {
        if (payTo != address(0)) {
            if (payTo != executor) revert InvalidPayTo(address(0));
            _run(executor, amountIn, amountIn, steps);
            return;
        }
        unpulledCoin = amountIn;
        _run(executor, 0, amountIn, steps);
        // Nobody needs some of it back: a program knows the amount. So nobody but the program's pools is paid.
        uint256 left = unpulledCoin;
        if (left != 0) revert CoinLeft(left);
    }

    function _runPulling(address tokenIn, uint256 amountIn, address executor, bytes calldata steps) private {
        payment = msg.value == 0 ? uint160(tokenIn) : uint160(tokenIn) | WRAPPED;
        unpulled = amountIn;
        _run(executor, 0, amountIn, steps);
        if (msg.value != 0 && unpulled != 0) tokenIn.send(msg.sender, unpulled);
        // Another route in the same transaction must not reach what this one left.
        unpulled = 0;
    }

    /// Both kinds of executors have this function, and are there: one since this contract is, the other since `_executorFor`.
    function _run(address executor, uint256 value, uint256 amountIn, bytes calldata steps) private {
        RawCall.call(executor, value, abi.encodeCall(Executor.run, (amountIn, steps)));
    }

    /// Checks a route of several inputs and closes the lock.
    function _open(MultiRoute calldata o, bytes calldata program)
        private
        returns (address executor, uint256 before, bytes calldata steps)
    {
        _checkInputs(o.inputs, o.tokenOut);
        (executor, steps) = _executorFor(program);
        _checkTerms(o.tokenOut, o.minAmountOut, o.receiver, o.deadline, executor);
        payer = msg.sender;
        before = _balance(o.tokenOut, o.receiver);
    }

    function _checkInputs(Input[] calldata inputs, address tokenOut) private view {
        uint256 count = inputs.length;
        if (count == 0 || count > MAX_INPUTS) revert InvalidInputs(count);
        uint256 value;
        for (uint256 i; i < count; ++i) {
            Input calldata input = inputs[i];
            if (input.amount == 0) revert ZeroAmountIn();
            if (input.token == tokenOut) revert SameToken(tokenOut);
            for (uint256 k; k < i; ++k) {
                if (input.token == inputs[k].token) revert SameToken(input.token);
            }
            if (input.token == address(0)) value = input.amount;
            else if (input.payTo == address(0)) revert InvalidPayTo(input.token);
        }
        if (msg.value != value) revert WrongValue(value, msg.value);
    }

    function _runMulti(MultiRoute calldata o, address executor, uint256 before, bytes calldata steps)
        private
        returns (uint256 amountOut)
    {
        uint256[] memory amountsIn = new uint256[](o.inputs.length);
        for (uint256 i; i < amountsIn.length; ++i) {
            amountsIn[i] = o.inputs[i].amount;
        }
        Executor(payable(executor)).runMulti{value: msg.value}(amountsIn, steps);
        return _close(o.tokenOut, o.minAmountOut, o.receiver, before);
    }

    function _balance(address token, address owner) private view returns (uint256) {
        if (token == address(0)) return owner.balance;
        bool ok = RawCall.tryStaticCall(token, abi.encodeCall(IERC20.balanceOf, (owner)));
        if (!ok || RawCall.answerSize() < 32) {
            // No token comes out. Asked here, where it costs the routes that end in a token nothing.
            if (token == address(this)) return 0;
            revert NotAToken(token);
        }
        return RawCall.answerWord(0);
    }
}
