import { parseAbi } from "viem";

/**
 * The router that takes tokens by Permit2, that which the vault is paid before, and Permit2.
 *
 * @see https://unpkg.com/@balancer-labs/v3-interfaces@1.0.0/contracts/vault/IRouter.sol
 * @see https://docs.balancer.fi/developer-reference/contracts/aggregator-router-api.html
 * @see https://github.com/Uniswap/permit2/blob/cc56ad0f34/src/interfaces/IAllowanceTransfer.sol
 */
export const BalancerV3Routers = parseAbi([
  "function swapSingleTokenExactIn(address pool, address tokenIn, address tokenOut, uint256 exactAmountIn, uint256 minAmountOut, uint256 deadline, bytes userData) returns (uint256 amountOut)",
  "function addLiquidityUnbalanced(address pool, uint256[] exactAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData) payable returns (uint256 bptAmountOut)",
  "function removeLiquiditySingleTokenExactIn(address pool, uint256 exactBptAmountIn, address tokenOut, uint256 minAmountOut, bool wethIsEth, bytes userData) payable returns (uint256 amountOut)",
  "function removeLiquidityProportional(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut, bool wethIsEth, bytes userData) payable returns (uint256[] amountsOut)",
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);
