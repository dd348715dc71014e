import { setTimeout as sleep } from "node:timers/promises";
import { type Address, type Hex, numberToHex, type Transport, toEventSelector } from "viem";
import { chunk } from "../lib/chunk.ts";
import { nodeErrorOf } from "../lib/node-error.ts";
import { blocksAsked } from "../nodes/blocks.ts";
import { isStateGone, isTooSlow } from "../nodes/refusals.ts";
import { NodesUnavailableError } from "../nodes/transport.ts";
import { type BlockFacts, blockFactsOf, type RawBlock } from "./block-facts.ts";
import { type BlockRange, decodedLog, type LogFilter } from "./decoded-log.ts";
import { eachAtOnce } from "./each-at-once.ts";
import type { SeedLog } from "./family.ts";
import { halved } from "./halved.ts";
import {
  LENS_ADDRESS,
  LENS_CODE,
  type LensTick,
  listQuestion,
  type ManagedPool,
  managedTicksQuestion,
  type OwnView,
  type PoolManager,
  productQuestion,
  type Question,
  rangeQuestion,
  type SharedAnswers,
  type SharedView,
  SLOT_CODE,
  type TickedPool,
  ticksQuestion,
} from "./lens.ts";
import { type LensBin, readBins } from "./lens-bins.ts";
import { type FoundPair, type PairsWanted, pairsQuestion, tokensAtOnce } from "./lens-pairs.ts";
import { createLogWalk, type LogWalk } from "./log-walk.ts";
import { lastCoreWord, lastWord, walkTicks } from "./ticks.ts";

/** Where a state is read: after one block, or after the newest. */
export type SeedPoint = { readonly blockHash: Hex } | "latest";

/** Reads the state after one block, many contracts in one request. */
export interface StateReader {
  /** The first word of what `selector(i)` returns, for each i of [from, to); 0 where it fails. */
  range(
    target: Address,
    range: { readonly selector: Hex; readonly from: number; readonly to: number },
  ): Promise<readonly bigint[]>;
  /** Each of `views` of each of `targets`: words, or null where one answers less. */
  product(
    targets: readonly Address[],
    views: readonly SharedView[],
  ): Promise<readonly SharedAnswers[]>;
  /**
   * What views return, at most `words` of it; null where one fails. Views that take more than
   * others have their own `gasEach`, and come so few at a time that each has it.
   */
  list(
    views: readonly OwnView[],
    words: number,
    dear?: { readonly gasEach: bigint },
  ): Promise<readonly (Hex | null)[]>;
  /** The word in a slot of each contract's storage; null where a node does not tell. */
  slot(targets: readonly Address[], slot: bigint): Promise<readonly (Hex | null)[]>;
  /**
   * All initialised ticks of each pool, ascending; those of many pools in one request. Null for a
   * pool that has more than the reader takes.
   */
  ticks(pools: readonly TickedPool[]): Promise<readonly (readonly LensTick[] | null)[]>;
  /** The same of pools of one contract. */
  managedTicks(
    manager: PoolManager,
    pools: readonly ManagedPool[],
  ): Promise<readonly (readonly LensTick[] | null)[]>;
  /** Pools that were found to have more ticks than the reader takes, by address or id. */
  readonly oversized: ReadonlySet<Hex>;
  /**
   * All bins that trades come to, ascending: of a Liquidity Book pair, or of the pool of an id in a
   * contract with many.
   */
  bins(pair: Address, pool?: Hex): Promise<readonly LensBin[]>;
  /** The pools that a contract has of each of some tokens with each of some others. */
  pairs(wanted: PairsWanted): Promise<readonly FoundPair[]>;
  /** All logs of an event from block to block, whatever the state. */
  logs(filter: LogFilter, range: BlockRange): Promise<readonly SeedLog[]>;
  /** Runs init code without a recipient. */
  stateless(data: Hex): Promise<Hex | undefined>;
}

/** Reads a chain for its seed. */
export interface SeedReader {
  at(point: SeedPoint): StateReader;
  /** Header of a block; null: the node has none, or refuses to name a final one. */
  block(number: number | "latest" | "finalized"): Promise<BlockFacts | null>;
  /** Whether the node answers for the state after a block. */
  keepsState(number: number): Promise<boolean>;
  /**
   * Logs of an event from block to block, in their order, a part of the range at a time; the next
   * part is as wide as the node answers.
   */
  logs(
    filter: LogFilter,
    range: BlockRange,
  ): AsyncGenerator<{ readonly logs: readonly SeedLog[]; readonly next: number }>;
  /** Logs of several events at once, as they are. */
  readonly walk: LogWalk;
  /** Requests so far, by method. */
  readonly requests: ReadonlyMap<string, number>;
}

/** The node no longer has the state that is to be read. */
export class StateGoneError extends Error {
  override readonly name = "StateGoneError";
  readonly code = "STATE_GONE";
}

/** Within what nodes give a call by default, and blocks have. */
const CALL_GAS = 30_000_000n;
/** Contracts in one call; each view of a pair takes up to 10,000 gas. */
const TARGETS = 500;
const PLACES = 1_000;
const VIEWS = 500;
/** Calls that are under way for one question in parts. */
const AT_ONCE = 4;
/** Unless told otherwise, a node that is out of reach for so long, milliseconds, is given up. */
const PATIENCE_MS = 600_000;
const RETRY_MS = 1_000;

/**
 * Reads a chain through its nodes.
 *
 * @param options.patienceMs Milliseconds after which nodes that are out of reach are given up.
 * @param options.mostTicks Initialised ticks of a pool that is read.
 */
