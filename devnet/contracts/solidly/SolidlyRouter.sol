// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SolidlyPool} from "./SolidlyPool.sol";
import {SolidlyPoolFactory} from "./SolidlyPoolFactory.sol";

/// Own minimal contract with the ABI of Aerodrome's Router: swaps along a path, adds to and removes from pools of its factory.
/// https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e490d6b10f133e28cc11bcc58c5346a/contracts/Router.sol
contract SolidlyRouter {
    using SafeERC20 for IERC20;

    struct Route {
        address from;
        address to;
        bool stable;
        address factory;
    }

    address public immutable defaultFactory;

    error Expired();
    error InsufficientAmount();
    error InsufficientAmountA();
    error InsufficientAmountB();
    error InsufficientLiquidity();
    error InsufficientOutputAmount();
    error PoolDoesNotExist();

    modifier ensure(uint256 deadline) {
        if (deadline < block.timestamp) revert Expired();
        _;
    }

    constructor(address factory) {
        defaultFactory = factory;
    }

    function poolFor(address tokenA, address tokenB, bool stable, address factory) public view returns (address pool) {
        pool = SolidlyPoolFactory(factory == address(0) ? defaultFactory : factory).getPool(tokenA, tokenB, stable);
        if (pool == address(0)) revert PoolDoesNotExist();
    }

    function getAmountsOut(uint256 amountIn, Route[] memory routes) public view returns (uint256[] memory amounts) {
        amounts = new uint256[](routes.length + 1);
        amounts[0] = amountIn;
        for (uint256 i = 0; i < routes.length; i++) {
            amounts[i + 1] = SolidlyPool(_poolOf(routes[i])).getAmountOut(amounts[i], routes[i].from);
        }
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        Route[] calldata routes,
        address to,
        uint256 deadline
    ) external ensure(deadline) returns (uint256[] memory amounts) {
        amounts = getAmountsOut(amountIn, routes);
        if (amounts[amounts.length - 1] < amountOutMin) revert InsufficientOutputAmount();
        IERC20(routes[0].from).safeTransferFrom(msg.sender, _poolOf(routes[0]), amountIn);
        for (uint256 i = 0; i < routes.length; i++) {
            bool isZero = routes[i].from < routes[i].to;
            address receiver = i + 1 < routes.length ? _poolOf(routes[i + 1]) : to;
            SolidlyPool(_poolOf(routes[i])).swap(
                isZero ? 0 : amounts[i + 1], isZero ? amounts[i + 1] : 0, receiver, ""
            );
        }
    }

    function addLiquidity(
        address tokenA,
        address tokenB,
        bool stable,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external ensure(deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity) {
        address pool = poolFor(tokenA, tokenB, stable, defaultFactory);
        (amountA, amountB) = _fitting(pool, tokenA < tokenB, amountADesired, amountBDesired);
        if (amountA < amountAMin) revert InsufficientAmountA();
        if (amountB < amountBMin) revert InsufficientAmountB();
        IERC20(tokenA).safeTransferFrom(msg.sender, pool, amountA);
        IERC20(tokenB).safeTransferFrom(msg.sender, pool, amountB);
        liquidity = SolidlyPool(pool).mint(to);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        bool stable,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external ensure(deadline) returns (uint256 amountA, uint256 amountB) {
        address pool = poolFor(tokenA, tokenB, stable, defaultFactory);
        IERC20(pool).safeTransferFrom(msg.sender, pool, liquidity);
        (uint256 amount0, uint256 amount1) = SolidlyPool(pool).burn(to);
        (amountA, amountB) = tokenA < tokenB ? (amount0, amount1) : (amount1, amount0);
        if (amountA < amountAMin) revert InsufficientAmountA();
        if (amountB < amountBMin) revert InsufficientAmountB();
    }

    /// What of both amounts is in the ratio of the reserves; all of them in an empty pool.
    function _fitting(address pool, bool isSorted, uint256 desiredA, uint256 desiredB)
        private
        view
        returns (uint256, uint256)
    {
        (uint256 reserveA, uint256 reserveB,) = SolidlyPool(pool).getReserves();
        if (!isSorted) (reserveA, reserveB) = (reserveB, reserveA);
        if (reserveA == 0 && reserveB == 0) return (desiredA, desiredB);
        uint256 optimalB = _quoteLiquidity(desiredA, reserveA, reserveB);
        if (optimalB <= desiredB) return (desiredA, optimalB);
        return (_quoteLiquidity(desiredB, reserveB, reserveA), desiredB);
    }

    function _quoteLiquidity(uint256 amountA, uint256 reserveA, uint256 reserveB) private pure returns (uint256) {
        if (amountA == 0) revert InsufficientAmount();
        if (reserveA == 0 || reserveB == 0) revert InsufficientLiquidity();
        return amountA * reserveB / reserveA;
    }

    function _poolOf(Route memory route) private view returns (address) {
        return poolFor(route.from, route.to, route.stable, route.factory);
    }
}
