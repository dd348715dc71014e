import { factory } from "ponder";
import { LiquidityShare } from "../../../abis/LiquidityShare.ts";
import { SolidlyPool } from "../../../abis/SolidlyPool.ts";
import { SolidlyPoolFactory } from "../../../abis/SolidlyPoolFactory.ts";
import { SolidlyV1Pair } from "../../../abis/SolidlyV1Pair.ts";
import { SolidlyV1PairFactory } from "../../../abis/SolidlyV1PairFactory.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, factoriesOf } from "../sources.ts";
import { deployments, type SolidlyContracts } from "./contracts.ts";

const [poolCreated] = SolidlyPoolFactory;
const [pairCreated] = SolidlyV1PairFactory;

const minting = { event: "Transfer", args: { from: ZERO_ADDRESS } } as const;
const burning = { event: "Transfer", args: { to: ZERO_ADDRESS } } as const;

/**
 * What Ponder indexes for the family, by source name. Of the transfers of shares only those that
 * mint or burn are asked for.
 */
export function solidlySources(environment: Pick<Environment, "chains">) {
  const isV1 = ({ generation }: SolidlyContracts) => generation === "v1";
  const isV2 = ({ generation }: SolidlyContracts) => generation === "v2";
  const pools = chainSources(deployments, environment, {
    select: isV2,
    address: (contracts) =>
      factory({ address: factoriesOf(contracts), event: poolCreated, parameter: "pool" }),
  });
  const pairs = chainSources(deployments, environment, {
    select: isV1,
    address: (contracts) =>
      factory({ address: factoriesOf(contracts), event: pairCreated, parameter: "pair" }),
  });
  return {
    SolidlyFactory: {
      abi: SolidlyPoolFactory,
      chain: chainSources(deployments, environment, { select: isV2, address: factoriesOf }),
    },
    SolidlyPool: { abi: SolidlyPool, chain: pools },
    SolidlyMint: { abi: LiquidityShare, chain: pools, filter: minting },
    SolidlyBurn: { abi: LiquidityShare, chain: pools, filter: burning },
    SolidlyV1Factory: {
      abi: SolidlyV1PairFactory,
      chain: chainSources(deployments, environment, { select: isV1, address: factoriesOf }),
    },
    SolidlyV1Pool: { abi: SolidlyV1Pair, chain: pairs },
    SolidlyV1Mint: { abi: LiquidityShare, chain: pairs, filter: minting },
    SolidlyV1Burn: { abi: LiquidityShare, chain: pairs, filter: burning },
  };
}
