import type { FixedStates } from "../states.ts";
import { deployments } from "./contracts.ts";
import type { SkyConverter } from "./pool.ts";

/** The converter of each chain that has one. */
export const states: FixedStates<SkyConverter> = {
  kind: "fixed",
  on: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const contracts = chains[chainId]?.contracts;
      if (contracts === undefined) return [];
      return [{ id: contracts.converter, slug, updatedBlock: 0, ...contracts }];
    }),
};
