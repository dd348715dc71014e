import { factory } from "ponder";
import {
  CurveCryptoFactory,
  CurveOlderTricrypto,
  CurveOlderTwocrypto,
  CurveTricrypto,
  CurveTricryptoFactory,
  CurveTwocrypto,
  CurveTwocryptoFactory,
} from "../../../abis/CurveCrypto.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, everywhere } from "../sources.ts";
import { type CurveCryptoContracts, deployments } from "./contracts.ts";

const [twocryptoDeployed] = CurveTwocryptoFactory;
const [tricryptoDeployed] = CurveTricryptoFactory;

type Chains = Pick<Environment, "chains">;

/** Listed pools; those of two coins are elsewhere where all addresses are watched. */
function listed(environment: Chains, coins: 2 | 3) {
  return chainSources(deployments, environment, {
    select: ({ cryptoFactory }) => coins === 3 || cryptoFactory === undefined,
    address: (contracts) => {
      const pools = contracts.flatMap(({ olderPools }) => olderPools ?? []);
      const own = pools.filter((pool) => pool.coins.length === coins);
      return own.length === 0 ? null : own.map(({ pool }) => pool);
    },
  });
}

function cryptoFactories(environment: Chains) {
  return chainSources(deployments, environment, {
    address: (contracts) => {
      const factories = contracts.flatMap(({ cryptoFactory }) => cryptoFactory ?? []);
      return factories.length === 0 ? null : factories;
    },
  });
}

/** What Ponder indexes for the family, by source name. */
export function curveCryptoSources(environment: Pick<Environment, "chains">) {
  const factories = (kind: "twocryptoFactory" | "tricryptoFactory") => ({
    address: (contracts: readonly CurveCryptoContracts[]) => contracts.map((each) => each[kind]),
  });
  const older = cryptoFactories(environment);
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
    CurveOlderTricrypto: { abi: CurveOlderTricrypto, chain: listed(environment, 3) },
    CurveOlderTwocrypto: { abi: CurveOlderTwocrypto, chain: listed(environment, 2) },
    CurveCryptoFactory: { abi: CurveCryptoFactory, chain: older },
    // The event does not name the pool: handlers take what is in the table or listed.
    CurveCryptoPool: { abi: CurveOlderTwocrypto, chain: everywhere(older) },
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
