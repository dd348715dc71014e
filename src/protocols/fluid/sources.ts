import { factory } from "ponder";
import { FluidDex, FluidDexFactory } from "../../../abis/FluidDex.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, factoriesOf } from "../sources.ts";
import { deployments } from "./contracts.ts";

const [dexDeployed] = FluidDexFactory;

/** What Ponder indexes for the family, by source name. */
export function fluidSources(environment: Pick<Environment, "chains">) {
  return {
    FluidDexFactory: {
      abi: FluidDexFactory,
      chain: chainSources(deployments, environment, { address: factoriesOf }),
    },
    FluidDex: {
      abi: FluidDex,
      chain: chainSources(deployments, environment, {
        address: (contracts) =>
          factory({ address: factoriesOf(contracts), event: dexDeployed, parameter: "dex" }),
      }),
    },
  };
}
