// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Pool} from "@uniswap/v4-periphery/lib/v4-core/src/libraries/Pool.sol";
import {Position} from "@uniswap/v4-periphery/lib/v4-core/src/libraries/Position.sol";
import {BalanceDelta} from "@uniswap/v4-periphery/lib/v4-core/src/types/BalanceDelta.sol";
import {PoolManager} from "./PoolManager.sol";
import {IInfinityHooks, IVault, ModifyLiquidityParams, PoolKey, SwapParams} from "./Types.sol";

/// Own minimal contract with the ABI, events and storage of PancakeSwap Infinity's CLPoolManager. The maths of its pools is
/// that of Uniswap V4, whose library it runs. Of hooks it calls those of liquidity that is added, and none else.
/// https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-cl/CLPoolManager.sol
contract CLPoolManager is PoolManager {
    using Pool for Pool.State;

    uint24 private constant MOST_FEE = 1_000_000;
    uint256 private constant BEFORE_ADD_LIQUIDITY = 1 << 2;

    mapping(bytes32 id => Pool.State) private pools;
    mapping(bytes32 id => PoolKey) public poolIdToPoolKey;

    event Initialize(
        bytes32 indexed id,
        address indexed currency0,
        address indexed currency1,
        address hooks,
        uint24 fee,
        bytes32 parameters,
        uint160 sqrtPriceX96,
        int24 tick
    );
    event ModifyLiquidity(
        bytes32 indexed id,
        address indexed sender,
        int24 tickLower,
        int24 tickUpper,
        int256 liquidityDelta,
        bytes32 salt
    );
    event Swap(
        bytes32 indexed id,
        address indexed sender,
        int128 amount0,
        int128 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick,
        uint24 fee,
        uint16 protocolFee
    );
    event Donate(bytes32 indexed id, address indexed sender, uint256 amount0, uint256 amount1, int24 tick);

    error TickSpacingOutOfBounds(int24 tickSpacing);
    error SwapAmountCannotBeZero();

    constructor(IVault vault_, address owner_) PoolManager(vault_, owner_, MOST_FEE) {}

    function initialize(PoolKey memory key, uint160 sqrtPriceX96) external returns (int24 tick) {
        int24 spacing = _spacingOf(key);
        if (spacing < 1 || spacing > type(int16).max) revert TickSpacingOutOfBounds(spacing);
        _validate(key, 40);
        bytes32 id = _idOf(key);
        tick = pools[id].initialize(sqrtPriceX96, _firstFee(key));
        pools[id].setProtocolFee(_firstProtocolFee(key));
        poolIdToPoolKey[id] = key;
        emit Initialize(id, key.currency0, key.currency1, key.hooks, key.fee, key.parameters, sqrtPriceX96, tick);
    }

    function modifyLiquidity(PoolKey memory key, ModifyLiquidityParams memory params, bytes calldata hookData)
        external
        returns (int256 delta, int256 feeDelta)
    {
        if (params.liquidityDelta > 0) {
            _requireRunning();
            if (uint256(key.parameters) & BEFORE_ADD_LIQUIDITY != 0) {
                IInfinityHooks(key.hooks).beforeAddLiquidity(msg.sender, key, params, hookData);
            }
        }
        bytes32 id = _idOf(key);
        pools[id].checkPoolInitialized();
        (BalanceDelta principal, BalanceDelta fees) = pools[id].modifyLiquidity(
            Pool.ModifyLiquidityParams({
                owner: msg.sender,
                tickLower: params.tickLower,
                tickUpper: params.tickUpper,
                liquidityDelta: _toInt128(params.liquidityDelta),
                tickSpacing: _spacingOf(key),
                salt: params.salt
            })
        );
        emit ModifyLiquidity(id, msg.sender, params.tickLower, params.tickUpper, params.liquidityDelta, params.salt);
        (delta, feeDelta) = (BalanceDelta.unwrap(principal + fees), BalanceDelta.unwrap(fees));
        vault.accountAppBalanceDelta(key.currency0, key.currency1, delta, msg.sender);
    }

    function swap(PoolKey memory key, SwapParams memory params, bytes calldata)
        external
        whenNotPaused
        returns (int256 delta)
    {
        if (params.amountSpecified == 0) revert SwapAmountCannotBeZero();
        delta = _swap(_idOf(key), key, params);
        vault.accountAppBalanceDelta(key.currency0, key.currency1, delta, msg.sender);
    }

    function _swap(bytes32 id, PoolKey memory key, SwapParams memory params) private returns (int256) {
        Pool.State storage pool = pools[id];
        pool.checkPoolInitialized();
        (BalanceDelta delta, uint256 toProtocol, uint24 fee, Pool.SwapResult memory after_) = pool.swap(
            Pool.SwapParams({
                tickSpacing: _spacingOf(key),
                zeroForOne: params.zeroForOne,
                amountSpecified: params.amountSpecified,
                sqrtPriceLimitX96: params.sqrtPriceLimitX96,
                lpFeeOverride: 0
            })
        );
        protocolFeesAccrued[params.zeroForOne ? key.currency0 : key.currency1] += toProtocol;
        uint24 both = pool.slot0.protocolFee();
        emit Swap(
            id,
            msg.sender,
            delta.amount0(),
            delta.amount1(),
            after_.sqrtPriceX96,
            after_.liquidity,
            after_.tick,
            fee,
            uint16(params.zeroForOne ? both & 0xfff : both >> 12)
        );
        return BalanceDelta.unwrap(delta);
    }

    function donate(PoolKey memory key, uint256 amount0, uint256 amount1, bytes calldata)
        external
        whenNotPaused
        returns (int256 delta)
    {
        bytes32 id = _idOf(key);
        pools[id].checkPoolInitialized();
        delta = BalanceDelta.unwrap(pools[id].donate(amount0, amount1));
        vault.accountAppBalanceDelta(key.currency0, key.currency1, delta, msg.sender);
        emit Donate(id, msg.sender, amount0, amount1, pools[id].slot0.tick());
    }

    function _setProtocolFee(bytes32 id, uint24 fee) internal override {
        pools[id].setProtocolFee(fee);
    }

    function _setLPFee(bytes32 id, uint24 fee) internal override {
        pools[id].setLPFee(fee);
    }

    function _requireRunning() private view whenNotPaused {}

    function getSlot0(bytes32 id)
        external
        view
        returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)
    {
        Pool.State storage pool = pools[id];
        return (pool.slot0.sqrtPriceX96(), pool.slot0.tick(), pool.slot0.protocolFee(), pool.slot0.lpFee());
    }

    function getLiquidity(bytes32 id) external view returns (uint128) {
        return pools[id].liquidity;
    }

    function getPosition(bytes32 id, address owner, int24 tickLower, int24 tickUpper, bytes32 salt)
        external
        view
        returns (Position.State memory)
    {
        return Position.get(pools[id].positions, owner, tickLower, tickUpper, salt);
    }

    function getPoolTickInfo(bytes32 id, int24 tick) external view returns (Pool.TickInfo memory) {
        return pools[id].ticks[tick];
    }

    function getPoolBitmapInfo(bytes32 id, int16 word) external view returns (uint256) {
        return pools[id].tickBitmap[word];
    }

    function extsload(bytes32 slot) public view returns (bytes32 value) {
        assembly ("memory-safe") {
            value := sload(slot)
        }
    }

    function extsload(bytes32[] calldata slots) external view returns (bytes32[] memory values) {
        values = new bytes32[](slots.length);
        for (uint256 i; i < slots.length; ++i) {
            values[i] = extsload(slots[i]);
        }
    }

    function _spacingOf(PoolKey memory key) private pure returns (int24) {
        return int24(uint24(uint256(key.parameters) >> 16));
    }

    function _toInt128(int256 amount) private pure returns (int128) {
        require(amount == int128(amount), "more than int128");
        return int128(amount);
    }
}
