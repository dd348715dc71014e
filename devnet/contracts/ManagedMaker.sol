// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

struct ModifyLiquidityParams {
    int24 tickLower;
    int24 tickUpper;
    int256 liquidityDelta;
    bytes32 salt;
}

struct SwapParams {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

/// @dev What holds the tokens of many pools; currency 0 is the native coin.
interface IPoolsHolder {
    function sync(address currency) external;
    function settle() external payable returns (uint256);
    function take(address currency, address to, uint256 amount) external;
}

/// @dev Deltas are two amounts of 128 bits.
interface IV4Manager is IPoolsHolder {
    function unlock(bytes calldata data) external returns (bytes memory);
    function modifyLiquidity(PoolKey memory key, ModifyLiquidityParams memory params, bytes calldata hookData)
        external
        returns (int256 callerDelta, int256 feesAccrued);
    function swap(PoolKey memory key, SwapParams memory params, bytes calldata hookData) external returns (int256);
}

/// @dev PancakeSwap Infinity: managers of pools whose tokens a vault holds.
interface IInfinityVault {
    function lock(bytes calldata data) external returns (bytes memory);
}

interface IInfinityManager {
    function vault() external view returns (address);
}

/// The part of the market maker that acts on pools which share a contract.
abstract contract ManagedMaker {
    struct Range {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    /// The pool, or what holds its tokens, that may ask for payment now.
    address internal active;

    error UnexpectedCallback();

    modifier restricted() virtual;

    function _pay(address token, address to, uint256 amount) internal virtual;

    function provideV4(address manager, PoolKey calldata key, Range[] calldata ranges) external restricted {
        for (uint256 i = 0; i < ranges.length; i++) {
            Range calldata range = ranges[i];
            _changeV4(manager, key, range.lower, range.upper, int256(uint256(range.liquidity)));
        }
    }

    function withdrawV4(address manager, PoolKey calldata key, Range calldata range) external restricted {
        _changeV4(manager, key, range.lower, range.upper, -int256(uint256(range.liquidity)));
    }

    function _changeV4(address manager, PoolKey calldata key, int24 lower, int24 upper, int256 liquidity) private {
        ModifyLiquidityParams memory change = ModifyLiquidityParams(lower, upper, liquidity, 0);
        _unlock(manager, key, abi.encodeCall(IV4Manager.modifyLiquidity, (key, change, "")));
    }

    /// Sells up to `amountIn`, less when the price reaches the limit.
    function swapV4(
        address manager,
        PoolKey calldata key,
        bool zeroForOne,
        uint256 amountIn,
        uint160 sqrtPriceLimitX96
    ) external restricted {
        SwapParams memory trade = SwapParams(zeroForOne, -int256(amountIn), sqrtPriceLimitX96);
        _unlock(manager, key, abi.encodeCall(IV4Manager.swap, (key, trade, "")));
    }

    function _unlock(address manager, PoolKey calldata key, bytes memory action) private {
        active = manager;
        IV4Manager(manager).unlock(abi.encode(key, action));
        active = address(0);
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (PoolKey memory key, bytes memory action) = abi.decode(data, (PoolKey, bytes));
        _act(msg.sender, key.currency0, key.currency1, action);
        return "";
    }

    /// Has a manager of Infinity do something to a pool of two currencies, as its data say.
    function actInfinity(address manager, address currency0, address currency1, bytes[] calldata actions)
        external
        restricted
    {
        address vault = IInfinityManager(manager).vault();
        for (uint256 i = 0; i < actions.length; i++) {
            active = vault;
            IInfinityVault(vault).lock(abi.encode(manager, currency0, currency1, actions[i]));
            active = address(0);
        }
    }

    function lockAcquired(bytes calldata data) external returns (bytes memory) {
        (address manager, address currency0, address currency1, bytes memory action) =
            abi.decode(data, (address, address, address, bytes));
        _act(manager, currency0, currency1, action);
        return "";
    }

    function _act(address manager, address currency0, address currency1, bytes memory action) private {
        if (msg.sender != active) revert UnexpectedCallback();
        (bool ok, bytes memory answer) = manager.call(action);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        int256 delta;
        assembly {
            delta := mload(add(answer, 32))
        }
        _settle(currency0, int128(delta >> 128));
        _settle(currency1, int128(delta));
    }

    function _settle(address currency, int128 delta) private {
        IPoolsHolder manager = IPoolsHolder(msg.sender);
        if (delta > 0) manager.take(currency, address(this), uint256(int256(delta)));
        if (delta >= 0) return;
        uint256 owed = uint256(-int256(delta));
        manager.sync(currency);
        if (currency != address(0)) _pay(currency, msg.sender, owed);
        manager.settle{value: currency == address(0) ? owed : 0}();
    }
}
