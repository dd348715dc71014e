import { factory } from "ponder";
import { LBFactory } from "../../../abis/LBFactory.ts";
import { LBPair } from "../../../abis/LBPair.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, factoriesOf } from "../sources.ts";
import { deployments } from "./contracts.ts";

const [pairCreated] = LBFactory;

/** What Ponder indexes for the family, by source name. */
export function liquidityBookSources(environment: Pick<Environment, "chains">) {
  return {
    LBFactory: {
      abi: LBFactory,
      chain: chainSources(deployments, environment, { address: factoriesOf }),
    },
    LBPair: {
      abi: LBPair,
      chain: chainSources(deployments, environment, {
        address: (contracts) =>
          factory({ address: factoriesOf(contracts), event: pairCreated, parameter: "LBPair" }),
      }),
    },
  };
}
