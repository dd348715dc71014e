import { CurveMetaFactory, CurveMetaPool } from "../../../abis/CurveMeta.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, everywhere, factoriesOf } from "../sources.ts";
import { deployments } from "./contracts.ts";

/**
 * What Ponder indexes for the family, by source name. The factory's event does not name the pool,
 * and no log tells which contracts are pools: they are watched at all addresses, and handlers take
 * what is in the table.
 */
export function curveMetaSources(environment: Pick<Environment, "chains">) {
  const chain = chainSources(deployments, environment, { address: factoriesOf });
  const pools = everywhere(chain);
  return {
    CurveMetaFactory: { abi: CurveMetaFactory, chain },
    CurveMetaPool: { abi: CurveMetaPool, chain: pools },
  };
}
