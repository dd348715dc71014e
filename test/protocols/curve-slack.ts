import type { BalancerV2Pool } from "../../src/protocols/balancer-v2/state.ts";
import { factorOf } from "../../src/protocols/balancer-v3/scaling.ts";
import type { BalancerV3Pool } from "../../src/protocols/balancer-v3/state.ts";
import type { CurveCryptoPool } from "../../src/protocols/curve-crypto/pool.ts";
import { poolAt } from "../../src/protocols/curve-lending/lending.ts";
import type { CurveLendingPool } from "../../src/protocols/curve-lending/pool.ts";
import { type CurvePool, spotPrice } from "../../src/protocols/curve-stableswap/pool.ts";
import type { CurveNgPool } from "../../src/protocols/curve-stableswap-ng/pool.ts";
import type { EkuboPool } from "../../src/protocols/ekubo/pool.ts";
import { toFixed } from "../../src/protocols/ekubo/sqrt-ratio.ts";
import type { FluidPool } from "../../src/protocols/fluid/state.ts";
import { type DexLitePool, scaleOf } from "../../src/protocols/fluid-dex-lite/state.ts";
import type { PendlePool } from "../../src/protocols/pendle/state.ts";
import type { Edge, PoolState } from "../../src/protocols/protocol.ts";
import type { RocketPoolState } from "../../src/protocols/rocket-pool/pool.ts";
import type { SolidlyPool } from "../../src/protocols/solidly/pool.ts";
import type { StakedToken } from "../../src/protocols/staking-tokens/pool.ts";
import type { UniswapV2Pool } from "../../src/protocols/uniswap-v2/pool.ts";

/** A quote that a curve is compared with. */
export interface Compared {
  readonly state: PoolState;
  readonly edge: Edge;
  readonly amountIn: number;
  /** Smallest unit of tokenOut; 0 where the amount was too small. */
  readonly exact: number;
  /** The larger of that and what the curve says. */
  readonly most: number;
  /** Marginal price of the curve's first unit. */
  readonly opening: number;
}

/**
 * How far a quote may be from its curve beyond 2 units and a billionth: what the contracts' own
 * rounding loses, smallest unit of tokenOut. None for families that are not listed.
 */
export function slackOf(family: string, compared: Compared): number {
  switch (family) {
    case "lido":
      // Up to three moves of stETH, each of whole shares, which are worth more than a wei.
      return 5;
    case "rocket-pool":
      return compared.exact > 0 ? 0 : Number((compared.state as RocketPoolState).minimumDeposit);
    case "staking-tokens":
      // Moves of eETH, as of stETH; what is below a least deposit is not quoted.
      return compared.exact > 0 ? 5 : 5 + Number((compared.state as StakedToken).minimum);
    case "curve-stableswap":
    case "curve-meta":
    case "curve-factory":
      return curveSlack(compared.state as CurvePool, compared);
    case "curve-lending":
      return curveLendingSlack(compared.state as CurveLendingPool, compared);
    case "curve-stableswap-ng":
      return curveNgSlack(compared.state as CurveNgPool, compared);
    case "curve-crypto":
      return curveCryptoSlack(compared.state as CurveCryptoPool, compared);
    case "balancer-v2":
      return balancerSlack(compared.state as BalancerV2Pool, compared);
    case "balancer-v3":
      return balancerV3Slack(compared.state as BalancerV3Pool, compared);
    case "balancer-v3-buffer":
      // A unit of the input and one of the output stay; what is below the least is not quoted.
      return compared.exact > 0 ? compared.opening : 10_000 * (1 + compared.opening) + 1;
    case "ekubo":
      return ekuboSlack(compared.state as EkuboPool, compared);
    case "fluid":
      return fluidSlack(compared.state as FluidPool, compared);
    case "fluid-dex-lite":
      return dexLiteSlack(compared.state as DexLitePool, compared);
    case "pendle":
      // What liquidity earns nothing of is refused, a few thousand units; liquidity and YT are
      // made of whole units of SY and PT, and YT is worth little of one.
      if (compared.exact === 0) return 1e5;
      return isOfPt(compared) ? 0 : 2 * (1 + compared.opening);
    case "sky-psm3":
      // What USDC buy is whole units of USDC by the rate, of which the others have a million
      // millions in one.
      return compared.opening > 1 ? 1e12 : 0;
    case "liquidity-book":
    case "pancakeswap-infinity-bin":
      // The fee of the last bin is whole units of the input.
      return compared.opening;
    case "uniswap-v2": {
      const state = compared.state as UniswapV2Pool;
      return pairSlack(state, Number(state.liquidity?.totalSupply ?? 0n), compared);
    }
    case "solidly":
      return solidlySlack(compared.state as SolidlyPool, compared);
    default:
      return 0;
  }
}

