import { type Address, toFunctionSelector } from "viem";
import { AlgebraFactory } from "../../../abis/AlgebraFactory.ts";
import type { FamilySeed, PairSearch, SeedLog, SeedPool } from "../../seed/family.ts";
import { loggedCatalogues } from "../logged-catalogues.ts";
import { deploymentOf } from "../sources.ts";
import { balancesOf, concentratedRows } from "../uniswap-v3/seed-state.ts";
import { deployments, type Generation } from "./contracts.ts";
import { UNREAD } from "./fee-columns.ts";

const [pool, customPool] = AlgebraFactory;
/** @see https://github.com/cryptoalgebra/Algebra/blob/357ae6bc435530938764fa62222d8996303e2171/src/core/contracts/interfaces/IAlgebraFactory.sol */
const POOL_BY_PAIR = toFunctionSelector("poolByPair(address,address)");

/** Ticks per place of the bitmaps, in which initialised ticks are looked for. */
const BITMAP_TICKS: Readonly<Record<Generation, number>> = { v1: 60, "v1.9": 1, integral: 1 };
/** What rows state of every pool; no amount of a swap depends on it. */
const TICK_SPACING = 60;

/** The state of the pools: their factories tell of each in a log. */
export const algebraSeed: FamilySeed = {
  sources: ["AlgebraFactory"],
  version: 1,
  catalogues: (chainId) =>
    loggedCatalogues(deployments, chainId, ({ factory, creation }) => ({
      ...{ key: factory, address: [factory], event: creation === "Pool" ? pool : customPool },
      read: async (_, logs) => logs.map((log) => poolOf(chainId, log)),
      ...(creation === "Pool" ? { byPairs: searchOf(chainId, factory) } : {}),
    })),
  holdings: balancesOf,
  async state(state, pools, block) {
    const read = await concentratedRows(state, pools, block, "globalState()");
    // The first live block reads the fees; what was traded before is known from the first trade on.
    const rows = read.pools.map((row) => ({
      ...{ ...row, tickSpacing: TICK_SPACING, ...UNREAD },
      ...{ volumePerLiquidity: null, timepointTimestamp: 0 },
    }));
    return { rows: { algebraPool: rows, algebraTick: read.ticks } };
  },
};

/** A factory has one pool of two tokens itself; those of deployers are in another view. */
function searchOf(chainId: number, factory: Address): PairSearch {
  const { slug, contracts } = deploymentOf(deployments, chainId, factory);
  const facts = { tickSpacing: BITMAP_TICKS[contracts.generation] };
  return {
    ...{ of: { address: factory, selector: POOL_BY_PAIR }, slug },
    kinds: async () => [{ key: 0n, facts }],
  };
}

function poolOf(chainId: number, { address: factory, args }: SeedLog): SeedPool {
  const {
    token0,
    token1,
    pool: address,
  } = args as {
    readonly token0: Address;
    readonly token1: Address;
    readonly pool: Address;
  };
  const { slug, contracts } = deploymentOf(deployments, chainId, factory);
  const facts = { tickSpacing: BITMAP_TICKS[contracts.generation] };
  return { id: address, address, parent: factory, slug, tokens: [token0, token1], facts };
}
