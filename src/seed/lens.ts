import { readFileSync } from "node:fs";
import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { z } from "zod";

/** Where the lens is put; nothing is there on any chain. */
export const LENS_ADDRESS: Address = "0x0000000000000000000000000000005765697202";

const code = z.custom<Hex>((value) => typeof value === "string" && /^0x[0-9a-f]+$/.test(value));
/** Runtime code, as `npm run build:contracts` compiles it from `contracts/seed`. */
export const LENS_CODE: Hex = z
  .object({ output: z.object({ lens: code }) })
  .parse(JSON.parse(readFileSync(new URL("lens.json", import.meta.url), "utf8"))).output.lens;

/**
 * Code for a contract whose storage is read: it answers the word in the slot that it is asked for.
 * PUSH1 0 CALLDATALOAD SLOAD, PUSH1 0 MSTORE, RETURN 32 bytes.
 */
export const SLOT_CODE: Hex = "0x6000355460005260206000f3";

const ABI = parseAbi([
  "function range(address target, bytes4 selector, uint256 from, uint256 to, uint256 gasEach) view",
  "function product(address[] targets, bytes[] calls, uint256[] words, uint256 gasEach) view",
  "function list(address[] targets, bytes[] calls, uint256 words, uint256 gasEach) view",
  "function ticks(address[] pools, int256[] spacings, int256 first, uint256 reserve) view",
  "function managedTicks(address manager, uint256 mappingSlot, bytes32[] pools, int256[] spacings, int256 first, uint256 reserve) view",
]);

/**
 * Gas of one view: those of tokens and pools take a few thousand, behind proxies some ten thousand.
 */
const VIEW_GAS = 300_000n;
/** What the lens keeps back while it walks ticks, for what it has begun. */
export const TICKS_RESERVE = 400_000n;
const WORD_DIGITS = 64;
/** What the lens takes for the slot of Ekubo's Core. */
const CORE_SLOT = (1n << 256n) - 1n;

/** A view that is asked of many contracts. */
export interface SharedView {
  readonly data: Hex;
  /** Words that it returns, of which all are wanted. */
  readonly words: number;
}

/** A view of one contract. */
export interface OwnView {
  readonly target: Address;
  readonly data: Hex;
}

/** What a contract answered to each view, word by word; null where it answered less. */
export type SharedAnswers = readonly (readonly bigint[] | null)[];

/** An initialised tick of a concentrated-liquidity pool. */
export interface LensTick {
  readonly tick: number;
  readonly liquidityGross: bigint;
  readonly liquidityNet: bigint;
}

/** A question to the lens, and how what it returns is read. */
export interface Question<T> {
  readonly data: Hex;
  /** @throws LensError when the node returned something else. */
  decode(returned: Hex): T;
}

/** The node does not run code that a state override puts in place. */
export class LensError extends Error {
  override readonly name = "LensError";
  readonly code = "LENS_UNSERVED";

  constructor(expected: number, found: number) {
    super(
      `The node returned ${found} words instead of ${expected} for an eth_call with a state override; use one that serves them, as geth, reth, erigon and nethermind do.`,
    );
  }
}

/** The first word of what `selector(i)` returns, for each i of [from, to); 0 where it fails. */
export function rangeQuestion(
  target: Address,
  { selector, from, to }: { readonly selector: Hex; readonly from: number; readonly to: number },
): Question<readonly bigint[]> {
  const args = [target, selector, BigInt(from), BigInt(to), VIEW_GAS] as const;
  return {
    data: encodeFunctionData({ abi: ABI, functionName: "range", args }),
    decode: (returned) => wordsOf(returned, to - from),
  };
}

/** Each of `views` of each of `targets`. */
export function productQuestion(
  targets: readonly Address[],
  views: readonly SharedView[],
): Question<readonly SharedAnswers[]> {
  const calls = views.map(({ data }) => data);
  const sizes = views.map(({ words }) => BigInt(words));
  const args = [targets, calls, sizes, VIEW_GAS] as const;
  const each = views.reduce((sum, { words }) => sum + words, 1);
  return {
    data: encodeFunctionData({ abi: ABI, functionName: "product", args }),
    decode(returned) {
      const words = wordsOf(returned, each * targets.length);
      return targets.map((_, target) => {
        const told = words[target * each] ?? 0n;
        let at = target * each + 1;
        return views.map(({ words: size }, view) => {
          const own = words.slice(at, at + size);
          at += size;
          return (told >> BigInt(view)) & 1n ? own : null;
        });
      });
    },
  };
}

/**
 * Views of one contract each, and of what they return the first `words`: at most so much, less
 * where a view returned less; null where it failed.
 *
 * @param gasEach What one of them may take.
 */
