// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// The zero address is the native currency; parameters are the hooks' bitmap below the tick spacing, from bit 16 on.
struct PoolKey {
    address currency0;
    address currency1;
    address hooks;
    address poolManager;
    uint24 fee;
    bytes32 parameters;
}

struct ModifyLiquidityParams {
    int24 tickLower;
    int24 tickUpper;
    int256 liquidityDelta;
    bytes32 salt;
}

struct MintParams {
    bytes32[] liquidityConfigs;
    bytes32 amountIn;
    bytes32 salt;
}

struct SwapParams {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

interface IVault {
    function accountAppBalanceDelta(address currency0, address currency1, int256 delta, address settler) external;
}

/// @dev Of deposits; those of bins have parameters of another shape.
interface IInfinityHooks {
    function getHooksRegistrationBitmap() external view returns (uint16);
    function beforeAddLiquidity(
        address sender,
        PoolKey calldata key,
        ModifyLiquidityParams calldata params,
        bytes calldata hookData
    ) external returns (bytes4);
    function beforeMint(
        address sender,
        PoolKey calldata key,
        MintParams calldata params,
        bytes calldata hookData
    ) external returns (bytes4, uint24);
}

interface IProtocolFeeController {
    function protocolFeeForPool(PoolKey memory key) external view returns (uint24);
}
