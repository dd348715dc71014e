import { factory } from "ponder";
import { UniswapV2Factory } from "../../../abis/UniswapV2Factory.ts";
import { UniswapV2Pair } from "../../../abis/UniswapV2Pair.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, factoriesOf } from "../sources.ts";
import { deployments } from "./contracts.ts";

const [pairCreated] = UniswapV2Factory;

/** What Ponder indexes for the family, by source name. */
export function uniswapV2Sources(environment: Pick<Environment, "chains">) {
  return {
    UniswapV2Factory: {
      abi: UniswapV2Factory,
      chain: chainSources(deployments, environment, { address: factoriesOf }),
    },
    UniswapV2Pair: {
      abi: UniswapV2Pair,
      chain: chainSources(deployments, environment, {
        address: (contracts) =>
          factory({ address: factoriesOf(contracts), event: pairCreated, parameter: "pair" }),
      }),
    },
  };
}
