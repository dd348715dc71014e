import type { Address } from "viem";
import type { GraphEdge, Snapshot } from "../../src/api/graph/snapshot.ts";
import type { PoolState } from "../../src/protocols/protocol.ts";
import type { Trade } from "./trades.ts";

/** One swap of a plan: through which pool, out of which token, and how much. */
export interface Leg {
  /** Id of the pool's state. */
  readonly pool: string;
  readonly tokenIn: Address;
  /**
   * A part of what there is of tokenIn, from 0 to 1; a number of units; or what the leg before
   * paid.
   */
  readonly take: { readonly share: number } | { readonly amount: bigint } | "previous";
}

/**
 * A plan to replay, or the exact result of an engine that replays by itself with the same quotes.
 */
export type Execution = readonly Leg[] | Outcome;

export interface Outcome {
  readonly amountOut: bigint;
  readonly gas: bigint;
  readonly legs: number;
}

const ONE_X64 = 2 ** 64;

/**
 * Executes a plan with Weir's exact quotes, each pool's state carried from swap to swap.
 *
 * @throws Error when a swap of the plan is impossible.
 */
export function replay(snapshot: Snapshot, trade: Trade, legs: readonly Leg[]): Outcome {
  const balances = new Map<Address, bigint>([[trade.tokenIn.address, trade.amountIn]]);
  const states = new Map<string, PoolState>();
  let [gas, previous] = [0n, 0n];
  for (const leg of legs) {
    const edge = edgeOf(snapshot, leg);
    const balance = balances.get(leg.tokenIn) ?? 0n;
    const amountIn = amountOf(leg.take, { balance, previous });
    if (amountIn > balance) throw new Error(`a swap takes ${amountIn} of ${balance}`);
    const state = states.get(leg.pool) ?? edge.state;
    const quote = edge.protocol.quote(state, edge, amountIn, snapshot.next);
    if (!quote.ok) throw new Error(`a swap of ${amountIn} fails: ${quote.reason}`);
    states.set(leg.pool, quote.next);
    balances.set(leg.tokenIn, balance - amountIn);
    balances.set(edge.tokenOut, (balances.get(edge.tokenOut) ?? 0n) + quote.amountOut);
    gas += quote.gas;
    previous = quote.amountOut;
  }
  return { amountOut: balances.get(trade.tokenOut.address) ?? 0n, gas, legs: legs.length };
}

function amountOf(
  take: Leg["take"],
  { balance, previous }: { readonly balance: bigint; readonly previous: bigint },
): bigint {
  if (take === "previous") return previous;
  if ("amount" in take) return take.amount;
  if (take.share >= 1) return balance;
  return (balance * BigInt(Math.round(take.share * ONE_X64))) >> 64n;
}

function edgeOf(snapshot: Snapshot, { pool, tokenIn }: Leg): GraphEdge {
  const edge = snapshot.edges.get(tokenIn)?.find(({ state }) => state.id === pool);
  if (edge === undefined) throw new Error(`pool ${pool} trades no ${tokenIn}`);
  return edge;
}
