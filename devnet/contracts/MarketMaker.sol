// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ManagedMaker} from "./ManagedMaker.sol";

interface IToken {
    function balanceOf(address account) external view returns (uint256);
}

interface IWrappedNative {
    function deposit() external payable;
}

interface IV2Factory {
    function getPair(address tokenA, address tokenB) external view returns (address);
    function createPair(address tokenA, address tokenB) external returns (address);
}

interface IV2Pair {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function getReserves() external view returns (uint112, uint112, uint32);
    function mint(address to) external returns (uint256);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

interface IV3Factory {
    function createPool(address tokenA, address tokenB, uint24 fee) external returns (address);
}

interface IV3Pool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function initialize(uint160 sqrtPriceX96) external;
    function mint(address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
    function burn(int24 lower, int24 upper, uint128 liquidity) external returns (uint256, uint256);
    function collect(address to, int24 lower, int24 upper, uint128 amount0, uint128 amount1)
        external
        returns (uint128, uint128);
    function swap(address to, bool zeroForOne, int256 amount, uint160 sqrtPriceLimitX96, bytes calldata data)
        external
        returns (int256, int256);
}

interface IRamsesPool {
    function mint(address to, uint256 index, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
    function burn(uint256 index, int24 lower, int24 upper, uint128 liquidity) external returns (uint256, uint256);
    function collect(address to, uint256 index, int24 lower, int24 upper, uint128 amount0, uint128 amount1)
        external
        returns (uint128, uint128);
}

interface IAlgebraPool {
    function mint(address payer, address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256, uint128);
    function burn(int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
}

interface ILBPair {
    function getTokenX() external view returns (address);
    function getTokenY() external view returns (address);
    function mint(address to, bytes32[] calldata configs, address refundTo)
        external
        returns (bytes32, bytes32, uint256[] memory);
    function burn(address from, address to, uint256[] calldata ids, uint256[] calldata amounts)
        external
        returns (bytes32[] memory);
    function swap(bool swapForY, address to) external returns (bytes32);
}

interface IFluidDex {
    function swapIn(bool swap0to1, uint256 amountIn, uint256 amountOutMin, address to)
        external
        payable
        returns (uint256);
}

/// Holds the devnet's liquidity: creates pools, provides to them and trades in them, directly and in bulk.
contract MarketMaker is ManagedMaker {
    address private immutable operator;
    address private immutable trader;

    error Forbidden();
    error TransferFailed();

    constructor(address operator_, address trader_) {
        operator = operator_;
        trader = trader_;
    }

    receive() external payable {}

    modifier restricted() override {
        if (msg.sender != operator && msg.sender != trader) revert Forbidden();
        _;
    }

    function wrap(address wrappedNative, uint256 amount) external restricted {
        IWrappedNative(wrappedNative).deposit{value: amount}();
    }

    function provideV2(address factory, address token0, address token1, uint256 amount0, uint256 amount1)
        external
        restricted
    {
        address pair = IV2Factory(factory).getPair(token0, token1);
        if (pair == address(0)) pair = IV2Factory(factory).createPair(token0, token1);
        _pay(token0, pair, amount0);
        _pay(token1, pair, amount1);
        IV2Pair(pair).mint(address(this));
    }

    function createV3(address factory, address token0, address token1, uint24 fee, uint160 sqrtPriceX96)
        external
        restricted
    {
        IV3Pool(IV3Factory(factory).createPool(token0, token1, fee)).initialize(sqrtPriceX96);
    }

    function provideV3(address pool, Range[] calldata ranges) external restricted {
        active = pool;
        for (uint256 i = 0; i < ranges.length; i++) {
            Range calldata range = ranges[i];
            IV3Pool(pool).mint(address(this), range.lower, range.upper, range.liquidity, "");
        }
        active = address(0);
    }

    function withdrawV3(address pool, Range calldata range) external restricted {
        IV3Pool(pool).burn(range.lower, range.upper, range.liquidity);
        IV3Pool(pool).collect(address(this), range.lower, range.upper, type(uint128).max, type(uint128).max);
    }

    function provideRamses(address pool, Range[] calldata ranges) external restricted {
        active = pool;
        for (uint256 i = 0; i < ranges.length; i++) {
            Range calldata range = ranges[i];
            IRamsesPool(pool).mint(address(this), 0, range.lower, range.upper, range.liquidity, "");
        }
        active = address(0);
    }

    function withdrawRamses(address pool, Range calldata range) external restricted {
        IRamsesPool(pool).burn(0, range.lower, range.upper, range.liquidity);
        IRamsesPool(pool).collect(
            address(this), 0, range.lower, range.upper, type(uint128).max, type(uint128).max
        );
    }

    function provideAlgebra(address pool, Range[] calldata ranges) external restricted {
        active = pool;
        for (uint256 i = 0; i < ranges.length; i++) {
            Range calldata range = ranges[i];
            IAlgebraPool(pool).mint(address(this), address(this), range.lower, range.upper, range.liquidity, "");
        }
        active = address(0);
    }

    /// Of Integral; the pools of V1 are left as those of Uniswap V3.
    function withdrawAlgebra(address pool, Range calldata range) external restricted {
        IAlgebraPool(pool).burn(range.lower, range.upper, range.liquidity, "");
        IV3Pool(pool).collect(address(this), range.lower, range.upper, type(uint128).max, type(uint128).max);
    }

    function provideLB(address pair, uint256 amountX, uint256 amountY, bytes32[] calldata configs) external restricted {
        if (amountX != 0) _pay(ILBPair(pair).getTokenX(), pair, amountX);
        if (amountY != 0) _pay(ILBPair(pair).getTokenY(), pair, amountY);
        ILBPair(pair).mint(address(this), configs, address(this));
    }

    function withdrawLB(address pair, uint256[] calldata ids, uint256[] calldata shares) external restricted {
        ILBPair(pair).burn(address(this), address(this), ids, shares);
    }

    /// Sells to a pair of Liquidity Book.
    function swapLB(address pair, bool swapForY, uint256 amountIn) external restricted {
        _pay(swapForY ? ILBPair(pair).getTokenX() : ILBPair(pair).getTokenY(), pair, amountIn);
        ILBPair(pair).swap(swapForY, address(this));
    }

    /// Sells a token to a pool of Fluid.
    function swapFluid(address pool, address tokenIn, bool swap0to1, uint256 amountIn)
        external
        restricted
        returns (uint256)
    {
        (bool ok,) = tokenIn.call(abi.encodeWithSignature("approve(address,uint256)", pool, amountIn));
        if (!ok) revert TransferFailed();
        return IFluidDex(pool).swapIn(swap0to1, amountIn, 0, address(this));
    }

    /// Sells `amountIn` to a pair that charges 0.3 %.
    function swapV2(address pair, bool zeroForOne, uint256 amountIn) external restricted returns (uint256 amountOut) {
        (uint256 reserve0, uint256 reserve1,) = IV2Pair(pair).getReserves();
        (uint256 reserveIn, uint256 reserveOut) = zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
        address tokenIn = zeroForOne ? IV2Pair(pair).token0() : IV2Pair(pair).token1();
        _pay(tokenIn, pair, amountIn);
        uint256 amountInWithFee = (IToken(tokenIn).balanceOf(pair) - reserveIn) * 997;
        amountOut = (amountInWithFee * reserveOut) / (reserveIn * 1000 + amountInWithFee);
        (uint256 out0, uint256 out1) = zeroForOne ? (uint256(0), amountOut) : (amountOut, uint256(0));
        IV2Pair(pair).swap(out0, out1, address(this), "");
    }

    /// Sells up to `amountIn`, less when the price reaches the limit.
    function swapV3(address pool, bool zeroForOne, uint256 amountIn, uint160 sqrtPriceLimitX96)
        external
        restricted
        returns (uint256 amountOut)
    {
        active = pool;
        (int256 amount0, int256 amount1) =
            IV3Pool(pool).swap(address(this), zeroForOne, int256(amountIn), sqrtPriceLimitX96, "");
        active = address(0);
        amountOut = uint256(-(zeroForOne ? amount1 : amount0));
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _payPool(int256(amount0), int256(amount1));
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external {
        _payPool(amount0, amount1);
    }

    function pancakeV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _payPool(int256(amount0), int256(amount1));
    }

    function pancakeV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external {
        _payPool(amount0, amount1);
    }

    function algebraMintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _payPool(int256(amount0), int256(amount1));
    }

    function algebraSwapCallback(int256 amount0, int256 amount1, bytes calldata) external {
        _payPool(amount0, amount1);
    }

    function _payPool(int256 amount0, int256 amount1) private {
        if (msg.sender != active) revert UnexpectedCallback();
        if (amount0 > 0) _pay(IV3Pool(msg.sender).token0(), msg.sender, uint256(amount0));
        if (amount1 > 0) _pay(IV3Pool(msg.sender).token1(), msg.sender, uint256(amount1));
    }

    /// Ignores the return value: USDT has none.
    function _pay(address token, address to, uint256 amount) internal override {
        (bool ok,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        if (!ok) revert TransferFailed();
    }
}