export function listQuestion(
  views: readonly OwnView[],
  words: number,
  gasEach = VIEW_GAS,
): Question<readonly (Hex | null)[]> {
  const targets = views.map(({ target }) => target);
  const calls = views.map(({ data }) => data);
  const args = [targets, calls, BigInt(words), gasEach] as const;
  return {
    data: encodeFunctionData({ abi: ABI, functionName: "list", args }),
    decode(returned) {
      const each = (1 + words) * WORD_DIGITS;
      requireWords(returned, (1 + words) * views.length);
      return views.map((_, at): Hex | null => {
        const start = 2 + at * each;
        const told = Number(BigInt(`0x${returned.slice(start, start + WORD_DIGITS)}`));
        if (told === 0) return null;
        const digits = Math.min(2 * (told - 1), words * WORD_DIGITS);
        return `0x${returned.slice(start + WORD_DIGITS, start + WORD_DIGITS + digits)}`;
      });
    },
  };
}

/** A concentrated-liquidity pool that is a contract of its own. */
export interface TickedPool {
  readonly address: Address;
  readonly tickSpacing: number;
}

/** A contract that keeps the states of many pools, as a manager of Uniswap V4 does. */
export interface PoolManager {
  readonly address: Address;
  /** Slot of the mapping from ids to states; null: it is Ekubo's Core, which has none. */
  readonly mappingSlot: bigint | null;
}

/** A pool of such a contract. */
export interface ManagedPool {
  readonly id: Hex;
  readonly tickSpacing: number;
}

/** Where ticks are read from: a pool's place among some, and a word of its bitmap. */
export interface TickCursor {
  readonly pool: number;
  readonly word: number;
}

/** Ticks of some pools, each with the place of its pool, and where to go on. */
export interface TicksRead {
  /** Its pool is after the last one when all were read. */
  readonly next: TickCursor;
  readonly ticks: readonly (LensTick & { readonly pool: number })[];
}

/**
 * The initialised ticks of pools, as far as the gas goes.
 *
 * @param first Word of the first pool's bitmap to begin with; the others' are read whole.
 */
export function ticksQuestion(pools: readonly TickedPool[], first: number): Question<TicksRead> {
  const addresses = pools.map(({ address }) => address);
  const args = [addresses, spacingsOf(pools), BigInt(first), TICKS_RESERVE] as const;
  return {
    data: encodeFunctionData({ abi: ABI, functionName: "ticks", args }),
    decode: ticksRead,
  };
}

/** The same of pools of one contract. */
export function managedTicksQuestion(
  { address, mappingSlot }: PoolManager,
  pools: readonly ManagedPool[],
  first: number,
): Question<TicksRead> {
  const ids = pools.map(({ id }) => id);
  const args = [
    ...([address, mappingSlot ?? CORE_SLOT, ids, spacingsOf(pools)] as const),
    ...([BigInt(first), TICKS_RESERVE] as const),
  ] as const;
  return {
    data: encodeFunctionData({ abi: ABI, functionName: "managedTicks", args }),
    decode: ticksRead,
  };
}

function spacingsOf(pools: readonly { readonly tickSpacing: number }[]): readonly bigint[] {
  return pools.map(({ tickSpacing }) => BigInt(tickSpacing));
}

function ticksRead(returned: Hex): TicksRead {
  const words = wordsOf(returned, null);
  const ticks = ticksIn(words).map(([word, own]) => ({
    ...{ pool: Number(word >> PLACE_SHIFT), tick: signed(word, 32), ...own },
  }));
  const [next = 0n] = words;
  return { next: { pool: Number(next >> PLACE_SHIFT), word: signed(next, 32) }, ticks };
}

/** Below the place of a pool there is a tick, or a word. */
const PLACE_SHIFT = 32n;

/** The words that tell ticks, with what each holds. */
function ticksIn(words: readonly bigint[]): readonly (readonly [bigint, Omit<LensTick, "tick">])[] {
  const found: (readonly [bigint, Omit<LensTick, "tick">])[] = [];
  for (let at = 1; at + 1 < words.length; at += 2) {
    const liquidity = words[at + 1] ?? 0n;
    const liquidityNet = BigInt.asIntN(128, liquidity);
    found.push([words[at] ?? 0n, { liquidityGross: liquidity >> 128n, liquidityNet }]);
  }
  return found;
}

function signed(word: bigint, bits: number): number {
  return Number(BigInt.asIntN(bits, word));
}

/**
 * The words of an answer.
 *
 * @param count How many there have to be; null: any number but 0.
 * @throws LensError when there are others.
 */
export function wordsOf(returned: Hex, count: number | null): readonly bigint[] {
  const found = requireWords(returned, count);
  return Array.from({ length: found }, (_, at) => {
    const start = 2 + at * WORD_DIGITS;
    return BigInt(`0x${returned.slice(start, start + WORD_DIGITS)}`);
  });
}

function requireWords(returned: Hex, count: number | null): number {
  const found = (returned.length - 2) / WORD_DIGITS;
  if (count === null ? found < 1 : found !== count) throw new LensError(count ?? 1, found);
  return found;
}
