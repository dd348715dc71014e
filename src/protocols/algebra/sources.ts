import { factory } from "ponder";
import { AlgebraFactory } from "../../../abis/AlgebraFactory.ts";
import { AlgebraFeePool } from "../../../abis/AlgebraFeePool.ts";
import { UniswapV3Pool } from "../../../abis/UniswapV3Pool.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, factoriesOf } from "../sources.ts";
import { type AlgebraContracts, deployments } from "./contracts.ts";

const [pool, customPool] = AlgebraFactory;

/**
 * What Ponder indexes for the family, by source name. The pools' events are those of Uniswap V3;
 * some of Integral state more.
 */
export function algebraSources(environment: Pick<Environment, "chains">) {
  const of = (creation: AlgebraContracts["creation"]) => (contracts: AlgebraContracts) =>
    contracts.creation === creation;
  const pools = (select: (contracts: AlgebraContracts) => boolean, event: typeof pool) =>
    chainSources(deployments, environment, {
      select,
      address: (contracts) =>
        factory({ address: factoriesOf(contracts), event, parameter: "pool" }),
    });
  const [isOwn, isCustom] = [of("Pool"), of("CustomPool")];
  return {
    AlgebraFactory: {
      abi: AlgebraFactory,
      chain: chainSources(deployments, environment, { address: factoriesOf }),
    },
    AlgebraPool: { abi: UniswapV3Pool, chain: pools(isOwn, pool) },
    AlgebraFeePool: {
      abi: AlgebraFeePool,
      chain: pools((one) => isOwn(one) && one.generation === "integral", pool),
    },
    AlgebraCustomPool: {
      abi: UniswapV3Pool,
      chain: chainSources(deployments, environment, {
        select: isCustom,
        address: (contracts) =>
          factory({ address: factoriesOf(contracts), event: customPool, parameter: "pool" }),
      }),
    },
  };
}
