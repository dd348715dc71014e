import type { Address } from "viem";
import { SlipstreamFactory } from "../../../abis/SlipstreamFactory.ts";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import type { Catalogue, FamilySeed, SeedLog, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { deploymentOf } from "../sources.ts";
import { balancesOf, concentratedRows } from "../uniswap-v3/seed-state.ts";
import { deployments } from "./contracts.ts";
import { columnsOf } from "./live.ts";
import { readFees } from "./reading.ts";

const [poolCreated] = SlipstreamFactory;
/** Of `observe`, the longest answer: offsets, lengths and items of two lists of four. */
const MOST_WORDS = 12;

/** The state of the pools: their factories tell of each in a log. */
export const slipstreamSeed: FamilySeed = {
  sources: ["SlipstreamFactory"],
  version: 1,
  catalogues: (chainId) =>
    deployments.flatMap(({ chains }): readonly Catalogue[] => {
      const found = chains[chainId];
      if (found === undefined) return [];
      const { factory } = found.contracts;
      return [
        {
          kind: "logged",
          key: factory,
          address: [factory],
          event: poolCreated,
          fromBlock: found.startBlock ?? 0,
          read: async (_, logs) => logs.map((log) => poolOf(chainId, log)),
        },
      ];
    }),
  holdings: balancesOf,
  async state(state, pools, block) {
    const { pools: own, ticks } = await concentratedRows(state, pools, block);
    const rows = [];
    for (const { slug, chains } of deployments) {
      const contracts = chains[block.chainId]?.contracts;
      const some = own.filter((row) => row.slug === slug);
      if (contracts === undefined || some.length === 0) continue;
      const question = { ...contracts, pools: some, timestamp: block.timestamp };
      const fees = await readFees(aggregateOf(state), question);
      for (const row of some) {
        const fee = fees.get(row.address);
        rows.push({ ...row, ...(fee == null ? NO_FEE : columnsOf(fee)) });
      }
    }
    return { rows: { slipstreamPool: rows, slipstreamTick: ticks } };
  },
};

/** Until live blocks tell. */
const NO_FEE = { ...columnsOf({ feePips: 0, dynamicFee: null }), feePips: null };

/** Views of the seed's state, as those of live blocks are asked for. */
function aggregateOf(state: StateReader): Aggregate {
  return async (calls) => {
    const views = calls.map(({ target, callData: data }) => ({ target, data }));
    const answers = await state.list(views, MOST_WORDS);
    return answers.map((returned) => ({
      success: returned !== null,
      returnData: returned ?? "0x",
    }));
  };
}

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
