// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IERC20 {
    function balanceOf(address owner) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @dev https://eips.ethereum.org/EIPS/eip-2612
interface IERC2612 {
    function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;
}

/// @dev https://github.com/circlefin/stablecoin-evm/blob/v2.2.0/contracts/v2/FiatTokenV2_2.sol#L102
interface IPermitOfContracts {
    function permit(address owner, address spender, uint256 amount, uint256 deadline, bytes calldata signature) external;
}

/// @dev https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/interfaces/ISignatureTransfer.sol
interface IPermit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct PermitBatchTransferFrom {
        TokenPermissions[] permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes calldata signature
    ) external;

    function permitTransferFrom(
        PermitBatchTransferFrom calldata permit,
        SignatureTransferDetails[] calldata details,
        address owner,
        bytes calldata signature
    ) external;
}

interface IWrappedNative {
    function deposit() external payable;
}

/// @dev https://github.com/Uniswap/v2-core/blob/v1.0.1/contracts/interfaces/IUniswapV2Pair.sol
interface IV2Pair {
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 timestamp);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

/// @dev https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/interfaces/pool/IUniswapV3PoolActions.sol
interface IV3Pool {
    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160 sqrtPriceLimitX96,
        bytes calldata data
    ) external returns (int256 amount0, int256 amount1);
    function token0() external view returns (address);
    function token1() external view returns (address);
}

/// @dev https://unpkg.com/@uniswap/v4-core@1.0.2/src/types/PoolKey.sol; currency 0 is the native coin.
struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

/// @dev https://unpkg.com/@uniswap/v4-core@1.0.2/src/types/PoolOperation.sol; below 0 an exact input.
struct SwapParams {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

/// @dev What holds the tokens of many pools: it is paid by what it gained since `sync`, and keeps accounts while it is unlocked.
interface IPoolsHolder {
    function sync(address currency) external;
    function settle() external payable returns (uint256 paid);
    function settleFor(address recipient) external payable returns (uint256 paid);
    function take(address currency, address to, uint256 amount) external;
}

/// @dev https://unpkg.com/@uniswap/v4-core@1.0.2/src/interfaces/IPoolManager.sol
interface IV4Manager is IPoolsHolder {
    function unlock(bytes calldata data) external returns (bytes memory);
    function swap(PoolKey memory key, SwapParams memory params, bytes calldata hookData)
        external
        returns (int256 delta);
}

/// @dev https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/types/PoolKey.sol#L13; currency 0 is the native coin.
struct InfinityPoolKey {
    address currency0;
    address currency1;
    address hooks;
    address poolManager;
    uint24 fee;
    bytes32 parameters;
}

/// @dev https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/interfaces/IVault.sol
interface IInfinityVault is IPoolsHolder {
    function lock(bytes calldata data) external returns (bytes memory);
}

/// @dev https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-cl/interfaces/ICLPoolManager.sol
interface IInfinityManager {
    function swap(InfinityPoolKey memory key, SwapParams memory params, bytes calldata hookData)
        external
        returns (int256 delta);
}

/// @dev https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/interfaces/IBinPoolManager.sol; an input is negative.
interface IInfinityBinManager {
    function swap(InfinityPoolKey memory key, bool swapForY, int128 amountSpecified, bytes calldata hookData)
        external
        returns (int256 delta);
}

/// @dev What an executor may ask of its router.
interface IPuller {
    function pull(address to, uint256 amount) external;
    function pullCoin(address holder, uint256 amount) external returns (uint256 paid);
}
