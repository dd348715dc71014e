import { Lido } from "../../../abis/Lido.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name. */
export function lidoSources(environment: Pick<Environment, "chains">) {
  return {
    Lido: {
      abi: Lido,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ stEth }) => stEth),
      }),
    },
  };
}
