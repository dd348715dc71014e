import { ZERO_ADDRESS } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import type {
  RangeKey,
  RangePool,
  RangeQuote,
  TickRange,
} from "../../protocols/range-positions.ts";
import type { PlacedAction } from "./action.ts";
import type { Compiler } from "./compiler.ts";
import type { RangePlace } from "./range-place.ts";

/**
 * Expects that a pool is named by what its protocol tells pools apart by, and by no more.
 *
 * @throws {ServiceError} `INVALID_ARGUMENT` where the protocol's pools are told apart by others.
 */
export function requireKey(
  { index, protocol }: PlacedAction,
  { ranges }: RangePlace,
  { feePips, tickSpacing, hooks }: Omit<RangePool, "tokens">,
): void {
  const given: Record<RangeKey, boolean> = {
    poolFee: feePips !== null,
    tickSpacing: tickSpacing !== null,
  };
  const details = (["poolFee", "tickSpacing"] as const).flatMap((name) => {
    const isKey = ranges.keyedBy.includes(name);
    const message = isKey ? "is required" : "must be left out";
    return isKey === given[name] ? [] : [{ path: `${index}.args.${name}`, message }];
  });
  if (hooks !== ZERO_ADDRESS && !ranges.hasHooks) {
    details.push({ path: `${index}.args.hook`, message: "must be left out" });
  }
  if (details.length === 0) return;
  const list = details.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw new ServiceError(
    "INVALID_ARGUMENT",
    `action ${index}: pools of ${protocol} are told apart by ${ranges.keyedBy.join(" and ")}: ${list}.`,
    { details, data: { index } },
  );
}

/** The pool of a place that the other parts of its key name. */
export function poolOf(
  { tokens }: Pick<RangePlace, "tokens">,
  key: Omit<RangePool, "tokens">,
): RangePool {
  const { feePips, tickSpacing, hooks } = key;
  return { tokens, feePips, tickSpacing, hooks };
}

/**
 * What the pool's state says of the deposit, after earlier actions; null where the pool is not in
 * the snapshot, or refuses.
 */
export function planRange(
  compiler: Compiler,
  { index, protocol }: PlacedAction,
  on: {
    readonly place: RangePlace;
    readonly into: { readonly range: TickRange } & Omit<RangePool, "tokens">;
    /** In the pool's order. */
    readonly given: readonly { readonly known: bigint }[];
  },
): Omit<RangeQuote<unknown>, "next"> | null {
  const { ranges } = on.place;
  const pool = poolOf(on.place, on.into);
  const held = compiler.states.get(protocol)?.find(({ state }) => ranges.isPool(state, pool));
  if (held === undefined) return null;
  const state = compiler.traded.get(held.state.id) ?? held.state;
  const { lower, upper } = on.into.range;
  const spacing = ranges.tickSpacing(state);
  if (lower % spacing !== 0 || upper % spacing !== 0) {
    const message = `must be multiples of the pool's tick spacing, ${spacing}`;
    throw new ServiceError("INVALID_ARGUMENT", `action ${index}: ticks ${message}.`, {
      details: [{ path: `${index}.args.ticks`, message }],
      data: { index },
    });
  }
  const [amount0 = 0n, amount1 = 0n] = on.given.map(({ known }) => known);
  const quote = ranges.add(state, on.into.range, [amount0, amount1]);
  if (quote !== null) compiler.traded.set(state.id, quote.next);
  // What other actions did to the pool is not known.
  else if (compiler.compiled.every(({ step }) => step.kind === "hops")) {
    throw new ServiceError(
      "AMOUNT_TOO_SMALL",
      `action ${index}: at its price the pool makes no liquidity, or more than it can count, of ${amount0} ${pool.tokens[0]} and ${amount1} ${pool.tokens[1]} between these ticks; give other amounts or ticks.`,
      { data: { index } },
    );
  }
  return quote;
}
