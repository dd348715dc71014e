import { parseAbi } from "viem";

/**
 * Events and views of the vault that concern buffers. `bufferBalances` has the asset's balance in
 * its low 128 bits and that of the shares in the high ones.
 *
 * @see https://unpkg.com/@balancer-labs/v3-interfaces@1.0.0/contracts/vault/IVaultEvents.sol
 * @see https://unpkg.com/@balancer-labs/v3-interfaces@1.0.0/contracts/vault/IVaultAdmin.sol
 */
export const BalancerV3Buffers = parseAbi([
  "event BufferSharesMinted(address indexed wrappedToken, address indexed to, uint256 issuedShares)",
  "event LiquidityAddedToBuffer(address indexed wrappedToken, uint256 amountUnderlying, uint256 amountWrapped, bytes32 bufferBalances)",
  "event LiquidityRemovedFromBuffer(address indexed wrappedToken, uint256 amountUnderlying, uint256 amountWrapped, bytes32 bufferBalances)",
  "event Wrap(address indexed wrappedToken, uint256 depositedUnderlying, uint256 mintedShares, bytes32 bufferBalances)",
  "event Unwrap(address indexed wrappedToken, uint256 burnedShares, uint256 withdrawnUnderlying, bytes32 bufferBalances)",
  "event VaultBuffersPausedStateChanged(bool paused)",
  "function areBuffersPaused() view returns (bool)",
  "function getBufferAsset(address wrappedToken) view returns (address)",
  "function getBufferBalance(address wrappedToken) view returns (uint256 underlyingBalance, uint256 wrappedBalance)",
]);

/**
 * The router of paths that the vault is paid before.
 *
 * @see https://docs.balancer.fi/developer-reference/contracts/abi/aggregator-batch-router.html
 */
export const BalancerV3BatchRouter = parseAbi([
  "struct SwapPathStep { address pool; address tokenOut; bool isBuffer; }",
  "struct SwapPathExactAmountIn { address tokenIn; SwapPathStep[] steps; uint256 exactAmountIn; uint256 minAmountOut; }",
  "function swapExactIn(SwapPathExactAmountIn[] paths, uint256 deadline, bytes userData) payable returns (uint256[] pathAmountsOut, address[] tokensOut, uint256[] amountsOut)",
]);
