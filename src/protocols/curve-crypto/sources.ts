import { factory } from "ponder";
import {
  CurveTricrypto,
  CurveTricryptoFactory,
  CurveTwocrypto,
  CurveTwocryptoFactory,
} from "../../../abis/CurveCrypto.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { type CurveCryptoContracts, deployments } from "./contracts.ts";

const [twocryptoDeployed] = CurveTwocryptoFactory;
const [tricryptoDeployed] = CurveTricryptoFactory;

/** What Ponder indexes for the family, by source name. */
export function curveCryptoSources(environment: Pick<Environment, "chains">) {
  const factories = (kind: keyof CurveCryptoContracts) => ({
    address: (contracts: readonly CurveCryptoContracts[]) => contracts.map((each) => each[kind]),
  });
  const twocrypto = factories("twocryptoFactory");
  const tricrypto = factories("tricryptoFactory");
  return {
    CurveTwocryptoFactory: {
      abi: CurveTwocryptoFactory,
      chain: chainSources(deployments, environment, twocrypto),
    },
    CurveTricryptoFactory: {
      abi: CurveTricryptoFactory,
      chain: chainSources(deployments, environment, tricrypto),
    },
    CurveTwocryptoPool: {
      abi: CurveTwocrypto,
      chain: chainSources(deployments, environment, {
        address: (contracts) =>
          factory({
            address: twocrypto.address(contracts),
            event: twocryptoDeployed,
            parameter: "pool",
          }),
      }),
    },
    CurveTricryptoPool: {
      abi: CurveTricrypto,
      chain: chainSources(deployments, environment, {
        address: (contracts) =>
          factory({
            address: tricrypto.address(contracts),
            event: tricryptoDeployed,
            parameter: "pool",
          }),
      }),
    },
  };
}
