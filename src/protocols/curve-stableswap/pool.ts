import type { Address } from "viem";
import { max } from "../../lib/math.ts";
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
import { isSmall } from "../small.ts";
import { computeD, productTerm } from "./invariant.ts";
import { maxIn } from "./max-in.ts";
import { amplificationAt, PRECISION, reservesAt, virtualPrice } from "./reserves.ts";
import { addCoins, exchange, removeOneCoin, scaled, type Traded } from "./trade.ts";

/** State of one plain pool: coins of like value that the pool itself holds. */
export interface CurvePool extends PoolState, GrowthWindow {
  readonly address: Address;
  /** The liquidity token, 18 decimals; the pool itself in later pools. */
  readonly lpToken: Address;
  readonly coins: readonly Address[];
  /** 10^(36 - decimals) of each coin. */
  readonly rates: readonly bigint[];
  /** Scale of the amplification: 1 or 100. */
  readonly aPrecision: bigint;
  /** Whether the code divides by n^n in one. */
  readonly dividesAtOnce: boolean;
  /** Whether the code divides by n times a balance and 1. */
  readonly addsUnit?: boolean | undefined;
  /** Whether an exchange writes balances as it counts them, rounded to what rates tell apart. */
  readonly keepsScaled?: boolean | undefined;
  /** Whether the functions that trade return what they pay. */
  readonly returnsAmount: boolean;
  /** Smallest unit of each coin, without the admin's share of fees. */
  readonly balances: readonly bigint[];
  /** Smallest unit of the liquidity token. */
  readonly supply: bigint;
  /** 10^10 is 100 %. */
  readonly feeE10: bigint;
  readonly adminFeeE10: bigint;
  /** How much the fee grows with the distance of coins, 10^10 is once; null of older code. */
  readonly offpegE10: bigint | null;
  /** The amplification moves in a line from one time to the other; scaled by `aPrecision`. */
  readonly initialA: bigint;
  readonly futureA: bigint;
  /** Seconds since the epoch. */
  readonly initialATime: bigint;
  readonly futureATime: bigint;
  /** A killed pool only pays out all coins in proportion. */
  readonly paused: boolean;
  /** The pool whose virtual price trades ask for; absent or null where they ask none. */
  readonly basePool?: Address | null;
}

/**
 * Gas of a hop, as `test/protocols/curve-stableswap/transitions.integration.test.ts` measures it.
 */
export const GAS: Readonly<Record<Edge["action"], bigint>> = {
  swap: 120_000n,
  deposit: 128_000n,
  redeem: 93_000n,
};

/** What an oracle and a fee that moves cost besides: about five reads and three writes. */
const ORACLE_GAS = 60_000n;

/**
 * What a base pool's virtual price costs, of which originals ask once: the devnet's own contracts,
 * which ask three times, cost 42,000 to 50,000 more than plain pools.
 */
const BASE_GAS = 35_000n;

/** Gas of a hop. */
export function gasOf({ offpegE10, basePool }: CurvePool, action: Edge["action"]): bigint {
  const oracle = offpegE10 === null ? 0n : ORACLE_GAS;
  return GAS[action] + oracle + (basePool == null ? 0n : BASE_GAS);
}

/**
 * Swaps between all coins, then deposits of each, then redemptions into each; none without
 * liquidity. Order: by coin, tokenIn first.
 */
export function edges(state: CurvePool): readonly Edge[] {
  const { coins, lpToken } = state;
  if (state.supply === 0n || state.balances.includes(0n)) return [];
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
export function quote<S extends CurvePool>(
  state: S,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<S> {
  if (amountIn <= 0n) return failed("amount-too-small");
  if (state.paused) return failed("paused");
  if (amountIn > maxIn(state, edge, at)) return failed("insufficient-liquidity");
  const traded = trade(state, edge, amountIn, at);
  if (traded === null || traded.amountOut === 0n) {
    // Within `maxIn` the contract refuses what its rounding eats up, and in very uneven pools also
    // amounts at which its arithmetic does not come to an end.
    const isEaten = isSmall(amountIn, spotPrice(state, edge, at));
    return failed(isEaten ? "amount-too-small" : "insufficient-liquidity");
  }
  const { amountOut, balances, supply } = traded;
  const gas = gasOf(state, edge.action);
  return { ok: true, amountOut, gas, next: { ...state, balances, supply } };
}

function failed(reason: QuoteFailure): { readonly ok: false; readonly reason: QuoteFailure } {
  return { ok: false, reason };
}

function trade(
  state: CurvePool,
  { action, tokenIn, tokenOut }: Edge,
  amountIn: bigint,
  { timestamp }: BlockContext,
): Traded | null {
  const pool = reservesAt(state, timestamp);
  const i = state.coins.indexOf(tokenIn);
  const j = state.coins.indexOf(tokenOut);
  switch (action) {
    case "swap":
      return exchange(pool, { i, j, amountIn });
    case "deposit":
      return addCoins(
        pool,
        state.coins.map((_, index) => (index === i ? amountIn : 0n)),
      );
    case "redeem":
      return removeOneCoin(pool, { i: j, amountIn });
  }
}

/**
 * Marginal price from the derivatives of the invariant, before fees. With K = D^(n+1) / (n^n *
 * product): one more of coin i is worth `Ann + K / x_i` of the invariant's measure, and one more of
 * D is worth `Ann - 1 + (n + 1) * K / D`.
 *
 * @param at When, for a pool whose amplification changes; by default after the change.
 */
export function spotPrice(
  state: CurvePool,
  { action, tokenIn, tokenOut }: Edge,
  at: Pick<BlockContext, "timestamp"> = { timestamp: state.futureATime },
): Ratio {
  const amplification = amplificationAt(state, at.timestamp);
  const { a, aPrecision } = amplification;
  // Somebody's oracle may tell that a coin is worth nothing.
  const xp = scaled(state).map((x) => max(x, 1n));
  const d = computeD(xp, amplification) ?? 0n;
  const n = BigInt(xp.length);
  const k = productTerm(xp, d, amplification) * aPrecision;
  const worth = (token: Address): Ratio => {
    const index = state.coins.indexOf(token);
    const x = xp[index] ?? 1n;
    return {
      numerator: (a * n * x + k) * (state.rates[index] ?? 0n),
      denominator: x * PRECISION,
    };
  };
  const liquidity: Ratio = {
    numerator: ((a * n - aPrecision) * d + (n + 1n) * k) * d,
    denominator: d * state.supply,
  };
  const given = action === "redeem" ? liquidity : worth(tokenIn);
  const got = action === "deposit" ? liquidity : worth(tokenOut);
  return {
    numerator: given.numerator * got.denominator,
    denominator: given.denominator * got.numerator,
  };
}

/** The liquidity token. */
export function defiTokens({ lpToken, coins, address }: CurvePool): readonly DefiToken[] {
  return [{ address: lpToken, underlyingTokens: coins, primaryAddress: address, exact: true }];
}

/**
 * Yearly growth in percent of the virtual price, which is what fees earn, over the last indexed day
 * or two.
 */
export function apy(state: CurvePool, _key: Address, { at }: ApyContext): number {
  const price = virtualPrice(state, at.timestamp);
  return annualPercent(state.since, { price, timestamp: Number(at.timestamp) });
}

/** The balances, without the admin's share of fees. */
export function holdings({ coins, balances }: CurvePool): readonly Holding[] {
  return coins.map((token, i) => ({ token, amount: balances[i] ?? 0n }));
}
