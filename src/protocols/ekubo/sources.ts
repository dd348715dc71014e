import { EkuboCore } from "../../../abis/EkuboCore.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name. */
export function ekuboSources(environment: Pick<Environment, "chains">) {
  return {
    EkuboCore: {
      abi: EkuboCore,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ core }) => core),
      }),
    },
  };
}
