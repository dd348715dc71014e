import {
  CurvePlainFactory,
  CurvePlainPool2,
  CurvePlainPool3,
  CurvePlainPool4,
  CurveStablecoinFactory,
} from "../../../abis/CurveFactory.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, everywhere, factoriesOf } from "../sources.ts";
import { deployments } from "./contracts.ts";

/**
 * What Ponder indexes for the family, by source name. The older factories' event does not name the
 * pool, and no log tells which contracts are pools: they are watched at all addresses, and handlers
 * take what is in the table. What pools of any number of coins log is watched with those of two.
 */
export function curveFactorySources(environment: Pick<Environment, "chains">) {
  const chain = chainSources(deployments, environment, {
    address: (contracts) => factoriesOf(contracts.flatMap((one) => ("named" in one ? [] : [one]))),
  });
  const pools = everywhere(chain);
  return {
    CurvePlainFactory: { abi: CurvePlainFactory, chain },
    CurveStablecoinFactory: { abi: CurveStablecoinFactory, chain },
    CurvePlainPool2: { abi: CurvePlainPool2, chain: pools },
    CurvePlainPool3: { abi: CurvePlainPool3, chain: pools },
    CurvePlainPool4: { abi: CurvePlainPool4, chain: pools },
  };
}
