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

/** State of one pool of two or three coins. */
export interface CurveCryptoPool extends PoolState, GrowthWindow, Reserves {
  readonly address: Address;
  /** Of all but older code it is the pool itself. */
  readonly lpToken: Address;
  readonly coins: readonly Address[];
}

/** Gas by the number of coins. */
type Gas = readonly [two: bigint, three: bigint];
type Call = "swap" | "deposit" | "burn";

/**
 * Gas of a call, by the number of coins: estimates, as the original's code is not in any package.
 * Of a redemption each coin but one is exchanged besides; older code pays one coin in one call.
 */
const GAS: Readonly<Record<Call, Gas>> = {
  swap: [170_000n, 220_000n],
  deposit: [210_000n, 290_000n],
  burn: [110_000n, 140_000n],
};
const OLDER_GAS: Readonly<Record<Call, Gas>> = {
  swap: [270_000n, 390_000n],
  deposit: [330_000n, 510_000n],
  burn: [120_000n, 150_000n],
};

/** Gas of a call. */
export function gasOf({ coins, older }: Pick<CurveCryptoPool, "coins" | "older">, call: Call) {
  return (older === null ? GAS : OLDER_GAS)[call][coins.length === 2 ? 0 : 1];
}

/** Gas of a hop. */
export function gasOfHop(state: CurveCryptoPool, action: Edge["action"]): bigint {
  if (action !== "redeem") return gasOf(state, action);
  if (state.older !== null) return gasOf(state, "swap");
  return gasOf(state, "burn") + BigInt(state.coins.length - 1) * gasOf(state, "swap");
}

/**
 * Swaps between all coins, then deposits of each, then redemptions into each; none without
 * liquidity. Order: by coin, tokenIn first.
 */
export function edges({ coins, lpToken, supply, balances }: CurveCryptoPool): readonly Edge[] {
  if (supply === 0n || balances.includes(0n)) return [];
  return [
    ...coins.flatMap((tokenIn) =>
      coins
        .filter((coin) => coin !== tokenIn)
        .map((tokenOut): Edge => ({ action: "swap", tokenIn, tokenOut })),
    ),
    ...coins.map((tokenIn): Edge => ({ action: "deposit", tokenIn, tokenOut: lpToken })),
    ...coins.map((tokenOut): Edge => ({ action: "redeem", tokenIn: lpToken, tokenOut })),
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
  if (state.older?.isSpent) return failed("insufficient-liquidity");
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

/** The liquidity token, which is the pool but of older code. */
export function defiTokens({ address, lpToken, coins }: CurveCryptoPool): readonly DefiToken[] {
  return [{ address: lpToken, underlyingTokens: coins, primaryAddress: address, exact: true }];
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
