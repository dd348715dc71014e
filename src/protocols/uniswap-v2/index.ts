import type { Address } from "viem";
import { contractsOn } from "../deployment.ts";
import type { Liquidity, Share } from "../liquidity.ts";
import { burnOperation } from "../pair-shares.ts";
import type { DefiToken } from "../position.ts";
import type { Protocol } from "../protocol.ts";
import { deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { burn, MINIMUM_LIQUIDITY, mint } from "./liquidity.ts";
import type { UniswapV2Contracts } from "./places.ts";
import { edges, holdings, maxIn, quote, spotPrice, type UniswapV2Pool } from "./pool.ts";
import { apy } from "./share-price.ts";
import { states } from "./states.ts";

/** The pair as the token of its shares. */
function defiTokens({ address, token0, token1, liquidity }: UniswapV2Pool): readonly DefiToken[] {
  if (liquidity === null) return [];
  const underlyingTokens = [token0, token1];
  return [{ address, underlyingTokens, primaryAddress: liquidity.router ?? address, exact: true }];
}

function share({ address, token0, token1, reserve0, reserve1, liquidity }: UniswapV2Pool) {
  if (reserve0 === 0n || reserve1 === 0n) return null;
  if (liquidity === null || liquidity.totalSupply <= MINIMUM_LIQUIDITY) return null;
  return { token: address, tokens: [token0, token1], takes: "proportion" } satisfies Share;
}

const liquidity: Liquidity<UniswapV2Pool> = { share, mint, burn, mintOperation, burnOperation };

/** The router of a deployment. */
function swapExecuters(slug: string, chainId: number): readonly Address[] {
  const router = contractsOn(deployments, slug, chainId)?.router ?? null;
  return router === null ? [] : [router];
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
  liquidity,
  swapExecuters,
  defiTokens,
  apy,
};
