import type { Address } from "viem";
import { UniswapV3Factory } from "../../../abis/UniswapV3Factory.ts";
import type { FamilySeed, PairSearch, SeedLog, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { firstWords } from "../../seed/words.ts";
import { loggedCatalogues } from "../logged-catalogues.ts";
import { numberedPairs } from "../numbered-pairs.ts";
import { deploymentOf } from "../sources.ts";
import { deployments, isSpaced } from "./contracts.ts";
import { balancesOf, concentratedRows } from "./seed-state.ts";

const [poolCreated] = UniswapV3Factory;

/** The state of concentrated-liquidity pools: their factories tell of each in a log. */
export const uniswapV3Seed: FamilySeed = {
  sources: ["UniswapV3Factory"],
  version: 1,
  parts: { uniswapV3Tick: { by: "pool", gone: { liquidityGross: 0n, liquidityNet: 0n } } },
  factsOf: {
    ...{ table: "uniswapV3Pool", by: "address" },
    facts: ({ feePips, tickSpacing }) => ({
      feePips: Number(feePips),
      tickSpacing: Number(tickSpacing),
    }),
  },
  catalogues: (chainId) =>
    loggedCatalogues(deployments, chainId, ({ factory }) => ({
      ...{ key: factory, address: [factory], event: poolCreated },
      read: async (_, logs) => logs.map((log) => poolOf(chainId, log)),
      byPairs: searchOf(deploymentOf(deployments, chainId, factory).slug, factory),
    })),
  holdings: balancesOf,
  async state(state, pools, block) {
    const { pools: own, ticks } = await concentratedRows(state, pools, block);
    const fees = await feesOf(state, pools);
    const rows = own.map((row) => ({ ...row, feePips: fees.get(row.address) }));
    return { rows: { uniswapV3Pool: rows, uniswapV3Tick: ticks } };
  },
};

/**
 * By fees, or by spacings.
 *
 * @see https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/interfaces/IUniswapV3Factory.sol
 * @see https://github.com/PharaohExchange/pharaoh-contracts/blob/f59c300b622b6e761433ee939a0f80ec128b1920/contracts/CL/core/RamsesV3Factory.sol
 */
function searchOf(slug: string, factory: Address): PairSearch {
  if (isSpaced(slug)) {
    const views = {
      pool: "getPool(address,address,int24)",
      told: "tickSpacingInitialFee(int24)",
    };
    return numberedPairs({ factory, slug }, views, (tickSpacing, feePips) => ({
      ...{ feePips, tickSpacing },
    }));
  }
  const views = { pool: "getPool(address,address,uint24)", told: "feeAmountTickSpacing(uint24)" };
  return numberedPairs({ factory, slug }, views, (feePips, tickSpacing) => ({
    ...{ feePips, tickSpacing },
  }));
}

/** Fees by pool: that of its creation, or what it says where that may have changed since. */
async function feesOf(
  state: StateReader,
  pools: readonly SeedPool[],
): Promise<ReadonlyMap<Address, number>> {
  const changing = pools.filter(({ slug }) => isSpaced(slug));
  const addresses = changing.map(({ address }) => address);
  const answers = await firstWords(state, addresses, ["fee()"]);
  const told = new Map(addresses.map((address, at) => [address, answers[at]?.[0]]));
  return new Map(
    pools.map(({ address, facts }) => [address, Number(told.get(address) ?? facts.feePips)]),
  );
}

function poolOf(chainId: number, { address: factory, args }: SeedLog): SeedPool {
  const { token0, token1, fee, tickSpacing, pool } = args as {
    readonly token0: Address;
    readonly token1: Address;
    readonly fee: number;
    readonly tickSpacing: number;
    readonly pool: Address;
  };
  const { slug } = deploymentOf(deployments, chainId, factory);
  const facts = { feePips: fee, tickSpacing };
  return { id: pool, address: pool, parent: factory, slug, tokens: [token0, token1], facts };
}
