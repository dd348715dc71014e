import { ConvexBooster } from "../../../abis/ConvexBooster.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name. */
export function convexSources(environment: Pick<Environment, "chains">) {
  return {
    ConvexBooster: {
      abi: ConvexBooster,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ booster }) => booster),
      }),
    },
  };
}
