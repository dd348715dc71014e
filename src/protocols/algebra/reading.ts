import { type Address, encodeFunctionData, type Hex } from "viem";
import { AlgebraViews } from "../../../abis/AlgebraViews.ts";
import { type Aggregate, readTogether, type ViewAnswer } from "../../catalog/live/aggregate.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { addressOf } from "../../seed/words.ts";
import { adaptiveFee, viewedVolatility } from "./adaptive-fee.ts";
import type { Generation } from "./contracts.ts";
import { configOf, type ReadFee } from "./fee-columns.ts";
import type { DynamicFee, Fees } from "./fees.ts";
import { type MemoryQuestion, readMemory, timepointCall, wordIn } from "./reading-memory.ts";
import { slidingFees } from "./sliding-fee.ts";
import { type Memory, WINDOW } from "./timepoints.ts";

/** Pools of a generation that are read. */
export interface FeeQuestion {
  readonly generation: Generation;
  readonly pools: readonly PoolQuestion[];
  /** Of the block, seconds since the epoch. */
  readonly timestamp: number;
}

interface PoolQuestion {
  readonly address: Address;
  /** Where the timepoints of a day ago were before; null: unknown. */
  readonly windowIndex: number | null;
}

/** Flags of a pool's plugin: whether it is called before swaps. */
const BEFORE_SWAP = 1n;

/**
 * Fees of pools by address, as swaps of the next blocks pay them; null of one whose plugin makes
 * them otherwise than those that are known, or whose contracts do not answer.
 */
export async function readFees(
  aggregate: Aggregate,
  { generation, pools, timestamp }: FeeQuestion,
): Promise<ReadonlyMap<Address, ReadFee | null>> {
  const found = new Map<Address, ReadFee | null>();
  const read = generation === "integral" ? readIntegral : readFirst;
  await readTogether(
    pools.map((pool) => async (ask: Aggregate) => {
      found.set(pool.address, await read(ask, pool, timestamp));
    }),
    aggregate,
  );
  return found;
}

/** A pool of V1 or V1.9, with one fee or one for each direction. */
async function readFirst(
  aggregate: Aggregate,
  { address, windowIndex }: PoolQuestion,
  timestamp: number,
): Promise<ReadFee | null> {
  const [state, operator] = await ask(aggregate, address, ["globalState", "dataStorageOperator"]);
  const [fee, other] = [wordIn(state, 2), wordIn(state, 3)];
  const oracle = wordIn(operator);
  if (fee === undefined || other === undefined || oracle === undefined) return null;
  const source = addressOf(oracle);
  const [both, zeroToOne, oneToZero] = await ask(aggregate, source, [
    ...(["feeConfig", "feeConfigZto", "feeConfigOtz"] as const),
  ]);
  const configs = [
    settingsIn(both) ?? settingsIn(zeroToOne),
    settingsIn(both) ?? settingsIn(oneToZero),
  ];
  const [ofToken0, ofToken1] = configs;
  const isDirectional = settingsIn(both) === null;
  const index = isDirectional ? wordIn(state, 4) : other;
  if (ofToken0 == null || ofToken1 == null || index === undefined) return null;
  const read = await readMemory(aggregate, {
    ...{ source, kind: "v1", lastIndex: Number(index), windowIndex, timestamp },
  });
  if (read === null) return null;
  const dynamicFee: DynamicFee = {
    ...{ kind: "adaptive", oracle: "v1", memory: read.memory, volumePerLiquidity: 0n },
    configs: [configOf(ofToken0), configOf(ofToken1)],
  };
  const feePips: Fees = [Number(fee), Number(isDirectional ? other : fee)];
  return { feePips, dynamicFee, windowIndex: read.windowIndex, knownUntil: read.knownUntil };
}

