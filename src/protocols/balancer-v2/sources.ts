import { factory } from "ponder";
import { BalancerV2BootstrappingPool } from "../../../abis/BalancerV2BootstrappingPool.ts";
import {
  BalancerV2Pool,
  BalancerV2Share,
  BalancerV2TypedFees,
} from "../../../abis/BalancerV2Pool.ts";
import { BalancerV2PoolFactory } from "../../../abis/BalancerV2PoolFactory.ts";
import { BalancerV2FeesCollector, BalancerV2Vault } from "../../../abis/BalancerV2Vault.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { type BalancerV2Contracts, deployments } from "./contracts.ts";
import { factoriesOf } from "./makers.ts";

const [poolCreated] = BalancerV2PoolFactory;

/** What Ponder indexes for the family, by source name. */
export function balancerV2Sources(environment: Pick<Environment, "chains">) {
  /** A vault whose factories are unknown has no pools to index. */
  const select = (contracts: BalancerV2Contracts) => factoriesOf(contracts).length > 0;
  const factories = (contracts: readonly BalancerV2Contracts[]) => contracts.flatMap(factoriesOf);
  const pools = chainSources(deployments, environment, {
    select,
    address: (contracts) =>
      factory({ address: factories(contracts), event: poolCreated, parameter: "pool" }),
  });
  return {
    BalancerV2Vault: {
      abi: BalancerV2Vault,
      chain: chainSources(deployments, environment, {
        select,
        address: (contracts) => contracts.map(({ vault }) => vault),
      }),
    },
    BalancerV2PoolFactory: {
      abi: BalancerV2PoolFactory,
      chain: chainSources(deployments, environment, { select, address: factories }),
    },
    BalancerV2FeesCollector: {
      abi: BalancerV2FeesCollector,
      chain: chainSources(deployments, environment, {
        select: ({ first }) => first !== null,
        address: (contracts) => contracts.flatMap(({ first }) => first?.feesCollector ?? []),
      }),
    },
    BalancerV2Pool: { abi: BalancerV2Pool, chain: pools },
    BalancerV2BootstrappingPool: { abi: BalancerV2BootstrappingPool, chain: pools },
    BalancerV2TypedFees: { abi: BalancerV2TypedFees, chain: pools },
    // Only mints and burns, as the supply is what counts; Ponder takes one filter for an event of a
    // source.
    BalancerV2Mint: {
      abi: BalancerV2Share,
      chain: pools,
      filter: { event: "Transfer" as const, args: { from: ZERO_ADDRESS } },
    },
    BalancerV2Burn: {
      abi: BalancerV2Share,
      chain: pools,
      filter: { event: "Transfer" as const, args: { to: ZERO_ADDRESS } },
    },
  };
}
