import { MAX_UINT128 } from "../../lib/math.ts";
import type { BlockContext } from "../protocol.ts";
import { type BinStep, binStepOf, binsOf, lazily, type Steps } from "./bin-steps.ts";
import type { LiquidityBookPool } from "./pool.ts";
import { priceOfBin } from "./price.ts";
import {
  accumulatorAt,
  MAX_FEE,
  type References,
  referencesAt,
  totalFeeWad,
} from "./volatility.ts";

/** A bin as a trade finds it, in a pair that adds its volatility. */
export interface Step extends BinStep {
  readonly volatilityAccumulator: number;
}

/**
 * Most bins that a trade goes through: at most 8 million gas. A transaction has 2^24 gas at most,
 * and where it has more, nobody pays that.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
export const MAX_BINS = 256;

interface Known extends Steps<Step> {
  readonly references: References;
}

/** By state and direction: all quotes of a block ask for the same. */
const known = {
  forY: new WeakMap<LiquidityBookPool, Known>(),
  forX: new WeakMap<LiquidityBookPool, Known>(),
};

/** The n-th bin that a trade in the block comes to; undefined behind the last. */
export function stepAt(
  state: LiquidityBookPool,
  swapForY: boolean,
  { timestamp }: Pick<BlockContext, "timestamp">,
): (n: number) => Step | undefined {
  const { activeId } = state;
  const at = { activeId, timestamp: Number(timestamp) };
  const references = referencesAt(state.parameters, state.volatility, at);
  const kept = swapForY ? known.forY : known.forX;
  let found = kept.get(state);
  if (found === undefined || !isSame(found.references, references)) {
    found = { references, steps: [], rest: stepsOf(state, swapForY, references) };
    kept.set(state, found);
  }
  return lazily(found);
}

function isSame(a: References, b: References): boolean {
  return a.idReference === b.idReference && a.volatilityReference === b.volatilityReference;
}

/**
 * The bins that hold what is bought, from the active one on; none from which the contract reverts.
 */
function* stepsOf(
  state: LiquidityBookPool,
  swapForY: boolean,
  references: References,
): Generator<Step, void> {
  const { binStep, parameters } = state;
  let count = 0;
  for (const [id, bin] of binsOf(state, swapForY)) {
    const reserveOut = swapForY ? bin.reserveY : bin.reserveX;
    if (reserveOut === 0n) continue;
    if (++count > MAX_BINS) return;
    const volatilityAccumulator = accumulatorAt(parameters, references, id);
    const feeWad = totalFeeWad(parameters, binStep, volatilityAccumulator);
    const price = priceOfBin(id, binStep);
    if (feeWad > MAX_FEE || price === 0n) return;
    const step = binStepOf({ id, bin, price, feeWad, swapForY });
    if (step.amountIn > MAX_UINT128) return;
    yield { ...step, volatilityAccumulator };
  }
}