export function createSeedReader(
  transport: Transport,
  {
    patienceMs = PATIENCE_MS,
    mostTicks = Number.POSITIVE_INFINITY,
  }: { readonly patienceMs?: number; readonly mostTicks?: number } = {},
): SeedReader {
  const node = transport({});
  const requests = new Map<string, number>();

  /** Asks until a node answers; what a node refuses is thrown. */
  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    for (let since = Date.now(); ; await sleep(RETRY_MS)) {
      requests.set(method, (requests.get(method) ?? 0) + 1);
      try {
        return await node.request({ method, params });
      } catch (error) {
        if (!(error instanceof NodesUnavailableError)) throw error;
        // Fewer blocks' logs may be quicker.
        if ((blocksAsked({ method, params }) ?? 1) > 1 && isTooSlow(error)) throw error;
        if (error.isLimited && patienceMs === PATIENCE_MS) since = Date.now();
        if (Date.now() - since > patienceMs) throw error;
      }
    }
  }

  async function call(point: SeedPoint, request: object, overrides: object | null): Promise<Hex> {
    const params = [
      { ...request, gas: numberToHex(CALL_GAS) },
      point,
      ...(overrides === null ? [] : [overrides]),
    ];
    try {
      return (await ask("eth_call", params)) as Hex;
    } catch (error) {
      if (point !== "latest" && isStateGone(error)) {
        throw new StateGoneError(`The node has no state of block ${point.blockHash} any more.`, {
          cause: error,
        });
      }
      throw error;
    }
  }

  function at(point: SeedPoint): StateReader {
    const overrides = { [LENS_ADDRESS]: { code: LENS_CODE } };
    const oversized = new Set<Hex>();
    async function question<T>(
      { data, decode }: Question<T>,
      replaced: readonly Address[] = [],
    ): Promise<T> {
      const codes = Object.fromEntries(replaced.map((one) => [one, { code: SLOT_CODE }]));
      const asked = { to: LENS_ADDRESS, data };
      return decode(await call(point, asked, { ...overrides, ...codes }));
    }
    async function inParts<I, T>(
      items: readonly I[],
      size: number,
      read: (items: readonly I[]) => Promise<readonly T[]>,
    ): Promise<readonly T[]> {
      const parts = chunk(items, size);
      return (await eachAtOnce(parts, AT_ONCE, (part) => halved(part, read))).flat();
    }
    return {
      range(target, { selector, from, to }) {
        const places = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
        return inParts(places, PLACES, (part) => {
          const [first = 0] = part;
          const range = { selector, from: first, to: first + part.length };
          return question(rangeQuestion(target, range));
        });
      },
      product: (targets, views) =>
        inParts(targets, TARGETS, (part) => question(productQuestion(part, views))),
      list(views, words, dear) {
        const most = dear === undefined ? VIEWS : Number(CALL_GAS / dear.gasEach);
        return inParts(views, most, (part) => question(listQuestion(part, words, dear?.gasEach)));
      },
      slot(targets, slot) {
        const data = numberToHex(slot, { size: 32 });
        return inParts(targets, VIEWS, (part) => {
          const views = part.map((target) => ({ target, data }));
          return question(listQuestion(views, 1), part);
        });
      },
      async ticks(pools) {
        const ask = (some: readonly TickedPool[], word: number) =>
          question(ticksQuestion(some, word));
        const found = await walkTicks(pools, mostTicks, ask);
        for (const [at, { address }] of pools.entries()) {
          if (found[at] === null) oversized.add(address);
        }
        return found;
      },
      async managedTicks(manager, pools) {
        const ask = (some: readonly ManagedPool[], word: number) =>
          question(managedTicksQuestion(manager, some, word));
        const last = manager.mappingSlot === null ? lastCoreWord : lastWord;
        const found = await walkTicks(pools, mostTicks, ask, last);
        for (const [at, { id }] of pools.entries()) if (found[at] === null) oversized.add(id);
        return found;
      },
      oversized,
      bins: (pair, pool) => readBins({ pair, pool: pool ?? null }, question),
      pairs: (wanted) =>
        inParts(wanted.tokens, tokensAtOnce(wanted), (tokens) =>
          question(pairsQuestion({ ...wanted, tokens })),
        ),
      async logs(filter, range) {
        const found: SeedLog[] = [];
        for await (const { logs: some } of logs(filter, range)) found.push(...some);
        return found;
      },
      stateless: (data) => call(point, { data }, null),
    };
  }

  const walk = createLogWalk(ask);

  async function* logs(
    filter: LogFilter,
    range: BlockRange,
  ): AsyncGenerator<{ readonly logs: readonly SeedLog[]; readonly next: number }> {
    const raw = { address: filter.address, topics: [toEventSelector(filter.event)] };
    for await (const { logs: found, next } of walk(raw, range)) {
      yield { logs: found.flatMap((log) => decodedLog(filter.event, log)), next };
    }
  }

  return {
    ...{ at, logs, walk },
    requests,
    async block(number) {
      const named = typeof number === "string" ? number : numberToHex(number);
      const found = (await ask("eth_getBlockByNumber", [named, false]).catch((error: unknown) => {
        if (number === "finalized" && nodeErrorOf(error) !== null) return null;
        throw error;
      })) as RawBlock | null;
      return found === null ? null : blockFactsOf(found);
    },
    async keepsState(number) {
      try {
        await ask("eth_getBalance", [LENS_ADDRESS, numberToHex(number)]);
        return true;
      } catch (error) {
        if (nodeErrorOf(error) === null) throw error;
        return false;
      }
    },
  };
}
