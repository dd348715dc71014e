import type { Address } from "viem";
import type { Snapshot } from "../graph/snapshot.ts";
import { paidBy, spentBy, type TokensOfHop } from "../router/hop-tokens.ts";
import type { Hop } from "../router/route.ts";

/** What is known of tokens. */
type RoundingTokens = Pick<Snapshot, "defiTokens">;

/** What a hop takes and pays of its tokens. */
type HopAmounts = TokensOfHop & Pick<Hop, "amountIn" | "amountOut">;

/** Units by which rounding balances may fall short on their way, or be more than was planned. */
export const ROUNDING = 2n;

/** Whether amounts of the token may arrive short of what was sent. */
export function isRounding(snapshot: RoundingTokens, token: Address): boolean {
  return snapshot.defiTokens.get(token)?.token.exact === false;
}

/** Whether amounts of a token on the hops' way may arrive short of what was sent. */
export function isRoundingOn(snapshot: RoundingTokens, hops: readonly TokensOfHop[]): boolean {
  return hops.some((hop) =>
    [...spentBy(hop), ...paidBy(hop)].some((token) => isRounding(snapshot, token)),
  );
}

/**
 * By how much what a route pays may differ from its plan, either way, smallest unit of its output:
 * each time that a rounding token is paid, or given at first, it may be `ROUNDING` units more or
 * less, worth what the hops make of them and of a unit more, and no less than as many units. 0 if
 * nothing rounds.
 */
export function roundingOf(
  snapshot: RoundingTokens,
  { tokenOut, hops }: { readonly tokenOut: Address; readonly hops: readonly HopAmounts[] },
): bigint {
  /** What the hops pay for a unit of a token at best, in units of the output. */
  const worth = new Map<Address, number>([[tokenOut, 1]]);
  let slack = 0;
  const add = (token: Address): void => {
    if (!isRounding(snapshot, token)) return;
    // On the way what it becomes is rounded as well, each time by less than a unit.
    const units = token === tokenOut ? ROUNDING : ROUNDING + 1n;
    slack += Math.max(Number(units) * (worth.get(token) ?? 0), Number(ROUNDING));
  };
  for (const hop of hops.toReversed()) {
    const { edge, amountIn, amountOut, beside = [] } = hop;
    const others = edge.action === "redeem" ? beside : [];
    let value = 0;
    for (const { token, amount } of [{ token: edge.tokenOut, amount: amountOut }, ...others]) {
      const each = worth.get(token) ?? 0;
      value += Number(amount) * each;
      add(token);
    }
    for (const token of spentBy(hop)) {
      const spent = token === edge.tokenIn ? amountIn : besideOf(hop, token);
      const each = spent > 0n ? value / Number(spent) : 0;
      worth.set(token, Math.max(worth.get(token) ?? 0, each));
    }
  }
  // What a route starts with arrives rounded, too.
  const paid = new Set(hops.flatMap(paidBy));
  for (const token of new Set(hops.flatMap(spentBy))) if (!paid.has(token)) add(token);
  return BigInt(Math.ceil(slack));
}

function besideOf({ beside = [] }: TokensOfHop, token: Address): bigint {
  return beside.find((other) => other.token === token)?.amount ?? 0n;
}
