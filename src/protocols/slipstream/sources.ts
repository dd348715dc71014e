import { factory } from "ponder";
import { SlipstreamFactory } from "../../../abis/SlipstreamFactory.ts";
import { UniswapV3Pool } from "../../../abis/UniswapV3Pool.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, factoriesOf } from "../sources.ts";
import { deployments } from "./contracts.ts";

const [poolCreated] = SlipstreamFactory;

/**
 * What Ponder indexes for the family, by source name. The pools' events are those of Uniswap V3.
 */
export function slipstreamSources(environment: Pick<Environment, "chains">) {
  return {
    SlipstreamFactory: {
      abi: SlipstreamFactory,
      chain: chainSources(deployments, environment, { address: factoriesOf }),
    },
    SlipstreamPool: {
      abi: UniswapV3Pool,
      chain: chainSources(deployments, environment, {
        address: (contracts) =>
          factory({ address: factoriesOf(contracts), event: poolCreated, parameter: "pool" }),
      }),
    },
  };
}
