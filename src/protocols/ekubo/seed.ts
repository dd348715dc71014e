import type { Address, Hex } from "viem";
import { EkuboCore } from "../../../abis/EkuboCore.ts";
import { NATIVE, tokenOfCurrency } from "../../lib/address.ts";
import type { Catalogue, FamilySeed, SeedLog, SeedPool } from "../../seed/family.ts";
import type { LensTick } from "../../seed/lens.ts";
import type { StateReader } from "../../seed/reader.ts";
import { configOf, isAdmitted } from "./config.ts";
import { deployments } from "./contracts.ts";
import { holdings } from "./pool.ts";
import { poolWordsOf, wordsView } from "./reading.ts";
import { createTickTable, rangeTable } from "./tick-table.ts";
import type { PoolWord } from "./transitions.ts";

const [initialized] = EkuboCore;

type LoggedRead = Extract<Catalogue, { readonly kind: "logged" }>["read"];

/** The state of the pools, of each of which the Core tells in a log. */
export const ekuboSeed: FamilySeed = {
  sources: ["EkuboCore"],
  version: 1,
  readLive: { ekuboPool: ["sqrtRatio", "tick", "liquidity"] },
  parts: { ekuboTick: { by: "poolId", gone: { liquidityGross: 0n, liquidityNet: 0n } } },
  factsOf: {
    ...{ table: "ekuboPool", by: "poolId" },
    facts: ({ config }) => ({ config: String(config) }),
  },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }): readonly Catalogue[] => {
      const found = chains[chainId];
      if (found === undefined) return [];
      const { core } = found.contracts;
      const read: LoggedRead = async (_, logs) => logs.flatMap((log) => poolOf(slug, log));
      const fromBlock = found.startBlock ?? 0;
      const from = { key: core, address: [core], event: initialized, fromBlock };
      return [{ kind: "logged", ...from, read }];
    }),
  async holdings(state, pools) {
    const words = await wordsOf(state, pools);
    const known = pools.filter((_, at) => words[at] !== null);
    const ticks = new Map(await ticksOf(state, known));
    return pools.map((pool, at) => {
      const word = words[at];
      if (word == null || state.oversized.has(pool.id)) return null;
      return amountsIn(pool, word, ticks.get(pool.id) ?? []);
    });
  },
  async state(state, pools, { chainId, number }) {
    const words = await wordsOf(state, pools);
    const blocks = { ticksBlock: number, updatedBlock: number };
    const known = pools.flatMap((pool, at) => {
      const word = words[at];
      return word == null ? [] : [{ pool, word }];
    });
    const ticks = await ticksOf(
      state,
      known.map(({ pool }) => pool),
    );
    const own = known
      .filter(({ pool }) => !state.oversized.has(pool.id))
      .map(({ pool: { id: poolId, address: core, slug, tokens, facts }, word }) => {
        const [token0, token1] = tokens;
        const config = facts.config as Hex;
        const fee = configOf(config).feeX64;
        return { chainId, poolId, slug, core, token0, token1, config, fee, ...word, ...blocks };
      });
    const rows = ticks.flatMap(([poolId, found]) =>
      found.map((tick) => ({ chainId, poolId, ...tick, updatedBlock: number })),
    );
    return { rows: { ekuboPool: own, ekuboTick: rows } };
  },
};

function poolOf(slug: string, { address: core, args }: SeedLog): readonly SeedPool[] {
  const { poolId: id, poolKey } = args as {
    readonly poolId: Hex;
    readonly poolKey: Readonly<Record<"token0" | "token1", Address>> & { readonly config: Hex };
  };
  const { token0, token1, config } = poolKey;
  if (!isAdmitted(configOf(config))) return [];
  const tokens = [token0, token1].map(tokenOfCurrency);
  return [{ id, address: core, parent: core, slug, tokens, facts: { config } }];
}

/** Null for a pool that is not there. */
async function wordsOf(
  state: StateReader,
  pools: readonly SeedPool[],
): Promise<readonly (PoolWord | null)[]> {
  const views = pools.map(({ id, address }) => wordsView(address, [id]));
  return (await state.list(views, 1)).map((answer) => poolWordsOf(answer, 1)[0] ?? null);
}

/** Initialised ticks of those that have some. */
async function ticksOf(
  state: StateReader,
  pools: readonly SeedPool[],
): Promise<readonly (readonly [id: Hex, ticks: readonly LensTick[]])[]> {
  const found: (readonly [Hex, readonly LensTick[]])[] = [];
  for (const core of new Set(pools.map(({ address }) => address))) {
    const own = pools.flatMap(({ id, address, facts }) => {
      const { tickSpacing } = configOf(facts.config as Hex);
      return address === core && tickSpacing !== null ? [{ id, tickSpacing }] : [];
    });
    const ticks = await state.managedTicks({ address: core, mappingSlot: null }, own);
    for (const [at, { id }] of own.entries()) found.push([id, ticks[at] ?? []]);
  }
  return found;
}

/** What the pool's positions hold; null where that cannot be told. */
function amountsIn(
  { id, slug, address: core, tokens, facts }: SeedPool,
  word: PoolWord,
  ticks: readonly LensTick[],
): readonly bigint[] | null {
  const [token0 = NATIVE, token1 = NATIVE] = tokens;
  const config = facts.config as Hex;
  const { feeX64, tickSpacing, range } = configOf(config);
  const held = holdings({
    ...{ id, slug, core, router: core, token0, token1, config, feeX64, tickSpacing, ...word },
    ...{ updatedBlock: 0, ticksBlock: 0 },
    ticks: tickSpacing === null ? rangeTable(range, word.liquidity) : createTickTable(ticks),
  });
  return held.length === 0 ? null : held.map(({ amount }) => amount);
}
