import { parseAbi } from "viem";

/**
 * Events and views of the vault, and its structs.
 *
 * @see https://unpkg.com/@balancer-labs/v3-interfaces@1.0.0/contracts/vault/IVaultEvents.sol
 * @see https://unpkg.com/@balancer-labs/v3-interfaces@1.0.0/contracts/vault/IVaultExtension.sol
 */
export const BalancerV3Vault = parseAbi([
  "struct TokenConfig { address token; uint8 tokenType; address rateProvider; bool paysYieldFees; }",
  "struct TokenInfo { uint8 tokenType; address rateProvider; bool paysYieldFees; }",
  "struct PoolRoleAccounts { address pauseManager; address swapFeeManager; address poolCreator; }",
  "struct HooksConfig { bool enableHookAdjustedAmounts; bool shouldCallBeforeInitialize; bool shouldCallAfterInitialize; bool shouldCallComputeDynamicSwapFee; bool shouldCallBeforeSwap; bool shouldCallAfterSwap; bool shouldCallBeforeAddLiquidity; bool shouldCallAfterAddLiquidity; bool shouldCallBeforeRemoveLiquidity; bool shouldCallAfterRemoveLiquidity; address hooksContract; }",
  "struct LiquidityManagement { bool disableUnbalancedLiquidity; bool enableAddLiquidityCustom; bool enableRemoveLiquidityCustom; bool enableDonation; }",
  "struct PoolConfig { LiquidityManagement liquidityManagement; uint256 staticSwapFeePercentage; uint256 aggregateSwapFeePercentage; uint256 aggregateYieldFeePercentage; uint40 tokenDecimalDiffs; uint32 pauseWindowEndTime; bool isPoolRegistered; bool isPoolInitialized; bool isPoolPaused; bool isPoolInRecoveryMode; }",
  "event PoolRegistered(address indexed pool, address indexed factory, TokenConfig[] tokenConfig, uint256 swapFeePercentage, uint32 pauseWindowEndTime, PoolRoleAccounts roleAccounts, HooksConfig hooksConfig, LiquidityManagement liquidityManagement)",
  "event PoolInitialized(address indexed pool)",
  "event Swap(address indexed pool, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut, uint256 swapFeePercentage, uint256 swapFeeAmount)",
  "event LiquidityAdded(address indexed pool, address indexed liquidityProvider, uint8 indexed kind, uint256 totalSupply, uint256[] amountsAddedRaw, uint256[] swapFeeAmountsRaw)",
  "event LiquidityRemoved(address indexed pool, address indexed liquidityProvider, uint8 indexed kind, uint256 totalSupply, uint256[] amountsRemovedRaw, uint256[] swapFeeAmountsRaw)",
  "event PoolPausedStateChanged(address indexed pool, bool paused)",
  "event PoolRecoveryModeStateChanged(address indexed pool, bool recoveryMode)",
  "event SwapFeePercentageChanged(address indexed pool, uint256 swapFeePercentage)",
  "event AggregateSwapFeePercentageChanged(address indexed pool, uint256 aggregateSwapFeePercentage)",
  "event AggregateYieldFeePercentageChanged(address indexed pool, uint256 aggregateYieldFeePercentage)",
  "event VaultAuxiliary(address indexed pool, bytes32 indexed eventKey, bytes eventData)",
  "function getPoolTokenInfo(address pool) view returns (address[] tokens, TokenInfo[] tokenInfo, uint256[] balancesRaw, uint256[] lastBalancesLiveScaled18)",
  "function getPoolTokenRates(address pool) view returns (uint256[] decimalScalingFactors, uint256[] tokenRates)",
  "function getPoolConfig(address pool) view returns (PoolConfig poolConfig)",
  "function getHooksConfig(address pool) view returns (HooksConfig hooksConfig)",
  "function isPoolPaused(address pool) view returns (bool)",
  "function isVaultPaused() view returns (bool)",
  "function totalSupply(address token) view returns (uint256)",
]);
