import { FluidDexLite } from "../../../abis/FluidDexLite.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name. */
export function fluidDexLiteSources(environment: Pick<Environment, "chains">) {
  return {
    FluidDexLite: {
      abi: FluidDexLite,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ dexLite }) => dexLite),
      }),
    },
  };
}
