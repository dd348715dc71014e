import type { FixedStates } from "../states.ts";
import { deployments } from "./contracts.ts";
import type { WrappedNative } from "./pool.ts";

/** The wrapped native token of each chain. */
export const states: FixedStates<WrappedNative> = {
  kind: "fixed",
  on: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const token = chains[chainId]?.contracts.token;
      return token === undefined ? [] : [{ id: token, slug, updatedBlock: 0, token }];
    }),
};
