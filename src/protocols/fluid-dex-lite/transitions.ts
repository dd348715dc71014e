import type { Address, Hex } from "viem";
import { SIX_DECIMALS } from "../fluid/state.ts";
import { bitsOf } from "../fluid/words.ts";
import type { fluidDexLitePool } from "./schema.ts";
import {
  CENTER_FIELDS,
  type DexLiteWords,
  FIELDS,
  fieldOf,
  REBALANCING,
  uncounted,
  withField,
} from "./state.ts";

type Row = typeof fluidDexLitePool.$inferSelect;

const NONE = { rangeShift: 0n, thresholdShift: 0n, externalPrice: 0n } as const;

/** Columns of a pool that was made in a block. */
export function created(
  words: Pick<DexLiteWords, "variables" | "centerShift">,
  updatedBlock: number,
) {
  return { ...words, ...NONE, updatedBlock };
}

/** The id of the pool in what a swap tells. */
export function dexIdOf(swapData: bigint): Hex {
  return `0x${bitsOf(swapData, 0, 64).toString(16).padStart(16, "0")}`;
}

/**
 * Words after a swap, which tells of one of them: shifts that it ended are gone, and the time of
 * the swap is kept while the center moves, or did.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dexLite/core/coreInternals.sol#L89
 */
export function swapped(before: DexLiteWords, variables: bigint, timestamp: bigint): DexLiteWords {
  const ends = (field: "isCenterShifting" | "isRangeShifting" | "isThresholdShifting") =>
    fieldOf(before.variables, FIELDS[field]) === 1n && fieldOf(variables, FIELDS[field]) === 0n;
  let { centerShift } = before;
  if (ends("isCenterShifting")) centerShift = withField(centerShift, CENTER_FIELDS.target, 0n);
  const wasShifting = fieldOf(before.variables, FIELDS.isCenterShifting) === 1n;
  if (wasShifting || fieldOf(variables, FIELDS.rebalancing) > REBALANCING.rests) {
    centerShift = withField(centerShift, CENTER_FIELDS.lastTime, timestamp);
  }
  return {
    variables,
    centerShift,
    rangeShift: ends("isRangeShifting") ? 0n : before.rangeShift,
    thresholdShift: ends("isThresholdShifting") ? 0n : before.thresholdShift,
  };
}

/** A swap in smallest units, but for what nine decimals leave out. */
export function swapOf({ tokens, variables }: Pick<Row, "tokens" | "variables">, swapData: bigint) {
  const [token0, token1] = tokens as [Address, Address];
  const isFirstIn = bitsOf(swapData, 64, 1) === 1n;
  const [given, got] = isFirstIn ? ([0, 1] as const) : ([1, 0] as const);
  const amountIn = uncounted({ variables }, given, bitsOf(swapData, 65, 60));
  return {
    tokenIn: isFirstIn ? token0 : token1,
    tokenOut: isFirstIn ? token1 : token0,
    amountIn,
    amountOut: uncounted({ variables }, got, bitsOf(swapData, 125, 60)),
    feeIn: (amountIn * fieldOf(variables, FIELDS.fee)) / SIX_DECIMALS,
  };
}
