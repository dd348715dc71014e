import { CurveStableSwapNg, CurveStableSwapNgToken } from "../../../abis/CurveStableSwapNg.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, everywhere, factoriesOf } from "../sources.ts";
import { deployments } from "./contracts.ts";

const factories = deployments.flatMap(({ chains }) =>
  Object.values(chains).map(({ contracts }) => contracts.factory),
);

/**
 * What Ponder indexes for the family, by source name. The factory's own events do not name the pool
 * that it made; the pool's first one does, a transfer of nothing to the factory. Both sources watch
 * all addresses, as no log tells which are pools: handlers take what is in the table.
 */
export function curveStableswapNgSources(environment: Pick<Environment, "chains">) {
  const chain = everywhere(chainSources(deployments, environment, { address: factoriesOf }));
  return {
    CurveNgCreation: {
      abi: CurveStableSwapNgToken,
      chain,
      filter: {
        event: "Transfer",
        args: { sender: ZERO_ADDRESS, receiver: [...new Set(factories)] },
      } as const,
    },
    CurveNgPool: { abi: CurveStableSwapNg, chain },
  };
}
