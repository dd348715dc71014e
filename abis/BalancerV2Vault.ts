import { parseAbi } from "viem";

/** @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/interfaces/contracts/vault/IVault.sol */
export const BalancerV2Vault = parseAbi([
  "event PoolRegistered(bytes32 indexed poolId, address indexed poolAddress, uint8 specialization)",
  "event TokensRegistered(bytes32 indexed poolId, address[] tokens, address[] assetManagers)",
  "event Swap(bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut)",
  "event PoolBalanceChanged(bytes32 indexed poolId, address indexed liquidityProvider, address[] tokens, int256[] deltas, uint256[] protocolFeeAmounts)",
  "event PausedStateChanged(bool paused)",
  "struct SingleSwap { bytes32 poolId; uint8 kind; address assetIn; address assetOut; uint256 amount; bytes userData; }",
  "struct FundManagement { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }",
  "struct JoinPoolRequest { address[] assets; uint256[] maxAmountsIn; bytes userData; bool fromInternalBalance; }",
  "struct ExitPoolRequest { address[] assets; uint256[] minAmountsOut; bytes userData; bool toInternalBalance; }",
  "function swap(SingleSwap singleSwap, FundManagement funds, uint256 limit, uint256 deadline) payable returns (uint256 amountCalculated)",
  "function joinPool(bytes32 poolId, address sender, address recipient, JoinPoolRequest request) payable",
  "function exitPool(bytes32 poolId, address sender, address recipient, ExitPoolRequest request)",
  "function getPausedState() view returns (bool paused, uint256 pauseWindowEndTime, uint256 bufferPeriodEndTime)",
  "function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)",
]);

/** @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/interfaces/contracts/vault/IProtocolFeesCollector.sol */
export const BalancerV2FeesCollector = parseAbi([
  "event SwapFeePercentageChanged(uint256 newSwapFeePercentage)",
  "function getSwapFeePercentage() view returns (uint256)",
]);
