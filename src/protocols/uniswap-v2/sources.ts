import { factory } from "ponder";
import { LiquidityShare } from "../../../abis/LiquidityShare.ts";
import { UniswapV2Factory } from "../../../abis/UniswapV2Factory.ts";
import { UniswapV2Pair } from "../../../abis/UniswapV2Pair.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, factoriesOf } from "../sources.ts";
import { deployments } from "./contracts.ts";
import type { UniswapV2Contracts } from "./places.ts";

const [pairCreated] = UniswapV2Factory;

function pairsOf(contracts: readonly UniswapV2Contracts[]) {
  return factory({ address: factoriesOf(contracts), event: pairCreated, parameter: "pair" });
}

/**
 * What Ponder indexes for the family, by source name. Of the transfers of shares only those that
 * mint or burn are asked for: with many pairs Ponder asks by topics alone, and all transfers of a
 * chain are too many.
 */
export function uniswapV2Sources(environment: Pick<Environment, "chains">) {
  const pairs = chainSources(deployments, environment, { address: pairsOf });
  const shares = chainSources(deployments, environment, {
    select: ({ share }) => share !== null,
    address: pairsOf,
  });
  return {
    UniswapV2Factory: {
      abi: UniswapV2Factory,
      chain: chainSources(deployments, environment, { address: factoriesOf }),
    },
    UniswapV2Pair: { abi: UniswapV2Pair, chain: pairs },
    UniswapV2Mint: {
      abi: LiquidityShare,
      chain: shares,
      filter: { event: "Transfer", args: { from: ZERO_ADDRESS } } as const,
    },
    UniswapV2Burn: {
      abi: LiquidityShare,
      chain: shares,
      filter: { event: "Transfer", args: { to: ZERO_ADDRESS } } as const,
    },
  };
}
