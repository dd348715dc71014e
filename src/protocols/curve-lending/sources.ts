import { CurveLendingPool } from "../../../abis/CurveLending.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/**
 * What Ponder indexes for the family, by source name: exchanges, for the volume. What a pool is,
 * its reader tells.
 */
export function curveLendingSources(environment: Pick<Environment, "chains">) {
  const chain = chainSources(deployments, environment, {
    address: (contracts) => contracts.flatMap(({ pools }) => pools.map(({ pool }) => pool)),
  });
  return { CurveLendingPool: { abi: CurveLendingPool, chain } };
}
