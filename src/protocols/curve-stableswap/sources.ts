import {
  CurveEarlyPool2,
  CurveEarlyPool3,
  CurvePool2,
  CurvePool3,
} from "../../../abis/CurvePool.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { type CurvePoolContracts, deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name: one source for each set of events. */
export function curveStableswapSources(environment: Pick<Environment, "chains">) {
  const chain = (isOfSource: (pool: CurvePoolContracts) => boolean) =>
    chainSources(deployments, environment, {
      address: (contracts) => {
        const own = contracts.flatMap(({ pools }) => pools).filter(isOfSource);
        return own.length === 0 ? null : own.map(({ pool }) => pool);
      },
    });
  const early = (coins: number) =>
    chain((pool) => !pool.returnsAmount && pool.coins.length === coins);
  const later = (coins: number) =>
    chain((pool) => pool.returnsAmount && pool.coins.length === coins);
  return {
    CurveEarlyPool2: { abi: CurveEarlyPool2, chain: early(2) },
    CurveEarlyPool3: { abi: CurveEarlyPool3, chain: early(3) },
    CurvePool2: { abi: CurvePool2, chain: later(2) },
    CurvePool3: { abi: CurvePool3, chain: later(3) },
  };
}
