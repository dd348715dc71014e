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
import { type Amplification, computeD, isSteady, productTerm } from "./invariant.ts";
import { addCoins, exchange, type Reserves, removeOneCoin, scaled, type Traded } from "./trade.ts";

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

/** Gas of a hop. */
export function gasOf({ offpegE10 }: CurvePool, action: Edge["action"]): bigint {
  return offpegE10 === null ? GAS[action] : GAS[action] + ORACLE_GAS;
}

const PRECISION = 10n ** 18n;

/**
 * A coin's balance may grow to this many times the liquidity, which is about the pool's size: more
 * buys nothing that counts, and the contract's own arithmetic overflows far above, after which
 * nobody could trade.
 */
const MOST_BY_SWAP = 100n;
/** The same where fees grow with the distance of coins: beyond, more rarely pays more. */
const MOST_BY_DYNAMIC_SWAP = 4n;
/** For deposits, whose fees on the other coins grow with the pool. */
const MOST_BY_DEPOSIT = 10n;

/**
 * The amplification in a block.
 *
 * @param timestamp Seconds since the epoch.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy
 */
export function amplificationAt(
  state: Pick<
    CurvePool,
    "aPrecision" | "dividesAtOnce" | "initialA" | "futureA" | "initialATime" | "futureATime"
  >,
  timestamp: bigint,
): Amplification {
  const { initialA: a0, futureA: a1, initialATime: t0, futureATime: t1 } = state;
  const { aPrecision, dividesAtOnce } = state;
  if (timestamp >= t1) return { a: a1, aPrecision, dividesAtOnce };
  const passed = max(timestamp - t0, 0n);
  const moved = ((a1 > a0 ? a1 - a0 : a0 - a1) * passed) / (t1 - t0);
  return { a: a1 > a0 ? a0 + moved : a0 - moved, aPrecision, dividesAtOnce };
}

/** The numbers of a pool that trades depend on. */
export type PoolNumbers = Pick<
  CurvePool,
  | ("rates" | "aPrecision" | "dividesAtOnce" | "balances" | "supply")
  | ("feeE10" | "adminFeeE10" | "offpegE10")
  | ("initialA" | "futureA" | "initialATime" | "futureATime")
>;

/** What the contract trades with in a block; timestamp in seconds since the epoch. */
export function reservesAt(state: PoolNumbers, timestamp: bigint): Reserves {
  const { balances, rates, supply, feeE10, adminFeeE10, offpegE10 } = state;
  const amplification = amplificationAt(state, timestamp);
  return { balances, rates, supply, feeE10, adminFeeE10, offpegE10, amplification };
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

/** The part of an amount, as a power of two, over which it is to pay more. */
const RISE_BITS = 10n;

/** Parts of the liquidity, as powers of two, that a redemption may have to leave. */
const LEFT_BITS = [20n, 10n, 7n, 5n, 4n, 3n, 2n, 1n];

/**
 * About what the pool holds, 18 decimals. Of rated coins a share may be worth any multiple of what it
 * was first.
 */
function sizeOf(state: CurvePool): bigint {
  if (state.offpegE10 === null) return state.supply;
  return scaled(state).reduce((sum, x) => sum + x, 0n);
}

/** What a coin's balance may grow by to a multiple of the pool's size, in its smallest unit. */
export function mostTaken(state: CurvePool, index: number, action: "swap" | "deposit"): bigint {
  const bySwap = state.offpegE10 === null ? MOST_BY_SWAP : MOST_BY_DYNAMIC_SWAP;
  const most = (action === "swap" ? bySwap : MOST_BY_DEPOSIT) * sizeOf(state);
  const balance = state.balances[index] ?? 0n;
  return max((most * PRECISION) / (state.rates[index] ?? 1n) - balance, 0n);
}

/**
 * Largest input: up to a multiple of the pool's size, or all liquidity; 0 while the pool is killed.
 * Of deposits as much as is sure to find the invariant; 0 where nothing is, in very uneven pools.
 */
export function maxIn(
  state: CurvePool,
  { action, tokenIn, tokenOut }: Edge,
  at: BlockContext,
): bigint {
  if (state.paused) return 0n;
  if (action === "redeem") return mostRedeemed(state, state.coins.indexOf(tokenOut), at);
  const index = state.coins.indexOf(tokenIn);
  const all = mostTaken(state, index, action);
  if (action === "deposit") return mostSteady(state, { index, all }, at);
  return mostSwapped(state, { i: index, j: state.coins.indexOf(tokenOut), all }, at);
}

/**
 * All liquidity; of code with an oracle as much as leaves enough of the coin for a price, and as
 * long as more pays more.
 */
function mostRedeemed(state: CurvePool, i: number, { timestamp }: BlockContext): bigint {
  const { supply } = state;
  if (state.offpegE10 === null) return supply;
  const pool = reservesAt(state, timestamp);
  const amounts = LEFT_BITS.map((bits) => supply - (supply >> bits) - 1n);
  return (
    amounts.find((most) => isRising(most, (amountIn) => removeOneCoin(pool, { i, amountIn }))) ?? 0n
  );
}

/** `all` of a coin; of code with an oracle the most of its halves at which more pays more. */
function mostSwapped(
  state: CurvePool,
  { i, j, all }: { readonly i: number; readonly j: number; readonly all: bigint },
  { timestamp }: BlockContext,
): bigint {
  if (state.offpegE10 === null) return all;
  const pool = reservesAt(state, timestamp);
  if (computeD(scaled(pool), pool.amplification) === null) return 0n;
  for (let most = all; most > 0n; most /= 2n) {
    if (isRising(most, (amountIn) => exchange(pool, { i, j, amountIn }))) return most;
  }
  return 0n;
}

/**
 * Whether an amount is traded, for more than a bit less of it would be: a fee that grows with the
 * distance of coins takes more, at some point, than what is added pays.
 */
function isRising(most: bigint, trade: (amountIn: bigint) => Traded | null): boolean {
  if (most <= 0n) return false;
  const traded = trade(most);
  if (traded === null || traded.amountOut === 0n) return false;
  const less = trade(most - (most >> RISE_BITS) - 1n);
  return less === null || less.amountOut < traded.amountOut;
}

/** The most of halves of `all` of a coin after whose deposit the invariant can be found for certain. */
function mostSteady(
  state: CurvePool,
  { index, all }: { readonly index: number; readonly all: bigint },
  { timestamp }: BlockContext,
): bigint {
  const amplification = amplificationAt(state, timestamp);
  const isSteadyAfter = (amountIn: bigint): boolean => {
    const balances = state.balances.map((held, i) => (i === index ? held + amountIn : held));
    return isSteady(scaled({ ...state, balances }), amplification);
  };
  if (!isSteadyAfter(0n)) return 0n;
  for (let amountIn = all; amountIn > 0n; amountIn /= 2n) {
    if (isSteadyAfter(amountIn)) return amountIn;
  }
  return 0n;
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
  const xp = scaled(state);
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

/**
 * D per liquidity token, 18 decimals: what fees raise.
 *
 * @param timestamp Seconds since the epoch.
 * @returns 0 without liquidity.
 */
export function virtualPrice(state: PoolNumbers, timestamp: bigint): bigint {
  const pool = reservesAt(state, timestamp);
  const d = computeD(scaled(pool), pool.amplification);
  return d === null || pool.supply === 0n ? 0n : (d * PRECISION) / pool.supply;
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
