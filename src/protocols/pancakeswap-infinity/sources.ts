import { InfinityCLPoolManager } from "../../../abis/InfinityCLPoolManager.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name. */
export function pancakeswapInfinitySources(environment: Pick<Environment, "chains">) {
  return {
    InfinityCLPoolManager: {
      abi: InfinityCLPoolManager,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ manager }) => manager),
      }),
    },
  };
}
