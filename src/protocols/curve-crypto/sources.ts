import { factory } from "ponder";
import {
  CurveOlderTricrypto,
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
  const factories = (kind: "twocryptoFactory" | "tricryptoFactory") => ({
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
    CurveOlderTricrypto: {
      abi: CurveOlderTricrypto,
      chain: chainSources(deployments, environment, {
        address: (contracts) => {
          const listed = contracts.flatMap(({ olderPools }) => olderPools ?? []);
          const own = listed.filter(({ coins }) => coins.length === 3);
          return own.length === 0 ? null : own.map(({ pool }) => pool);
        },
      }),
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
