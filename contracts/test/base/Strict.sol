// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Token} from "./Tokens.sol";
import {ISwapCallback, Pair, Pool} from "./Venues.sol";

/// Refuses the price limits that the original refuses, at a price of one.
/// https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/UniswapV3Pool.sol#L609
contract StrictPool is Pool {
    // https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/libraries/TickMath.sol#L14
    uint160 private constant MIN_SQRT_RATIO = 4295128739;
    uint160 private constant MAX_SQRT_RATIO = 1461446703485210103287273052203988822378723970342;
    uint160 private constant PRICE = 1 << 96;

    constructor(Token token0_, Token token1_) Pool(token0_, token1_) {}

    function swap(address to, bool zeroForOne, int256 amount, uint160 limit_, bytes calldata data)
        external
        override
        returns (int256 amount0, int256 amount1)
    {
        bool within = zeroForOne ? limit_ < PRICE && limit_ > MIN_SQRT_RATIO : limit_ > PRICE && limit_ < MAX_SQRT_RATIO;
        require(within, "SPL");
        (Token tokenIn, Token tokenOut) = zeroForOne ? (token0, token1) : (token1, token0);
        (amount0, amount1) = zeroForOne ? (amount, -amount) : (-amount, amount);
        tokenOut.transfer(to, uint256(amount));
        uint256 before = tokenIn.balanceOf(address(this));
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount0, amount1, data);
        require(tokenIn.balanceOf(address(this)) == before + uint256(amount), "IIA");
    }
}

/// Calls back whom it pays, as the original, when there are data.
/// https://github.com/Uniswap/v2-core/blob/v1.0.1/contracts/UniswapV2Pair.sol#L172
contract CallingPair is Pair {
    constructor(Token token0_, Token token1_) Pair(token0_, token1_) {}

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external override {
        if (amount0Out > 0) token0.transfer(to, amount0Out);
        if (amount1Out > 0) token1.transfer(to, amount1Out);
        require(data.length == 0, "called back");
        sync();
    }
}

/// Refuses to say what anybody holds, at length, and sends what it is asked to.
contract LoudToken {
    function balanceOf(address) external pure returns (uint256) {
        revert("more than a word, so that it could be taken for an answer");
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }
}

/// Answers a transfer with a number, and moves nothing.
contract NumberToken is Token {
    uint256 private constant ANSWER = 2;

    function transfer(address, uint256) external pure override returns (bool) {
        assembly ("memory-safe") {
            mstore(0, ANSWER)
            return(0, 32)
        }
    }
}

/// Answers with the last word that it is sent.
contract LastWord {
    fallback(bytes calldata data) external returns (bytes memory) {
        return data[data.length - 32:];
    }
}
