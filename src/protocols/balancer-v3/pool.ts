import type { Address } from "viem";
import { divWadDown } from "../balancer-v2/fixed-point.ts";
import { annualPercent } from "../growth.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, Quote, QuoteFailure } from "../protocol.ts";
import { capacity, evens } from "./capacity.ts";
import { joined, left, type Outcome, swapFeeAt, swapped } from "./operations.ts";
import { mathOf } from "./pool-math.ts";
import { loaded } from "./scaling.ts";
import type { BalancerV3Pool } from "./state.ts";

/**
 * Gas of a hop, as transactions use it in `test/protocols/balancer-v3/gas.integration.test.ts`; of
 * E-CLPs with the devnet's own contract.
 */
export const GAS = {
  weighted: { swap: 182_000n, deposit: 270_000n, redeem: 228_000n },
  stable: { swap: 212_000n, deposit: 281_000n, redeem: 253_000n },
  eclp: { swap: 248_000n, deposit: 359_000n, redeem: 288_000n },
};

/**
 * A swap for each ordered pair of tokens, then a deposit and a redemption for each token unless the
 * pool takes none of single tokens. None for a pool that is empty.
 */
export function edges(state: BalancerV3Pool): readonly Edge[] {
  const { address, tokens, balances, supply, takesSingle } = state;
  if (supply === 0n || balances.includes(0n)) return [];
  const swaps = tokens.flatMap((tokenIn) =>
    tokens
      .filter((tokenOut) => tokenOut !== tokenIn)
      .map((tokenOut): Edge => ({ action: "swap", tokenIn, tokenOut })),
  );
  if (!takesSingle) return swaps;
  const shares = tokens.flatMap((token): Edge[] => [
    { action: "deposit", tokenIn: token, tokenOut: address },
    { action: "redeem", tokenIn: address, tokenOut: token },
  ]);
  return [...swaps, ...shares];
}

/**
 * The largest input that works, 0 while the pool or the vault is paused. Where a StableSurge hook
 * refuses what makes a pool more uneven, or its fee sets in at once, it is found by halving.
 */
export function maxIn(state: BalancerV3Pool, edge: Edge, at: BlockContext): bigint {
  if (state.isPaused || edges(state).length === 0) return 0n;
  const most = capacity(state, edge, at.timestamp);
  if (state.kind !== "stable" || state.surge === null || most === 0n) return most;
  const works = (amountIn: bigint): boolean => {
    const outcome = outcomeOf(state, edge, { amountIn, at });
    return outcome.ok || outcome.reason === "amount-too-small";
  };
  if (works(most)) return most;
  let [least, beyond] = [0n, most];
  while (beyond - least > 1n) {
    const middle = (least + beyond) / 2n;
    if (works(middle)) least = middle;
    else beyond = middle;
  }
  return least;
}

/**
 * What the vault pays for an exact input. Deposits bring one token and redemptions take one, at the
 * price of a proportional join or exit and a swap of the rest.
 */
export function quote(
  state: BalancerV3Pool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<BalancerV3Pool> {
  if (amountIn <= 0n) return failed("amount-too-small");
  if (state.isPaused) return failed("paused");
  if (amountIn > capacity(state, edge, at.timestamp)) return failed("insufficient-liquidity");
  const outcome = outcomeOf(state, edge, { amountIn, at });
  if (!outcome.ok) return outcome;
  const [amountOut = 0n] = outcome.amounts;
  return { ok: true, amountOut, gas: GAS[state.kind][edge.action], next: outcome.next };
}

interface Input {
  readonly amountIn: bigint;
  readonly at: BlockContext;
}

function outcomeOf(state: BalancerV3Pool, edge: Edge, { amountIn, at }: Input): Outcome {
  const { tokens } = state;
  switch (edge.action) {
    case "swap": {
      if (overshoots(state, edge, { amountIn, at })) return failed("insufficient-liquidity");
      const indexIn = tokens.indexOf(edge.tokenIn);
      const swap = { indexIn, indexOut: tokens.indexOf(edge.tokenOut), amountIn };
      return swapped(state, swap, at.timestamp);
    }
    case "deposit": {
      const amounts = tokens.map((token) => (token === edge.tokenIn ? amountIn : 0n));
      return joined(state, amounts, at.timestamp);
    }
    case "redeem": {
      const exit = { index: tokens.indexOf(edge.tokenOut), shares: amountIn };
      return left(state, exit, at.timestamp);
    }
  }
}

/**
 * Whether a swap makes an uneven pool even, and then more uneven than it was: there StableSurge's
 * fee sets in at once, and more input pays less.
 */
function overshoots(state: BalancerV3Pool, edge: Edge, { amountIn, at }: Input): boolean {
  if (state.kind !== "stable" || !evens(state, edge, at.timestamp)) return false;
  const indexIn = state.tokens.indexOf(edge.tokenIn);
  const indexOut = state.tokens.indexOf(edge.tokenOut);
  return swapFeeAt(state, { indexIn, indexOut, amountIn }, at.timestamp) !== state.swapFeeWad;
}

function failed(reason: QuoteFailure): { readonly ok: false; readonly reason: QuoteFailure } {
  return { ok: false, reason };
}

/** The share, which stands for all tokens of the pool. */
export function defiTokens({ address, tokens, vault }: BalancerV3Pool): readonly DefiToken[] {
  return [{ address, underlyingTokens: tokens, primaryAddress: vault, exact: true }];
}

/**
 * Invariant per share, 18 decimals: the pool's rate. 0 while the pool is empty.
 *
 * @param timestamp Seconds since the epoch.
 */
export function sharePrice(state: BalancerV3Pool, timestamp: bigint): bigint {
  if (state.supply === 0n || state.balances.includes(0n)) return 0n;
  const { live } = loaded(state, "down");
  const invariant = mathOf(state, timestamp).invariant(live, "down");
  return invariant === null ? 0n : divWadDown(invariant, state.supply);
}

/**
 * Growth of the invariant per share since about a day ago, in percent per year: the swap fees that
 * holders earn, and what rates grow by.
 */
export function apy(state: BalancerV3Pool, key: Address, { at }: ApyContext): number {
  if (key !== state.address || state.since === null) return 0;
  const price = sharePrice(state, at.timestamp);
  return annualPercent(state.since, { price, timestamp: Number(at.timestamp) });
}

/** The balances of the pool, less what is due of the growth of rates. */
export function holdings(state: BalancerV3Pool): readonly Holding[] {
  const { raw } = loaded(state, "down");
  return state.tokens.map((token, i) => ({ token, amount: raw[i] ?? 0n }));
}