async function readIntegral(
  aggregate: Aggregate,
  { address, windowIndex }: PoolQuestion,
  timestamp: number,
): Promise<ReadFee | null> {
  const [state, pluggedIn] = await ask(aggregate, address, ["globalState", "plugin"]);
  const [word, last, flags, plugged] = [
    ...[wordIn(state, 1), wordIn(state, 2), wordIn(state, 3), wordIn(pluggedIn)],
  ];
  if (word === undefined || last === undefined || flags === undefined || plugged === undefined)
    return null;
  const feePips: Fees = [Number(last), Number(last)];
  const plugin = addressOf(plugged);
  if (plugin === ZERO_ADDRESS || (flags & BEFORE_SWAP) === 0n)
    return { feePips, dynamicFee: null, windowIndex: null, knownUntil: null };
  const [index, config, current, factors, change, base, kind] = await ask(aggregate, plugin, [
    ...(["timepointIndex", "feeConfig", "getCurrentFee"] as const),
    ...(["s_feeFactors", "s_priceChangeFactor", "s_baseFee", "feeType"] as const),
  ]);
  const lastIndex = wordIn(index);
  if (lastIndex === undefined) return null;
  const place = { source: plugin, lastIndex: Number(lastIndex) };
  const sliding = { factors, change, base };
  const slides = wordIn(factors) !== undefined && wordIn(kind) !== 0n;
  if (slides) return readSliding(aggregate, { ...place, sliding });
  const settings = settingsIn(config);
  const said = wordIn(current);
  if (settings === null || said === undefined) return null;
  // The base fee is the last of seven; the volume has no part.
  const own = configOf([...settings.slice(0, 6), 0, 1, settings[6] ?? 0]);
  const question = { ...place, kind: "integral", windowIndex, timestamp } as const;
  const read = await readMemory(aggregate, question);
  if (read === null) return null;
  const dayAgo = await memoryOfDayAgo(aggregate, question, read.memory);
  if (dayAgo === null) return null;
  const tick = Number(BigInt.asIntN(256, word));
  const volatility = viewedVolatility(read.memory, dayAgo, { tick, timestamp });
  // A plugin of another kind may answer the same views.
  const model = adaptiveFee("integral", { volatility, volumePerLiquidity: 0n }, own);
  if (model !== Number(said)) return null;
  const dynamicFee: DynamicFee = {
    ...{ kind: "adaptive", oracle: "integral", memory: read.memory, volumePerLiquidity: 0n },
    configs: [own, own],
  };
  return { feePips, dynamicFee, windowIndex: read.windowIndex, knownUntil: read.knownUntil };
}

/**
 * What the plugin's view has of a day ago: where nobody traded since, the average tick of that time
 * is over the day before. Else the memory itself tells.
 */
async function memoryOfDayAgo(
  aggregate: Aggregate,
  question: MemoryQuestion,
  memory: Memory,
): Promise<Memory | null> {
  const timestamp = question.timestamp - WINDOW;
  const start = timestamp - WINDOW;
  const { oldest, last } = memory;
  const isWithin = oldest.timestamp <= start && start < last.timestamp;
  if (last.timestamp >= timestamp || !isWithin) return memory;
  return (await readMemory(aggregate, { ...question, timestamp }))?.memory ?? null;
}

async function readSliding(
  aggregate: Aggregate,
  on: {
    readonly source: Address;
    readonly lastIndex: number;
    readonly sliding: Readonly<Record<"factors" | "change" | "base", ViewAnswer | undefined>>;
  },
): Promise<ReadFee | null> {
  const { factors, change, base } = on.sliding;
  const [last] = await aggregate([timepointCall(on.source, on.lastIndex)]);
  const [zeroToOneFactor, oneToZeroFactor] = [wordIn(factors), wordIn(factors, 1)];
  const [changeFactor, baseFee, timestamp, tick] = [
    ...[wordIn(change), wordIn(base), wordIn(last, 1), wordIn(last, 4)],
  ];
  if (zeroToOneFactor === undefined || oneToZeroFactor === undefined) return null;
  if (changeFactor === undefined || baseFee === undefined) return null;
  if (timestamp === undefined || tick === undefined) return null;
  const dynamicFee = {
    ...{ kind: "sliding" as const, zeroToOneFactor, oneToZeroFactor },
    ...{ priceChangeFactor: Number(changeFactor), baseFee: Number(baseFee) },
    ...{ lastTick: Number(BigInt.asIntN(256, tick)), lastTimestamp: Number(timestamp) },
  };
  return { feePips: slidingFees(dynamicFee), dynamicFee, windowIndex: null, knownUntil: null };
}

/** Views without arguments. */
type PlainView = Exclude<(typeof AlgebraViews)[number]["name"], "timepoints">;

function ask(
  aggregate: Aggregate,
  target: Address,
  views: readonly PlainView[],
): Promise<readonly ViewAnswer[]> {
  const dataOf = (functionName: PlainView): Hex =>
    encodeFunctionData({ abi: AlgebraViews, functionName });
  return aggregate(
    views.map((view) => ({ target, callData: dataOf(view), allowFailure: true }) as const),
  );
}

/** All words that a view returned; null where it returned none. */
function settingsIn(answer: ViewAnswer | undefined): readonly number[] | null {
  const words: number[] = [];
  for (let word = wordIn(answer); word !== undefined; word = wordIn(answer, words.length))
    words.push(Number(word));
  return words.length === 0 ? null : words;
}
