import { UniswapV4Manager } from "../../../abis/UniswapV4Manager.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name. */
export function uniswapV4Sources(environment: Pick<Environment, "chains">) {
  return {
    UniswapV4Manager: {
      abi: UniswapV4Manager,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ manager }) => manager),
      }),
    },
  };
}
