import type { Address, Hex } from "viem";
import type { Pair } from "../fluid/state.ts";
import { bitsOf, withBits } from "../fluid/words.ts";
import type { PoolState } from "../protocol.ts";

/** By what the contract knows a pool. */
export interface DexKey {
  readonly token0: Address;
  readonly token1: Address;
  /** 32 bytes. */
  readonly salt: Hex;
}

/** State of a pool: its words in the contract's storage. */
export interface DexLitePool extends PoolState {
  /** First eight bytes of the hash of its key. */
  readonly id: Hex;
  /** The contract. */
  readonly address: Address;
  /** In the order of their addresses. */
  readonly tokens: Pair<Address>;
  readonly salt: Hex;
  /** `_dexVariables`: fee, center price, range, and supplies. */
  readonly variables: bigint;
  /** `_centerPriceShift`: the last swap's time, and how the center moves. */
  readonly centerShift: bigint;
  /** `_rangeShift`; 0: the range rests. */
  readonly rangeShift: bigint;
  /** `_thresholdShift`; 0: the thresholds rest. */
  readonly thresholdShift: bigint;
  /** What the contract of the center price said, 27 decimals; 0: the pool has none. */
  readonly externalPrice: bigint;
}

/** The words alone. */
export type DexLiteWords = Pick<
  DexLitePool,
  "variables" | "centerShift" | "rangeShift" | "thresholdShift"
>;

/** A field of a word: its first bit, and how many it has. */
export type Field = readonly [from: number, count: number];

/**
 * Fields of `_dexVariables`. The fee: hundredths of a basis point; its cut: percent of it; the
 * range: ten-thousandths of the center price; thresholds: percent of the way to an end of it.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dexLite/other/variables.sol
 */
export const FIELDS = {
  fee: [0, 13],
  revenueCut: [13, 7],
  rebalancing: [20, 2],
  isCenterShifting: [22, 1],
  centerPrice: [23, 40],
  centerNonce: [63, 19],
  isRangeShifting: [82, 1],
  upperPercent: [83, 14],
  lowerPercent: [97, 14],
  isThresholdShifting: [111, 1],
  upperThreshold: [112, 7],
  lowerThreshold: [119, 7],
  decimals0: [126, 5],
  decimals1: [131, 5],
  supply0: [136, 60],
  supply1: [196, 60],
} as const satisfies Readonly<Record<string, Field>>;

/** What the center does, if it is allowed to: above `rests` it moves to an end of the range. */
export const REBALANCING = { rests: 1n, upwards: 2n, downwards: 3n } as const;

/** Fields of `_centerPriceShift`; `target`: all of a shift to another price, 73 bits. */
export const CENTER_FIELDS = {
  lastTime: [0, 33],
  shiftSeconds: [33, 24],
  mostPrice: [57, 28],
  leastPrice: [85, 28],
  percent: [113, 20],
  seconds: [133, 20],
  start: [153, 33],
  target: [113, 73],
} as const satisfies Readonly<Record<string, Field>>;

/** Decimals that the contract counts all tokens with. */
const COUNTED_DECIMALS = 9n;

/** The field of a word. */
export function fieldOf(word: bigint, [from, count]: Field): bigint {
  return bitsOf(word, from, count);
}

/** The word with another value of a field, which fits it. */
export function withField(word: bigint, [from, count]: Field, value: bigint): bigint {
  return withBits(word, { from, count, value });
}

/** What a token's amounts are divided by to have nine decimals, or multiplied with. */
export function scaleOf(
  { variables }: Pick<DexLitePool, "variables">,
  token: 0 | 1,
): { readonly divisor: bigint; readonly factor: bigint } {
  const decimals = fieldOf(variables, token === 0 ? FIELDS.decimals0 : FIELDS.decimals1);
  return decimals > COUNTED_DECIMALS
    ? { divisor: 10n ** (decimals - COUNTED_DECIMALS), factor: 1n }
    : { divisor: 1n, factor: 10n ** (COUNTED_DECIMALS - decimals) };
}

/** An amount of a token with nine decimals, rounded down. */
export function counted(
  pool: Pick<DexLitePool, "variables">,
  token: 0 | 1,
  amount: bigint,
): bigint {
  const { divisor, factor } = scaleOf(pool, token);
  return (amount * factor) / divisor;
}

/** Smallest units of a token in an amount of nine decimals, rounded down. */
export function uncounted(
  pool: Pick<DexLitePool, "variables">,
  token: 0 | 1,
  amount: bigint,
): bigint {
  const { divisor, factor } = scaleOf(pool, token);
  return (amount * divisor) / factor;
}
