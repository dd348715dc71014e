// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// One swap of one token of msg.sender. Amounts in the smallest unit of their token; `deadline` in seconds since the epoch,
/// inclusive.
///
/// `tokenIn` 0: the native coin, as it is. `tokenIn` with value: wrapped by the router first. `tokenOut` 0: the native coin.
/// `tokenOut` the router: a position that is no token comes out, so there is no balance to compare; `minAmountOut` is 0, and the
/// program's own AT_LEAST steps are its minimums.
/// `payTo` 0: the program pulls tokenIn where and when it needs it; of the coin all of it, to who holds the tokens of its pools.
/// Otherwise all of amountIn goes there before the program starts: to its first V2 pair, or to the executor; the coin to the
/// executor that runs the program, and to nobody else.
struct Route {
    address tokenIn;
    uint256 amountIn;
    address payTo;
    address tokenOut;
    uint256 minAmountOut;
    address receiver;
    uint256 deadline;
}

/// One of several inputs. All of `amount` goes to `payTo`, a V2 pair or the executor, before the program starts. `token` 0: the
/// native coin, which goes to the caller's executor as it is, and `payTo` has no meaning.
struct Input {
    address token;
    uint256 amount;
    address payTo;
}

/// One to five inputs, which registers 1, 2, … start with, for one tokenOut. All else as in `Route`.
struct MultiRoute {
    Input[] inputs;
    address tokenOut;
    uint256 minAmountOut;
    address receiver;
    uint256 deadline;
}
