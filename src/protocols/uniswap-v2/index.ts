import type { DefiToken } from "../position.ts";
import type { Protocol } from "../protocol.ts";
import { deposit, functions, redeem, swap } from "./actions.ts";
import { deployments, type UniswapV2Contracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { edges, holdings, maxIn, quote, spotPrice, type UniswapV2Pool } from "./pool.ts";
import { apy } from "./share-price.ts";
import { states } from "./states.ts";

/** The pair as the token of its shares. */
function defiTokens({ address, token0, token1, liquidity }: UniswapV2Pool): readonly DefiToken[] {
  if (liquidity === null) return [];
  const underlyingTokens = [token0, token1];
  return [{ address, underlyingTokens, primaryAddress: liquidity.router ?? address, exact: true }];
}

/** Constant-product pairs of Uniswap V2 and its forks. */
export const uniswapV2: Protocol<UniswapV2Pool, UniswapV2Contracts> = {
  family: "uniswap-v2",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap, deposit, redeem },
  functions,
  defiTokens,
  apy,
};
