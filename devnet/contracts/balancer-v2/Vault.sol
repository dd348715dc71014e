// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What the vault tells a pool of two tokens of a swap; `kind` 0 is an exact input.
struct SwapRequest {
    uint8 kind;
    address tokenIn;
    address tokenOut;
    uint256 amount;
    bytes32 poolId;
    uint256 lastChangeBlock;
    address from;
    address to;
    bytes userData;
}

/// Limits of a pool's shares, which a maker may set.
struct CapParams {
    bool capEnabled;
    uint120 perAddressCap;
    uint128 globalCap;
}

/// For how many seconds a pool can be paused, and how long a pause lasts after that.
struct PauseParams {
    uint256 pauseWindowDuration;
    uint256 bufferPeriodDuration;
}

/// What a pool calls of the vault of Balancer V2.
interface IPoolVault {
    function registerPool(uint8 specialization) external returns (bytes32 poolId);

    function registerTokens(bytes32 poolId, address[] calldata tokens, address[] calldata assetManagers) external;
}

interface IRateProvider {
    function getRate() external view returns (uint256);
}

interface IToken {
    function decimals() external view returns (uint8);
}
