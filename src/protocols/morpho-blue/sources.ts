import { AdaptiveCurveIrm } from "../../../abis/AdaptiveCurveIrm.ts";
import { Morpho } from "../../../abis/Morpho.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name. */
export function morphoBlueSources(environment: Pick<Environment, "chains">) {
  return {
    Morpho: {
      abi: Morpho,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ morpho }) => morpho),
      }),
    },
    AdaptiveCurveIrm: {
      abi: AdaptiveCurveIrm,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ adaptiveCurveIrm }) => adaptiveCurveIrm),
      }),
    },
  };
}
