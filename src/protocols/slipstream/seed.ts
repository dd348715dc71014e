import type { Address } from "viem";
import { SlipstreamFactory } from "../../../abis/SlipstreamFactory.ts";
import type { FamilySeed, SeedLog, SeedPool } from "../../seed/family.ts";
import { loggedCatalogues } from "../logged-catalogues.ts";
import { numberedPairs } from "../numbered-pairs.ts";
import { deploymentOf } from "../sources.ts";
import { balancesOf, concentratedRows } from "../uniswap-v3/seed-state.ts";
import { deployments } from "./contracts.ts";
import { columnsOf } from "./live.ts";

const [poolCreated] = SlipstreamFactory;
/** @see https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/contracts/core/interfaces/ICLFactory.sol */
const VIEWS = { pool: "getPool(address,address,int24)", told: "tickSpacingToFee(int24)" };

/** The state of the pools: their factories tell of each in a log. */
export const slipstreamSeed: FamilySeed = {
  sources: ["SlipstreamFactory"],
  version: 1,
  readLive: {
    slipstreamPool: ["feePips", "scalingFactor", "feeCapPips", "averageTicks", "firstFeePips"],
  },
  parts: { slipstreamTick: { by: "pool", gone: { liquidityGross: 0n, liquidityNet: 0n } } },
  factsOf: {
    ...{ table: "slipstreamPool", by: "address" },
    facts: ({ tickSpacing }) => ({ tickSpacing: Number(tickSpacing) }),
  },
  catalogues: (chainId) =>
    loggedCatalogues(deployments, chainId, ({ factory }) => ({
      ...{ key: factory, address: [factory], event: poolCreated },
      read: async (_, logs) => logs.map((log) => poolOf(chainId, log)),
      byPairs: numberedPairs(
        { factory, slug: deploymentOf(deployments, chainId, factory).slug },
        VIEWS,
        (tickSpacing) => ({ tickSpacing }),
      ),
    })),
  holdings: balancesOf,
  async state(state, pools, block) {
    const { pools: own, ticks } = await concentratedRows(state, pools, block);
    const rows = own.map((row) => ({ ...row, ...UNREAD }));
    return { rows: { slipstreamPool: rows, slipstreamTick: ticks } };
  },
};

/** Fees, which the first live block tells. */
const UNREAD = { ...columnsOf({ feePips: 0, dynamicFee: null }), feePips: null };

function poolOf(chainId: number, { address: factory, args }: SeedLog): SeedPool {
  const { token0, token1, tickSpacing, pool } = args as {
    readonly token0: Address;
    readonly token1: Address;
    readonly tickSpacing: number;
    readonly pool: Address;
  };
  const { slug } = deploymentOf(deployments, chainId, factory);
  const tokens = [token0, token1];
  return { id: pool, address: pool, parent: factory, slug, tokens, facts: { tickSpacing } };
}
