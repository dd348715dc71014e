import type { Address } from "viem";
import { annualPercent, type GrowthWindow } from "../growth.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type {
  BlockContext,
  Edge,
  Holding,
  PoolState,
  Quote,
  QuoteFailure,
  Ratio,
} from "../protocol.ts";
import { pricesAt } from "./invariant.ts";
import { leastMaxIn, maxIn } from "./max-in.ts";
import { E18 } from "./newton.ts";
import { invariantAt, type Reserves, scaled, shapeAt } from "./reserves.ts";
import { addCoins, exchange, removeForCoin, type Traded } from "./trade.ts";

/** State of one pool of two or three coins, which is its own liquidity token. */
export interface CurveCryptoPool extends PoolState, GrowthWindow, Reserves {
  readonly address: Address;
  readonly coins: readonly Address[];
}

/**
 * Gas of a call, by the number of coins: estimates, as the original's code is not in any package.
 * Of a redemption each coin but one is exchanged besides.
 */
const GAS: Readonly<Record<"swap" | "deposit" | "burn", readonly [two: bigint, three: bigint]>> = {
  swap: [170_000n, 220_000n],
  deposit: [210_000n, 290_000n],
  burn: [110_000n, 140_000n],
};

/** Gas of a call. */
export function gasOf({ coins }: Pick<CurveCryptoPool, "coins">, call: keyof typeof GAS): bigint {
  return GAS[call][coins.length === 2 ? 0 : 1];
}

/** Gas of a hop. */
export function gasOfHop(state: CurveCryptoPool, action: Edge["action"]): bigint {
  if (action !== "redeem") return gasOf(state, action);
  return gasOf(state, "burn") + BigInt(state.coins.length - 1) * gasOf(state, "swap");
}

/**
 * Swaps between all coins, then deposits of each, then redemptions into each; none without
 * liquidity. Order: by coin, tokenIn first.
 */
export function edges({ coins, address, supply, balances }: CurveCryptoPool): readonly Edge[] {
  if (supply === 0n || balances.includes(0n)) return [];
  return [
    ...coins.flatMap((tokenIn) =>
      coins
        .filter((coin) => coin !== tokenIn)
        .map((tokenOut): Edge => ({ action: "swap", tokenIn, tokenOut })),
    ),
    ...coins.map((tokenIn): Edge => ({ action: "deposit", tokenIn, tokenOut: address })),
    ...coins.map((tokenOut): Edge => ({ action: "redeem", tokenIn: address, tokenOut })),
  ];
}

/** Exact to the wei what the contract pays in the block `at`. */
export function quote(
  state: CurveCryptoPool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<CurveCryptoPool> {
  if (amountIn <= 0n) return failed("amount-too-small");
  if (amountIn > leastMaxIn(state, edge) && amountIn > maxIn(state, edge, at))
    return failed("insufficient-liquidity");
  const traded = trade(state, edge, amountIn, at);
  if (traded === null || traded.amountOut === 0n) return failed("amount-too-small");
  return { ok: true, ...traded, gas: gasOfHop(state, edge.action) };
}

function failed(reason: QuoteFailure): { readonly ok: false; readonly reason: QuoteFailure } {
  return { ok: false, reason };
}

function trade(
  state: CurveCryptoPool,
  { action, tokenIn, tokenOut }: Edge,
  amountIn: bigint,
  { timestamp }: BlockContext,
): Traded<CurveCryptoPool> | null {
  const i = state.coins.indexOf(tokenIn);
  const j = state.coins.indexOf(tokenOut);
  switch (action) {
    case "swap":
      return exchange(state, { i, j, amountIn }, timestamp);
    case "deposit":
      return addCoins(
        state,
        state.coins.map((_, index) => (index === i ? amountIn : 0n)),
        timestamp,
      );
    case "redeem":
      return removeForCoin(state, { j, amountIn }, timestamp);
  }
}

/**
 * What a smallest unit of each coin is worth in units of the first one, 36 decimals, by the
 * derivatives of the invariant.
 */
function worths(state: CurveCryptoPool, timestamp: bigint): readonly bigint[] {
  const d = invariantAt(state, timestamp) ?? state.d;
  const prices = pricesAt(scaled(state), d, shapeAt(state, timestamp));
  return state.precisions.map((precision, i) => {
    const [price, scale] = [prices[i - 1], state.priceScales[i - 1]];
    return precision * (price === undefined || scale === undefined ? E18 * E18 : price * scale);
  });
}

/**
 * Marginal price before fees; liquidity is worth what it is a part of, as D grows like balances.
 */
export function spotPrice(
  state: CurveCryptoPool,
  { action, tokenIn, tokenOut }: Edge,
  { timestamp }: Pick<BlockContext, "timestamp">,
): Ratio {
  const each = worths(state, timestamp);
  const whole = each.reduce((sum, worth, i) => sum + worth * (state.balances[i] ?? 0n), 0n);
  const liquidity: Ratio = { numerator: whole, denominator: state.supply };
  const coin = (token: Address): Ratio => ({
    numerator: each[state.coins.indexOf(token)] ?? 0n,
    denominator: 1n,
  });
  const given = action === "redeem" ? liquidity : coin(tokenIn);
  const got = action === "deposit" ? liquidity : coin(tokenOut);
  return {
    numerator: given.numerator * got.denominator,
    denominator: given.denominator * got.numerator,
  };
}

/** The liquidity token, which is the pool. */
export function defiTokens({ address, coins }: CurveCryptoPool): readonly DefiToken[] {
  return [{ address, underlyingTokens: coins, primaryAddress: address, exact: true }];
}

/**
 * Yearly growth in percent of the virtual price, which is what fees earn less what moves of the
 * scale cost, over the last indexed day or two.
 */
export function apy({ since, virtualPrice }: CurveCryptoPool, _: Address, { at }: ApyContext) {
  return annualPercent(since, { price: virtualPrice, timestamp: Number(at.timestamp) });
}

/** The balances. */
export function holdings({ coins, balances }: CurveCryptoPool): readonly Holding[] {
  return coins.map((token, i) => ({ token, amount: balances[i] ?? 0n }));
}
