import { divUp } from "../../lib/math.ts";
import { baseLimitOf, withdrawalLimitAfter, withdrawalLimitBefore } from "./limits.ts";
import { bitsOf, fromBigNumber, toBigNumberDown, withBits } from "./words.ts";

/** What a change of a supply or a debt comes to; `raw`: in the units of the word. */
export type Changed =
  | { readonly ok: true; readonly word: bigint; readonly raw: bigint }
  | { readonly ok: false; readonly reason: "paused" | "cap-exceeded" | "amount-too-small" };

/** An amount in smallest units, above 0 for what comes in; the exchange price of that moment. */
export interface Change {
  readonly amount: bigint;
  readonly price: bigint;
  readonly timestamp: bigint;
}

const PRECISION = 10n ** 12n;
/** Bits of amounts and limits, and of what a deposit pushed a limit up by. */
const [SIZE, DECAY_SIZE] = [56, 18];
/** Parts of an hour in which that decays, and the least number of them. */
const [CHECKPOINTS, FEWEST_CHECKPOINTS] = [1_000n, 80n];
/** Tenths of a second in a part. */
const CHECKPOINT_TENTHS = 36n;
const LEAST_DECAY = 10n;

/**
 * Supplies or withdraws.
 *
 * @param word `_userSupplyData` of the Liquidity layer.
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/liquidity/userModule/main.sol#L26
 */
export function supplyChanged(word: bigint, { amount, price, timestamp }: Change): Changed {
  if (word === 0n || bitsOf(word, 255, 1) === 1n) return { ok: false, reason: "paused" };
  const supplied = fromBigNumber(bitsOf(word, 1, 64));
  const raw =
    (word & 1n) === 0n
      ? amount
      : amount > 0n
        ? (amount * PRECISION) / price
        : -divUp(-amount * PRECISION, price);
  const after = supplied + raw;
  const before = withdrawalLimitBefore(word, supplied, timestamp);
  if (after < 0n || (amount < 0n && after < before)) return { ok: false, reason: "cap-exceeded" };
  const left = decayed(word, timestamp);
  const pushed =
    amount > 0n
      ? { target: before, decay: left }
      : pushedDown(before, { withdrawn: -raw, decay: left });
  const limit = withdrawalLimitAfter(word, after, pushed.target);
  const decay = decayAfter(word, {
    ...pushed,
    limit,
    isDeposit: amount > 0n,
    hadDecay: left.amount > 0n,
  });
  const stored = toBigNumberDown(after, SIZE);
  if (stored === bitsOf(word, 1, 64)) return { ok: false, reason: "amount-too-small" };
  const fields = [
    { from: 1, count: 64, value: stored },
    { from: 65, count: 64, value: toBigNumberDown(limit, SIZE) },
    { from: 129, count: 33, value: timestamp },
    { from: 218, count: 26, value: decay.amount },
    { from: 244, count: 10, value: decay.checkpoints },
  ];
  return { ok: true, raw, word: fields.reduce(withBits, word) };
}

/** What deposits pushed the limit up by and may still be withdrawn at once. */
interface Decay {
  readonly amount: bigint;
  /** Parts of an hour until it is gone. */
  readonly checkpoints: bigint;
}

function decayed(word: bigint, timestamp: bigint): Decay {
  const amount = fromBigNumber(bitsOf(word, 218, 26));
  const checkpoints = bitsOf(word, 244, 10);
  if (amount === 0n) return { amount, checkpoints };
  const part = (seconds: bigint) => (seconds * 10n) / CHECKPOINT_TENTHS;
  const passed = part(timestamp) - part(bitsOf(word, 129, 33));
  if (passed >= checkpoints) return { amount: 0n, checkpoints: 0n };
  return { amount: amount - (amount * passed) / checkpoints, checkpoints: checkpoints - passed };
}

/** A withdrawal takes from what decays first, which pushes the limit down. */
function pushedDown(
  limit: bigint,
  { withdrawn, decay }: { readonly withdrawn: bigint; readonly decay: Decay },
): { readonly target: bigint; readonly decay: Decay } {
  const taken = withdrawn > decay.amount ? decay.amount : withdrawn;
  return {
    target: limit > taken ? limit - taken : 0n,
    decay: { ...decay, amount: decay.amount - taken },
  };
}

/** What decays after an operation, as it is stored. */
function decayAfter(
  word: bigint,
  on: {
    readonly target: bigint;
    readonly limit: bigint;
    readonly decay: Decay;
    readonly isDeposit: boolean;
    readonly hadDecay: boolean;
  },
): Decay {
  const { amount, checkpoints } = nextDecay(word, on);
  if (amount < LEAST_DECAY) return { amount: 0n, checkpoints: 0n };
  const kept = checkpoints > CHECKPOINTS ? CHECKPOINTS : checkpoints === 0n ? 1n : checkpoints;
  return { amount: toBigNumberDown(amount, DECAY_SIZE), checkpoints: kept };
}

function nextDecay(
  word: bigint,
  { target, limit, decay, isDeposit, hadDecay }: Parameters<typeof decayAfter>[1],
): Decay {
  if (limit === 0n) return { ...decay, amount: 0n };
  if (limit === target) return decay;
  if (!isDeposit) {
    const kept = hadDecay && limit > target ? limit - target : 0n;
    return { ...decay, amount: decay.amount + kept };
  }
  const from = target === 0n ? baseLimitOf(word) : target;
  if (limit <= from) return { amount: 0n, checkpoints: 0n };
  const added = limit - from;
  const amount = decay.amount + added;
  const checkpoints = (decay.checkpoints * decay.amount + CHECKPOINTS * added) / amount;
  return {
    amount,
    checkpoints: checkpoints < FEWEST_CHECKPOINTS ? FEWEST_CHECKPOINTS : checkpoints,
  };
}
