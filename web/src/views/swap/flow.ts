import type { Leg } from "../../api/types";
import { NATIVE } from "../../lib/chains";

/** A token or a pool of the picture. */
export interface FlowNode {
  readonly id: string;
  /** The hop through a pool; absent of a token, whose address is the id. */
  readonly leg?: Leg;
  /** Part of all that is sold which goes through it, 0 to 1. */
  readonly share: number;
}

export interface FlowLink {
  readonly source: string;
  readonly target: string;
  readonly share: number;
  readonly venue: string;
}

export interface Flow {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
}

/** Wrapping pays one for one and is no choice: both forms are one token of the picture. */
export function isWrap({ tokenIn, tokenOut, amountIn, amountOut, action }: Leg): boolean {
  const isNative = tokenIn === NATIVE || tokenOut === NATIVE;
  return isNative && action !== "swap" && amountIn === amountOut;
}

/** Every token that comes up in a route. */
export function tokensOf(legs: readonly Leg[]): readonly string[] {
  return [...new Set(legs.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))];
}

/** Part of a whole, for drawing alone. */
function part(amount: string, whole: bigint): number {
  return whole === 0n ? 0 : Number((BigInt(amount) * 1_000_000n) / whole) / 1_000_000;
}

/**
 * The hops of the picture: without wraps, and with the wrapped form for both where there are some.
 */
function drawnLegs(all: readonly Leg[]): readonly Leg[] {
  const wraps = all.filter(isWrap);
  const [wrap] = wraps;
  // A wrap alone is the whole route.
  if (wrap === undefined || wraps.length === all.length) return all;
  const wrapped = wrap.tokenIn === NATIVE ? wrap.tokenOut : wrap.tokenIn;
  const one = (token: string): string => (token === NATIVE ? wrapped : token);
  return all
    .filter((leg) => !isWrap(leg))
    .map((leg) => ({ ...leg, tokenIn: one(leg.tokenIn), tokenOut: one(leg.tokenOut) }));
}

/**
 * What goes where: every hop takes its part of what has come to its token, so that shares of
 * different tokens can stand side by side. Hops come in the order in which they are executed, so
 * all that comes to a token is known when it is spent.
 */
export function flowOf(all: readonly Leg[], tokenIn: string): Flow {
  const legs = drawnLegs(all);
  const [first] = legs;
  const start = legs.some((leg) => leg.tokenIn === tokenIn) ? tokenIn : (first?.tokenIn ?? tokenIn);
  const spent = new Map<string, bigint>();
  for (const { tokenIn: token, amountIn } of legs) {
    spent.set(token, (spent.get(token) ?? 0n) + BigInt(amountIn));
  }
  const come = new Map<string, number>([[start, 1]]);
  const pools: FlowNode[] = [];
  const links: FlowLink[] = [];
  for (const [index, leg] of legs.entries()) {
    const here = come.get(leg.tokenIn) ?? 0;
    come.set(leg.tokenIn, here);
    const share = here * part(leg.amountIn, spent.get(leg.tokenIn) ?? 0n);
    come.set(leg.tokenOut, (come.get(leg.tokenOut) ?? 0) + share);
    const id = `pool-${index}`;
    pools.push({ id, leg, share });
    const between = { share, venue: leg.venue };
    links.push({ source: leg.tokenIn, target: id, ...between });
    links.push({ source: id, target: leg.tokenOut, ...between });
  }
  const tokens = [...come].map(([id, share]): FlowNode => ({ id, share }));
  return { nodes: [...tokens, ...pools], links };
}
