import { factory } from "ponder";
import { PancakeV3Pool } from "../../../abis/PancakeV3Pool.ts";
import { RamsesV3Pool } from "../../../abis/RamsesV3Pool.ts";
import { UniswapV3Factory } from "../../../abis/UniswapV3Factory.ts";
import { UniswapV3Pool } from "../../../abis/UniswapV3Pool.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, factoriesOf } from "../sources.ts";
import { deployments, type UniswapV3Contracts } from "./contracts.ts";

const [poolCreated] = UniswapV3Factory;

/** What Ponder indexes for the family, by source name. */
export function uniswapV3Sources(environment: Pick<Environment, "chains">) {
  const pools = (kind: UniswapV3Contracts["pools"]) =>
    chainSources(deployments, environment, {
      select: (contracts) => contracts.pools === kind,
      address: (contracts) =>
        factory({ address: factoriesOf(contracts), event: poolCreated, parameter: "pool" }),
    });
  return {
    UniswapV3Factory: {
      abi: UniswapV3Factory,
      chain: chainSources(deployments, environment, { address: factoriesOf }),
    },
    UniswapV3Pool: { abi: UniswapV3Pool, chain: pools("uniswap") },
    PancakeV3Pool: { abi: PancakeV3Pool, chain: pools("pancakeswap") },
    RamsesV3Pool: { abi: RamsesV3Pool, chain: pools("ramses") },
  };
}
