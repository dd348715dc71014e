import { BalancerV3Buffers } from "../../../abis/BalancerV3Buffers.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name: the vault tells of all buffers. */
export function balancerV3BufferSources(environment: Pick<Environment, "chains">) {
  return {
    BalancerV3Buffers: {
      abi: BalancerV3Buffers,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ vault }) => vault),
      }),
    },
  };
}
