import { InfinityBinPoolManager } from "../../../abis/InfinityBinPoolManager.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name. */
export function pancakeswapInfinityBinSources(environment: Pick<Environment, "chains">) {
  return {
    InfinityBinPoolManager: {
      abi: InfinityBinPoolManager,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ manager }) => manager),
      }),
    },
  };
}