function isOfPt({ state, edge: { action, tokenIn, tokenOut } }: Compared): boolean {
  const market = state as PendlePool;
  const yt = market.kind === "market" ? market.yt : null;
  return action === "swap" && tokenIn !== yt && tokenOut !== yt;
}

/**
 * Fees of adds are whole units of each coin; the invariant is good for some units of 18 decimals.
 */
function curveSlack(state: CurvePool, { edge }: Compared): number {
  const { coins, rates } = state;
  if (edge.action !== "deposit") {
    return 24 / (Number(rates[coins.indexOf(edge.tokenOut)] ?? 1n) / 1e18);
  }
  return coins.reduce((sum, tokenIn) => {
    const { numerator, denominator } = spotPrice(state, { ...edge, tokenIn });
    return sum + (2 * Number(numerator)) / Number(denominator);
  }, 24);
}

/** As pools of stableswap-ng, with the balances of the time that curves are compared at. */
function curveLendingSlack(state: CurveLendingPool, compared: Compared): number {
  return curveNgSlack(poolAt(state, 1_800_000_000n), compared);
}

/** As plain pools; the fee moves with the distance of coins, between none and its most. */
function curveNgSlack(state: CurvePool, compared: Compared): number {
  const offpegE10 = state.offpegE10 ?? 0n;
  const most = Number(state.feeE10) * Math.max(1, Number(offpegE10) / 1e10);
  const moves = offpegE10 > 10n ** 10n ? (most / 1e10) * compared.exact : 0;
  return curveSlack(state, compared) + 1.1 * moves;
}

/**
 * Curves are sampled at amounts that double: between two of them, as fees move, they are off by
 * some hundredths, and by a tenth where nearly all liquidity is redeemed. What the invariant's own
 * rounding, 10^-14 of it, is more than the fee of, contracts refuse, a billionth of a balance.
 */
function curveCryptoSlack(state: CurveCryptoPool, { edge, exact, opening }: Compared): number {
  const index = state.coins.indexOf(edge.tokenOut);
  const held = Number(index < 0 ? state.supply : (state.balances[index] ?? 0n));
  const part = edge.action === "redeem" ? 0.15 : 3e-2;
  return part * exact + opening + 1 + (exact > 0 ? 1e-12 : 1e-8) * held;
}

/**
 * Fees on the input are whole units of it; powers are good for 10^-14, a stable pool's invariant
 * and ratios for 10^-18.
 */
function balancerSlack(state: BalancerV2Pool, { edge, exact, opening }: Compared): number {
  const index = state.tokens.indexOf(edge.tokenOut);
  const n = state.tokens.length;
  const paid = edge.action === "deposit" ? Number(state.supply) + exact : 0;
  if (state.kind === "weighted" || state.kind === "bootstrapping") {
    const whole = edge.action === "deposit" ? n * paid : Number(state.balances[index] ?? 0n);
    return opening + 1.5e-14 * whole;
  }
  const total = state.balances.reduce((sum, x, i) => sum + x * (state.scales[i] ?? 1n), 0n);
  if (edge.action === "deposit") return opening * (1 + 1e-18 * n * Number(total)) + 3e-18 * paid;
  return opening + (1_000 + 3e-18 * Number(total)) / Number(state.scales[index] ?? 1n);
}

/**
 * As of Balancer V2; a unit of 18 decimals is some of the output's, and amounts are rounded by it
 * first.
 */
