import type { Address } from "viem";
import type { BlockContext, PoolState } from "../../protocols/protocol.ts";
import { inOrder, liquidityOf, paidBy, spentBy } from "./hop-tokens.ts";
import type { Hop, RouteInput } from "./route.ts";

/** A step of a flow, and what it finds. */
type Step = Pick<Hop, "edge" | "shareX64" | "state" | "amountIn" | "beside">;

interface Done {
  readonly hop: Hop;
  readonly next: PoolState;
  readonly spent: readonly RouteInput[];
  readonly paid: readonly RouteInput[];
}

/** What it runs on. */
interface On {
  readonly at: BlockContext;
  readonly balanceOf: (token: Address) => bigint;
}

/** Runs one step by its exact quote; null when it fails, or has nothing of a token to spend. */
export function runStep(step: Step, on: On): Done | null {
  if (step.beside !== undefined) {
    return step.edge.action === "deposit" ? runMint(step, on) : runBurn(step, on);
  }
  const { edge, state, amountIn } = step;
  const quote = edge.protocol.quote(state, edge, amountIn, on.at);
  if (!quote.ok) return null;
  const { amountOut, gas, next } = quote;
  const { shareX64 } = step;
  return {
    ...{ hop: { edge, state, shareX64, amountIn, amountOut, gas }, next },
    spent: [{ token: edge.tokenIn, amount: amountIn }],
    paid: [{ token: edge.tokenOut, amount: amountOut }],
  };
}

function runMint(step: Step, { at, balanceOf }: On): Done | null {
  const { edge, state } = step;
  const { liquidity, share } = liquidityOf(step);
  const spent = spentBy(step).map((token) => ({ token, amount: balanceOf(token) }));
  if (spent.some(({ amount }) => amount === 0n)) return null;
  const quote = liquidity.mint(state, inOrder(share, spent), at);
  if (!quote.ok) return null;
  const { amountOut, gas, next } = quote;
  const [first, ...beside] = spent;
  if (first === undefined) return null;
  const hop = { edge, state, shareX64: null, amountIn: first.amount, amountOut, gas, beside };
  return { hop, next, spent, paid: [{ token: edge.tokenOut, amount: amountOut }] };
}

function runBurn(step: Step, { at }: On): Done | null {
  const { edge, state, shareX64, amountIn } = step;
  const { liquidity, share } = liquidityOf(step);
  const quote = liquidity.burn(state, amountIn, at);
  if (!quote.ok) return null;
  const paid = paidBy(step).map((token) => {
    return { token, amount: quote.amountsOut[share.tokens.indexOf(token)] ?? 0n };
  });
  const [first, ...beside] = paid;
  if (first === undefined) return null;
  const hop = { edge, state, shareX64, amountIn, amountOut: first.amount, gas: quote.gas, beside };
  return { hop, next: quote.next, spent: [{ token: edge.tokenIn, amount: amountIn }], paid };
}
