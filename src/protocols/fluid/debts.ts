import { divUp } from "../../lib/math.ts";
import { borrowLimitAfter, borrowLimitBefore } from "./limits.ts";
import type { Change, Changed } from "./supplies.ts";
import { bitsOf, fromBigNumber, toBigNumberDown, toBigNumberUp, withBits } from "./words.ts";

const PRECISION = 10n ** 12n;
const SIZE = 56;

/**
 * Borrows, or pays back with an amount below 0.
 *
 * @param word `_userBorrowData` of the Liquidity layer.
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/liquidity/userModule/main.sol#L251
 */
export function debtChanged(word: bigint, { amount, price, timestamp }: Change): Changed {
  if (word === 0n || bitsOf(word, 255, 1) === 1n) return { ok: false, reason: "paused" };
  const borrowed = fromBigNumber(bitsOf(word, 1, 64));
  const before = borrowLimitBefore(word, borrowed, timestamp);
  const raw =
    (word & 1n) === 0n
      ? amount
      : amount > 0n
        ? divUp(amount * PRECISION, price)
        : (amount * PRECISION) / price;
  const after = borrowed + raw;
  if (after < 0n || (amount > 0n && after > before)) return { ok: false, reason: "cap-exceeded" };
  const stored = toBigNumberUp(after, SIZE);
  if (stored === bitsOf(word, 1, 64)) return { ok: false, reason: "amount-too-small" };
  const limit = borrowLimitAfter(word, after, before);
  const fields = [
    { from: 1, count: 64, value: stored },
    { from: 65, count: 64, value: toBigNumberDown(limit, SIZE) },
    { from: 129, count: 33, value: timestamp },
  ];
  return { ok: true, raw, word: fields.reduce(withBits, word) };
}
