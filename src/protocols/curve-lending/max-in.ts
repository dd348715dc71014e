import { isRising, mostSteady, mostTaken } from "../curve-stableswap/max-in.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { poolAt } from "./lending.ts";
import { type CurveLendingPool, isRefused, trade } from "./pool.ts";

/** Parts of the liquidity, as powers of two, that a redemption may have to leave. */
const LEFT_BITS = [20n, 10n, 7n, 5n, 4n, 3n, 2n, 1n];

/** Times that the distance between what works and what does not is halved. */
const HALVINGS = 12;

/**
 * Largest input: up to a multiple of the pool's size, or nearly all liquidity, as long as more pays
 * more and the market has what is paid; 0 while it refuses.
 */
export function maxIn(state: CurveLendingPool, edge: Edge, at: BlockContext): bigint {
  const { action, tokenIn, tokenOut } = edge;
  const { coins, available, supply } = state;
  if (isRefused(state, edge)) return 0n;
  if (action !== "deposit" && available[coins.indexOf(tokenOut)] === 0n) return 0n;
  const pool = poolAt(state, at.timestamp);
  if (pool.balances.some((balance) => balance <= 0n)) return 0n;
  const works = (amountIn: bigint): boolean =>
    isRising(amountIn, (amount) => trade(state, edge, amount, at));
  if (action === "redeem") {
    return largest(
      LEFT_BITS.map((bits) => supply - (supply >> bits) - 1n),
      works,
    );
  }
  const index = coins.indexOf(tokenIn);
  const all = mostTaken(pool, index, action);
  return largest([action === "deposit" ? mostSteady(pool, { index, all }, at) : all], works);
}

/**
 * An amount that works, of those given, descending, and the halves of the last; near to one that
 * does not, where that is not the first.
 */
function largest(amounts: readonly bigint[], works: (amount: bigint) => boolean): bigint {
  let [good, bad] = [0n, 0n];
  let rest = amounts;
  for (let next = rest[0]; next !== undefined && next > 0n; ) {
    if (works(next)) {
      good = next;
      break;
    }
    bad = next;
    rest = rest.slice(1);
    next = rest[0] ?? bad / 2n;
  }
  if (good === 0n || bad === 0n) return good;
  for (let step = 0; step < HALVINGS && bad - good > 1n; step++) {
    const middle = (good + bad) / 2n;
    if (works(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
