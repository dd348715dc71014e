// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Token} from "./Tokens.sol";

interface ISwapCallback {
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external;
}

/// A constant-product pair with a fee of 0.3 %.
contract Pair {
    Token public immutable token0;
    Token public immutable token1;
    uint112 internal reserve0;
    uint112 internal reserve1;

    constructor(Token token0_, Token token1_) {
        (token0, token1) = (token0_, token1_);
    }

    function sync() public {
        reserve0 = uint112(token0.balanceOf(address(this)));
        reserve1 = uint112(token1.balanceOf(address(this)));
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, uint32(block.timestamp));
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external virtual {
        if (amount0Out > 0) token0.transfer(to, amount0Out);
        if (amount1Out > 0) token1.transfer(to, amount1Out);
        uint256 held0 = token0.balanceOf(address(this));
        uint256 held1 = token1.balanceOf(address(this));
        uint256 in0 = held0 + amount0Out - reserve0;
        uint256 in1 = held1 + amount1Out - reserve1;
        require(
            (held0 * 1000 - in0 * 3) * (held1 * 1000 - in1 * 3) >= uint256(reserve0) * reserve1 * 1e6, "UniswapV2: K"
        );
        sync();
    }
}

/// A pool that pays one for one and asks for its input as a V3 pool does, up to a limit.
contract Pool {
    Token public immutable token0;
    Token public immutable token1;
    uint256 public limit = type(uint256).max;

    constructor(Token token0_, Token token1_) {
        (token0, token1) = (token0_, token1_);
    }

    function setLimit(uint256 limit_) external {
        limit = limit_;
    }

    function swap(address to, bool zeroForOne, int256 offered, uint160, bytes calldata data)
        external
        virtual
        returns (int256, int256)
    {
        (Token tokenIn, Token tokenOut) = zeroForOne ? (token0, token1) : (token1, token0);
        uint256 amount = uint256(offered) < limit ? uint256(offered) : limit;
        tokenOut.transfer(to, amount);
        uint256 before = tokenIn.balanceOf(address(this));
        (int256 amount0, int256 amount1) =
            zeroForOne ? (int256(amount), -int256(amount)) : (-int256(amount), int256(amount));
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount0, amount1, data);
        require(tokenIn.balanceOf(address(this)) >= before + amount, "IIA");
        return (amount0, amount1);
    }
}

/// A vault with shares one for one, and some calls that show what a CALL step did.
contract Vault {
    error TooPicky(uint256 amount);

    Token public immutable asset;
    mapping(address => uint256) public balanceOf;
    uint256 public allowanceSeen;

    constructor(Token asset_) {
        asset = asset_;
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        allowanceSeen = asset.allowance(msg.sender, address(this));
        asset.transferFrom(msg.sender, address(this), assets);
        balanceOf[receiver] += assets;
        return assets;
    }

    function refuse(uint256 amount) external pure {
        revert TooPicky(amount);
    }

    function ignore() external {}

    /// Returns its arguments, value added to the second.
    function echo(uint256 first, uint256 second) external payable returns (uint256, uint256) {
        return (first, second + msg.value);
    }
}
