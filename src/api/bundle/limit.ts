import { DEFAULT_SLIPPAGE_BPS } from "./argument-schemas.ts";
import { type Arguments, oneOrList } from "./sent-values.ts";

/** Least that an action accepts of what it gives. */
export type Limit =
  /** Largest loss against what is expected, basis points, 0 to 10000. */
  | { readonly kind: "slippage"; readonly bps: number }
  /** Smallest unit, one for each output, 1 to 2^256 - 1. */
  | { readonly kind: "minimum"; readonly amounts: readonly bigint[] };

/** The limit that arguments state, of which at most one is given; 50 basis points without any. */
export function limitOf(args: {
  readonly slippage?: number | undefined;
  readonly minAmountOut?: readonly bigint[] | undefined;
}): Limit {
  return args.minAmountOut === undefined
    ? { kind: "slippage", bps: args.slippage ?? DEFAULT_SLIPPAGE_BPS }
    : { kind: "minimum", amounts: args.minAmountOut };
}

/** A limit in the service's own words. */
export function sentLimit(limit: Limit): Arguments {
  return limit.kind === "slippage"
    ? { slippage: limit.bps.toString() }
    : { minAmountOut: oneOrList(limit.amounts.map(String)) };
}
