// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Executor} from "./Executor.sol";
import {IERC20, IERC2612, IWrappedNative} from "./Interfaces.sol";
import {RawCall} from "./RawCall.sol";
import {TokenTransfer} from "./TokenTransfer.sol";

/// Holds the users' allowances. Calls nothing but transferFrom(msg.sender, ..), transfer, deposit, permit and views on the
/// route's own tokens, and `run` on its executor. No owner, no storage, nothing to upgrade.
contract Router {
    using TokenTransfer for address;

    error Locked();
    error Expired(uint256 deadline);
    error ZeroAmountIn();
    error ZeroMinAmountOut();
    error MinAmountOutWithoutToken(uint256 minAmountOut);
    error InvalidReceiver(address receiver);
    error SameToken(address token);
    error NotAToken(address token);
    error WrongValue(uint256 expected, uint256 actual);
    error OnlyExecutor();
    error PullExceedsAmountIn(uint256 amount, uint256 unpulled);
    error PermitFailed(bytes reason);
    error ReceivedTooLittle(uint256 actual, uint256 minimum);

    /// Amounts in the smallest unit of their token; `deadline` in seconds since the epoch, inclusive.
    ///
    /// `tokenIn` 0: the native coin goes to the executor as it is, and `payTo` has no meaning. `tokenIn` with value: wrapped
    /// here first. `tokenOut` 0: the native coin. `tokenOut` this contract: a position that is no token comes out, so there is
    /// no balance to compare; `minAmountOut` is 0, and the program's own AT_LEAST steps are its minimums.
    /// `payTo` 0: the program pulls tokenIn where and when it needs it. Otherwise all of amountIn goes there before the
    /// program starts: to its first V2 pair, or to the executor.
    struct Route {
        address tokenIn;
        uint256 amountIn;
        address payTo;
        address tokenOut;
        uint256 minAmountOut;
        address receiver;
        uint256 deadline;
    }

    /// An EIP-2612 signature of msg.sender that allows this contract `amountIn` of `tokenIn`.
    struct Permit {
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    Executor public immutable executor;

    /// Whose tokens `pull` moves: the caller of the running route, or this contract after wrapping. 0: no route is running.
    address private transient payer;
    address private transient payToken;
    uint256 private transient unpulled;

    constructor() {
        executor = new Executor(address(this));
    }

    /// Runs `program` on amountIn of the caller's tokenIn. Reverts unless the receiver gains at least minAmountOut. Returns the
    /// gain, which is 0 where no token comes out.
    function route(Route calldata o, bytes calldata program) external payable returns (uint256 amountOut) {
        return _route(o, program);
    }

    /// `route` after an EIP-2612 permit. A permit that fails, for someone may have sent it first, is no harm while the
    /// allowance suffices.
    function routeWithPermit(Route calldata o, Permit calldata p, bytes calldata program)
        external
        returns (uint256 amountOut)
    {
        bytes memory data =
            abi.encodeCall(IERC2612.permit, (msg.sender, address(this), o.amountIn, p.deadline, p.v, p.r, p.s));
        (bool ok, bytes memory reason) = o.tokenIn.call(data);
        if (!ok && IERC20(o.tokenIn).allowance(msg.sender, address(this)) < o.amountIn) revert PermitFailed(reason);
        return _route(o, program);
    }

    /// Sends part of what is unpulled of the running route's tokenIn. The executor decides where and when.
    function pull(address to, uint256 amount) external {
        if (msg.sender != address(executor)) revert OnlyExecutor();
        uint256 left = unpulled;
        if (amount > left) revert PullExceedsAmountIn(amount, left);
        unchecked {
            unpulled = left - amount;
        }
        address from = payer;
        if (from == address(this)) payToken.send(to, amount);
        else payToken.sendFrom(from, to, amount);
    }

    function _route(Route calldata o, bytes calldata program) private returns (uint256 amountOut) {
        if (payer != address(0)) revert Locked();
        if (block.timestamp > o.deadline) revert Expired(o.deadline);
        (uint256 amountIn, uint256 minAmountOut) = (o.amountIn, o.minAmountOut);
        if (amountIn == 0) revert ZeroAmountIn();
        (address tokenIn, address tokenOut, address receiver) = (o.tokenIn, o.tokenOut, o.receiver);
        if ((minAmountOut == 0) != (tokenOut == address(this))) {
            if (minAmountOut == 0) revert ZeroMinAmountOut();
            revert MinAmountOutWithoutToken(minAmountOut);
        }
        if (tokenIn == tokenOut) revert SameToken(tokenIn);
        if (receiver == address(0) || receiver == address(this) || receiver == address(executor)) {
            revert InvalidReceiver(receiver);
        }
        if (msg.value != 0 ? msg.value != amountIn : tokenIn == address(0)) revert WrongValue(amountIn, msg.value);

        payer = msg.sender;
        uint256 before = _balance(tokenOut, receiver);
        _execute(tokenIn, amountIn, o.payTo, program);
        uint256 held = _balance(tokenOut, receiver);
        unchecked {
            if (held > before) amountOut = held - before;
        }
        if (amountOut < minAmountOut) revert ReceivedTooLittle(amountOut, minAmountOut);
        payer = address(0);
    }

    function _execute(address tokenIn, uint256 amountIn, address payTo, bytes calldata program) private {
        if (tokenIn == address(0)) {
            executor.run{value: amountIn}(amountIn, program);
            return;
        }
        if (msg.value != 0) IWrappedNative(tokenIn).deposit{value: amountIn}();
        if (payTo == address(0)) {
            _runPulling(tokenIn, amountIn, program);
            return;
        }
        if (msg.value != 0) tokenIn.send(payTo, amountIn);
        else tokenIn.sendFrom(msg.sender, payTo, amountIn);
        executor.run(amountIn, program);
    }

    function _runPulling(address tokenIn, uint256 amountIn, bytes calldata program) private {
        if (msg.value != 0) payer = address(this);
        payToken = tokenIn;
        unpulled = amountIn;
        executor.run(amountIn, program);
        if (msg.value != 0 && unpulled != 0) tokenIn.send(msg.sender, unpulled);
        // Another route in the same transaction must not reach what this one left.
        unpulled = 0;
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