function balancerV3Slack(state: BalancerV3Pool, { edge, exact, opening }: Compared): number {
  const index = state.tokens.indexOf(edge.tokenOut);
  const { length: n } = state.tokens;
  const paid = edge.action === "deposit" ? Number(state.supply) + exact : 0;
  const unit = (i: number) => 1e18 / Number(factorOf(state, i));
  if (state.kind === "weighted") {
    const whole = edge.action === "deposit" ? n * paid : Number(state.balances[index] ?? 0n);
    // Joins compare two invariants, one rounded up and one down, and an exit's tax is of rounded
    // amounts.
    return opening + (edge.action === "swap" ? 1.5e-14 : 3e-14) * whole;
  }
  const total = state.balances.reduce((sum, x, i) => sum + Number(x) / unit(i), 0);
  if (edge.action === "deposit") return opening * (1 + 1e-18 * n * total) + 3e-18 * paid;
  return opening + (1_000 + 3e-18 * total) * unit(index);
}

/** Shares of amounts, of which a deposit swaps one, are 2^-64 apart. */
const SHARE_STEP = 2 ** -64;

/**
 * Both tokens are moved in whole units. A unit that a deposit loses of what its swap leaves of a
 * reserve is worth that part of all shares, twice as it counts in the shares and in the reserve.
 */
function pairSlack(
  { token0, reserve0, reserve1 }: Pick<UniswapV2Pool, "token0" | "reserve0" | "reserve1">,
  supply: number,
  { edge, amountIn, most }: Compared,
): number {
  const [r0, r1] = [Number(reserve0), Number(reserve1)];
  switch (edge.action) {
    case "swap":
      return 0;
    case "deposit":
      return (
        2 * (supply + most) * (1 + most / supply) * (1 / r0 + 1 / r1) +
        (2 * SHARE_STEP * amountIn * supply) / (edge.tokenIn === token0 ? r0 : r1)
      );
    case "redeem":
      return 2 * (edge.tokenOut === token0 ? r0 / r1 : r1 / r0);
  }
}

/**
 * As pairs; besides, fees on the input are whole units of it, and deposits are flattened by up to
 * three hundredths of the fee.
 */
function solidlySlack(state: SolidlyPool, compared: Compared): number {
  const { edge, exact, opening } = compared;
  const units = pairSlack(state, Number(state.totalSupply), compared);
  if (edge.action === "swap") return opening;
  if (!state.isStable) return units;
  const flattened = edge.action === "deposit" ? (3 * exact * state.feeBps) / 1e6 : 0;
  // At a stable pool's price a unit of the scarce token may be worth some of the other.
  return 2 + 2 * units + opening + flattened;
}

/**
 * Amounts are rounded to 12 decimals, in and out, of both reserves; below a millionth of a token
 * none is taken.
 */
function fluidSlack(
  { tokens, numerators, denominators }: FluidPool,
  { edge, exact, opening }: Compared,
): number {
  const unit = (token: string) => {
    const place = tokens[0] === token ? 0 : 1;
    return Math.max(1, Number(denominators[place]) / Number(numerators[place]));
  };
  const lost = 3 * (opening * unit(edge.tokenIn) + unit(edge.tokenOut));
  return exact > 0 ? lost : lost + opening * Math.max(1e6 * unit(edge.tokenIn), 200);
}

/**
 * Amounts are rounded to nine decimals, in and out; below a hundred-thousandth of a token none is
 * taken.
 */
function dexLiteSlack(pool: DexLitePool, { edge, exact, opening }: Compared): number {
  const unit = (token: string) => {
    const { divisor, factor } = scaleOf(pool, pool.tokens[0] === token ? 0 : 1);
    return { of: Math.max(1, Number(divisor)), least: 1e4 * (Number(divisor) / Number(factor)) };
  };
  const [given, got] = [unit(edge.tokenIn), unit(edge.tokenOut)];
  const lost = 3 * (opening * given.of + got.of);
  return exact > 0 ? lost : lost + opening * given.least;
}

/**
 * The square root of the price has 62 bits at least, and is rounded towards its start: so much of
 * the liquidity is not paid, once for each stretch.
 */
function ekuboSlack(
  { ticks: { liquidityAbove }, sqrtRatio, token0 }: EkuboPool,
  { edge }: Compared,
): number {
  const root = Number(toFixed(sqrtRatio)) / 2 ** 128;
  const liquidity = liquidityAbove.reduce((sum, each) => sum + Number(each), 0);
  return 2 ** -62 * liquidity * (edge.tokenIn === token0 ? root : 1 / root);
}
