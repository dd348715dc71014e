// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20, IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SolidlyShare} from "./SolidlyShare.sol";
import {SolidlyPoolFees} from "./SolidlyPoolFees.sol";

interface IPoolFactory {
    function isPaused() external view returns (bool);
    function getFee(address pool, bool stable) external view returns (uint256);
}

interface IPoolCallee {
    function hook(address sender, uint256 amount0, uint256 amount1, bytes calldata data) external;
}

/// Own minimal contract with the ABI of Aerodrome's Pool: the same curves with the same rounding and the same events. What is
/// left out is the price history and the permit.
/// https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e490d6b10f133e28cc11bcc58c5346a/contracts/Pool.sol
contract SolidlyPool is SolidlyShare {
    using SafeERC20 for IERC20;

    uint256 private constant MINIMUM_LIQUIDITY = 1000;
    uint256 private constant MINIMUM_K = 10 ** 10;

    address public factory;
    address public token0;
    address public token1;
    bool public stable;
    address public poolFees;
    uint256 public reserve0;
    uint256 public reserve1;
    uint256 public blockTimestampLast;
    uint256 private decimals0;
    uint256 private decimals1;
    bool private entered;

    event Fees(address indexed sender, uint256 amount0, uint256 amount1);
    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, address indexed to, uint256 amount0, uint256 amount1);
    event Swap(
        address indexed sender,
        address indexed to,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out
    );
    event Sync(uint256 reserve0, uint256 reserve1);
    event Claim(address indexed sender, address indexed recipient, uint256 amount0, uint256 amount1);

    error FactoryAlreadySet();
    error ReentrancyGuardReentrantCall();
    error DepositsNotEqual();
    error BelowMinimumK();
    error InsufficientLiquidityMinted();
    error InsufficientLiquidityBurned();
    error InsufficientOutputAmount();
    error InsufficientInputAmount();
    error InsufficientLiquidity();
    error InvalidTo();
    error IsPaused();
    error K();

    modifier nonReentrant() {
        if (entered) revert ReentrancyGuardReentrantCall();
        entered = true;
        _;
        entered = false;
    }

    function initialize(address token0_, address token1_, bool stable_) external {
        if (factory != address(0)) revert FactoryAlreadySet();
        factory = msg.sender;
        (token0, token1, stable) = (token0_, token1_, stable_);
        poolFees = address(new SolidlyPoolFees(token0_, token1_));
        string memory pair =
            string.concat(IERC20Metadata(token0_).symbol(), "/", IERC20Metadata(token1_).symbol());
        name = string.concat(stable_ ? "Stable AMM - " : "Volatile AMM - ", pair);
        symbol = string.concat(stable_ ? "sAMM-" : "vAMM-", pair);
        decimals0 = 10 ** IERC20Metadata(token0_).decimals();
        decimals1 = 10 ** IERC20Metadata(token1_).decimals();
    }

    function metadata()
        external
        view
        returns (uint256 dec0, uint256 dec1, uint256 r0, uint256 r1, bool st, address t0, address t1)
    {
        return (decimals0, decimals1, reserve0, reserve1, stable, token0, token1);
    }

    function getReserves() external view returns (uint256, uint256, uint256) {
        return (reserve0, reserve1, blockTimestampLast);
    }

    function claimFees() external returns (uint256 claimed0, uint256 claimed1) {
        (claimed0, claimed1) = _takeClaims(msg.sender);
        if (claimed0 == 0 && claimed1 == 0) return (0, 0);
        SolidlyPoolFees(poolFees).claimFeesFor(msg.sender, claimed0, claimed1);
        emit Claim(msg.sender, msg.sender, claimed0, claimed1);
    }

    function mint(address to) external nonReentrant returns (uint256 liquidity) {
        (uint256 balance0, uint256 balance1) = _balances();
        (uint256 amount0, uint256 amount1) = (balance0 - reserve0, balance1 - reserve1);
        if (totalSupply == 0) {
            liquidity = Math.sqrt(amount0 * amount1) - MINIMUM_LIQUIDITY;
            _mint(address(1), MINIMUM_LIQUIDITY);
            if (stable) {
                if (amount0 * 1e18 / decimals0 != amount1 * 1e18 / decimals1) revert DepositsNotEqual();
                if (_k(amount0, amount1) <= MINIMUM_K) revert BelowMinimumK();
            }
        } else {
            liquidity = Math.min(amount0 * totalSupply / reserve0, amount1 * totalSupply / reserve1);
        }
        if (liquidity == 0) revert InsufficientLiquidityMinted();
        _mint(to, liquidity);
        _update(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    function burn(address to) external nonReentrant returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 liquidity = balanceOf[address(this)];
        amount0 = liquidity * balance0 / totalSupply;
        amount1 = liquidity * balance1 / totalSupply;
        if (amount0 == 0 || amount1 == 0) revert InsufficientLiquidityBurned();
        _burn(address(this), liquidity);
        IERC20(token0).safeTransfer(to, amount0);
        IERC20(token1).safeTransfer(to, amount1);
        (balance0, balance1) = _balances();
        _update(balance0, balance1);
        emit Burn(msg.sender, to, amount0, amount1);
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external nonReentrant {
        if (IPoolFactory(factory).isPaused()) revert IsPaused();
        if (amount0Out == 0 && amount1Out == 0) revert InsufficientOutputAmount();
        if (amount0Out >= reserve0 || amount1Out >= reserve1) revert InsufficientLiquidity();
        if (to == token0 || to == token1) revert InvalidTo();
        if (amount0Out > 0) IERC20(token0).safeTransfer(to, amount0Out);
        if (amount1Out > 0) IERC20(token1).safeTransfer(to, amount1Out);
        if (data.length > 0) IPoolCallee(to).hook(msg.sender, amount0Out, amount1Out, data);
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0In = balance0 > reserve0 - amount0Out ? balance0 - (reserve0 - amount0Out) : 0;
        uint256 amount1In = balance1 > reserve1 - amount1Out ? balance1 - (reserve1 - amount1Out) : 0;
        if (amount0In == 0 && amount1In == 0) revert InsufficientInputAmount();
        _takeFee(amount0In, true);
        _takeFee(amount1In, false);
        (balance0, balance1) = _balances();
        if (_k(balance0, balance1) < _k(reserve0, reserve1)) revert K();
        _update(balance0, balance1);
        emit Swap(msg.sender, to, amount0In, amount1In, amount0Out, amount1Out);
    }

    function skim(address to) external nonReentrant {
        (uint256 balance0, uint256 balance1) = _balances();
        IERC20(token0).safeTransfer(to, balance0 - reserve0);
        IERC20(token1).safeTransfer(to, balance1 - reserve1);
    }

    function sync() external nonReentrant {
        (uint256 balance0, uint256 balance1) = _balances();
        _update(balance0, balance1);
    }

    function getAmountOut(uint256 amountIn, address tokenIn) external view returns (uint256) {
        amountIn -= amountIn * IPoolFactory(factory).getFee(address(this), stable) / 10000;
        bool isZero = tokenIn == token0;
        if (!stable) {
            (uint256 from, uint256 into) = isZero ? (reserve0, reserve1) : (reserve1, reserve0);
            return amountIn * into / (from + amountIn);
        }
        (uint256 scaled0, uint256 scaled1) = (reserve0 * 1e18 / decimals0, reserve1 * 1e18 / decimals1);
        (uint256 reserveA, uint256 reserveB) = isZero ? (scaled0, scaled1) : (scaled1, scaled0);
        amountIn = amountIn * 1e18 / (isZero ? decimals0 : decimals1);
        uint256 y = reserveB - _getY(amountIn + reserveA, _k(reserve0, reserve1), reserveB);
        return y * (isZero ? decimals1 : decimals0) / 1e18;
    }

    /// Moves the fee out of the pool and counts it for the holders of shares.
    function _takeFee(uint256 amountIn, bool isZero) private {
        uint256 amount = amountIn == 0 ? 0 : amountIn * IPoolFactory(factory).getFee(address(this), stable) / 10000;
        if (amount == 0) return;
        IERC20(isZero ? token0 : token1).safeTransfer(poolFees, amount);
        _accrue(amount, isZero);
        emit Fees(msg.sender, isZero ? amount : 0, isZero ? 0 : amount);
    }

    function _update(uint256 balance0, uint256 balance1) private {
        (reserve0, reserve1) = (balance0, balance1);
        blockTimestampLast = block.timestamp;
        emit Sync(balance0, balance1);
    }

    function _balances() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function _k(uint256 x, uint256 y) private view returns (uint256) {
        return stable ? _f(x * 1e18 / decimals0, y * 1e18 / decimals1) : x * y;
    }

    /// x^3 y + y^3 x.
    function _f(uint256 x, uint256 y) private pure returns (uint256) {
        return (x * y / 1e18) * (x * x / 1e18 + y * y / 1e18) / 1e18;
    }

    /// The derivative of `_f` by y.
    function _d(uint256 x, uint256 y) private pure returns (uint256) {
        return 3 * x * (y * y / 1e18) / 1e18 + (x * x / 1e18) * x / 1e18;
    }

    /// Newton's method for the y at which `_f(x, y)` is xy or just above. As the original it scales x and y + 1 once more where
    /// it looks one unit up, which fails by overflow for tokens of few decimals.
    function _getY(uint256 x, uint256 xy, uint256 y) private view returns (uint256) {
        for (uint256 i = 0; i < 255; i++) {
            uint256 k = _f(x, y);
            bool isBelow = k < xy;
            uint256 dy = (isBelow ? xy - k : k - xy) * 1e18 / _d(x, y);
            if (dy == 0) {
                if (k == xy) return y;
                if (isBelow) {
                    if (_k(x, y + 1) > xy) return y + 1;
                } else if (_f(x, y - 1) < xy) {
                    return y;
                }
                dy = 1;
            }
            y = isBelow ? y + dy : y - dy;
        }
        revert("!y");
    }
}
