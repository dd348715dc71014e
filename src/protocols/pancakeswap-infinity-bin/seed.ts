import { type Address, encodeFunctionData, type Hex } from "viem";
import { InfinityBinPoolManager as abi } from "../../../abis/InfinityBinPoolManager.ts";
import { tokenOfCurrency } from "../../lib/address.ts";
import { eachAtOnce } from "../../seed/each-at-once.ts";
import type { Catalogue, FamilySeed, SeedLog, SeedPool } from "../../seed/family.ts";
import type { LensBin } from "../../seed/lens-bins.ts";
import type { StateReader } from "../../seed/reader.ts";
import { wordOf } from "../../seed/words.ts";
import { isKnownByEvents } from "../pancakeswap-infinity/admission.ts";
import { managersOn } from "../uniswap-v4/managed-seed.ts";
import { deployments } from "./contracts.ts";
import { binStepIn } from "./transitions.ts";

const [initialize] = abi;
/** Columns of a pool's row that its key tells, besides its tokens. */
const KEY = ["hooks", "keyFee", "parameters", "binStep"] as const;
/** Pools whose bins are read side by side. */
const AT_ONCE = 4;
const SLOT0_WORDS = 3;

/** The state of the pools of the manager, which tells of each in a log. */
export const pancakeswapInfinityBinSeed: FamilySeed = {
  sources: ["InfinityBinPoolManager"],
  version: 1,
  parts: {
    pancakeswapInfinityBin: {
      by: "poolId",
      gone: { reserveX: 0n, reserveY: 0n, isListed: false },
    },
  },
  factsOf: {
    ...{ table: "pancakeswapInfinityBinPool", by: "poolId" },
    facts: (row) => keptOf(row as SeedPool["facts"]),
  },
  catalogues: (chainId) =>
    managersOn(deployments, chainId).map(
      ({ address, slug, fromBlock }): Catalogue => ({
        kind: "logged",
        key: address,
        address: [address],
        event: initialize,
        fromBlock,
        read: async (_, logs) => logs.flatMap((log) => poolOf(slug, log)),
      }),
    ),
  async holdings(state, pools) {
    const bins = await binsOf(state, pools, await coresOf(state, pools));
    return bins.map((held) => [totalOf(held, "reserveX"), totalOf(held, "reserveY")]);
  },
  async state(state, pools, { chainId, number: updatedBlock }) {
    const cores = await coresOf(state, pools);
    const bins = await binsOf(state, pools, cores);
    const read = pools.flatMap((pool, at) => {
      const [core, held] = [cores[at], bins[at] ?? []];
      if (core == null) return [];
      const { id: poolId, address: manager, slug, tokens, facts } = pool;
      const [tokenX, tokenY] = tokens;
      const active = held.find(({ bin }) => bin === core.activeId);
      const row = {
        ...{ chainId, poolId, slug, manager, tokenX, tokenY, ...keptOf(facts), ...core },
        ...{ reserveX: active?.reserveX ?? 0n, reserveY: active?.reserveY ?? 0n },
        ...{ totalX: totalOf(held, "reserveX"), totalY: totalOf(held, "reserveY") },
        ...{ binsBlock: updatedBlock, updatedBlock },
      };
      const left = { leftX: 0n, leftY: 0n };
      const own = held.map((bin) => ({ chainId, poolId, ...bin, ...left, updatedBlock }));
      return [{ row, own }];
    });
    return {
      rows: {
        pancakeswapInfinityBinPool: read.map(({ row }) => row),
        pancakeswapInfinityBin: read.flatMap(({ own }) => own),
      },
    };
  },
};

function totalOf(bins: readonly LensBin[], of: "reserveX" | "reserveY"): bigint {
  return bins.reduce((sum, bin) => sum + bin[of], 0n);
}

function poolOf(slug: string, { address: manager, args }: SeedLog): readonly SeedPool[] {
  const { id, currency0, currency1, fee, hooks, parameters } = args as {
    readonly id: Hex;
    readonly currency0: Address;
    readonly currency1: Address;
    readonly fee: number;
    readonly hooks: Address;
    readonly parameters: Hex;
  };
  if (!isKnownByEvents({ parameters })) return [];
  const tokens = [currency0, currency1].map(tokenOfCurrency);
  const facts = { hooks, keyFee: fee, parameters, binStep: binStepIn(parameters) };
  return [{ id, address: manager, parent: manager, slug, tokens, facts }];
}

/** Active bin and fees. */
interface Core {
  readonly activeId: number;
  readonly protocolFee: number;
  readonly lpFeePips: number;
}

/** Null for a pool that is not there. */
async function coresOf(
  state: StateReader,
  pools: readonly SeedPool[],
): Promise<readonly (Core | null)[]> {
  const views = pools.map(({ id, address: target }) => {
    const data = encodeFunctionData({ abi, functionName: "getSlot0", args: [id as Hex] });
    return { target, data };
  });
  return (await state.list(views, SLOT0_WORDS)).map((returned) => {
    const [activeId, protocolFee, lpFeePips] = [0, 1, 2].map((at) =>
      Number(wordOf(returned, at) ?? 0n),
    ) as [number, number, number];
    return activeId === 0 ? null : { activeId, protocolFee, lpFeePips };
  });
}

/**
 * The bins of each pool that hold something: those that trades come to, and the active one, where
 * they begin.
 */
async function binsOf(
  state: StateReader,
  pools: readonly SeedPool[],
  cores: readonly (Core | null)[],
) {
  const places = pools.map((pool, at) => ({ pool, activeId: cores[at]?.activeId ?? null }));
  const active = await state.list(
    places.map(({ pool: { id, address: target }, activeId }) => ({
      target,
      data: encodeFunctionData({
        ...{ abi, functionName: "getBin", args: [id as Hex, activeId ?? 0] },
      }),
    })),
    2,
  );
  return eachAtOnce([...places.entries()], AT_ONCE, async ([at, { pool, activeId }]) => {
    if (activeId === null) return [];
    const listed = await state.bins(pool.address, pool.id as Hex);
    const held = listed
      .filter(({ reserveX, reserveY }) => reserveX !== 0n || reserveY !== 0n)
      .map((bin) => ({ ...bin, isListed: true }));
    if (listed.some(({ bin }) => bin === activeId)) return held;
    const [reserveX, reserveY] = [
      wordOf(active[at] ?? null, 0) ?? 0n,
      wordOf(active[at] ?? null, 1) ?? 0n,
    ];
    if (reserveX === 0n && reserveY === 0n) return held;
    return [...held, { bin: activeId, reserveX, reserveY, isListed: false }];
  });
}

function keptOf(of: SeedPool["facts"]): SeedPool["facts"] {
  return Object.fromEntries(KEY.map((column) => [column, of[column] ?? null]));
}
