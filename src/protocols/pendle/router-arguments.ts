import type { AbiFunction } from "viem";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { max, min } from "../../lib/math.ts";
import { type CallArgument, type CallOperation, literal } from "../operation.ts";
import { ONE } from "./market-math.ts";
import type { PendleMarket } from "./state.ts";

/** Amounts of PT that the router tries; a few are enough where the price has moved a little. */
const MOST_TRIES = 64n;

/** What the router may be off by, as parts of 10^18: the least, and the most. */
const TOLERANCES = { least: 10n ** 11n, most: ONE / 2n };

/** So many units off of an amount, as a part of 10^18 within `TOLERANCES`. */
export function toleranceOf(unitsOff: bigint, amount: bigint): bigint {
  const { least, most } = TOLERANCES;
  return min(max((unitsOff * ONE) / max(amount, 1n), least), most);
}

/** No orders of the limit order book. */
const NO_ORDERS = literal({
  ...{ limitRouter: ZERO_ADDRESS, epsSkipMarket: 0n, optData: "0x" },
  ...{ normalFills: [], flashFills: [] },
});

/** The amount of PT that the router tries first, the most of it, and what it may be off by. */
export interface Guess {
  readonly pt: bigint;
  readonly most: bigint;
  readonly tolerance: bigint;
}

/**
 * A call of the router that takes the input for one token of a market, without a minimum, which is
 * the program's.
 *
 * @param guess Where the router has to find an amount of PT.
 */
export function routerCall(
  { address, router }: Pick<PendleMarket, "address" | "router">,
  fn: AbiFunction,
  guess: Guess | null,
): CallOperation {
  const tried: readonly CallArgument[] = guess === null ? [] : [guessArgument(guess)];
  return {
    ...{ kind: "call", target: router, function: fn, value: "none", approve: true },
    args: [
      ...[{ kind: "recipient" } as const, literal(address), { kind: "amountIn" } as const],
      ...[literal(0n), ...tried, NO_ORDERS],
    ],
    amountOut: { from: "return", word: 0 },
    ...{ pays: "recipient", price: "moving" },
  };
}

function guessArgument({ pt, most, tolerance }: Guess): CallArgument {
  return literal({
    ...{ guessMin: 0n, guessOffchain: pt, maxIteration: MOST_TRIES },
    ...{ guessMax: most, eps: tolerance },
  });
}
