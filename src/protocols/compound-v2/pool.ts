import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import { MAX_UINT128, max, min } from "../../lib/math.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { forkOf } from "./contracts.ts";
import { FORKS } from "./forks.ts";
import {
  accrued,
  assetsDown,
  assetsOf,
  exchangeRateWad,
  type Interest,
  largestShares,
  MOST_RATE_WAD,
  sharesDown,
  supplyRate,
} from "./interest.ts";

/** State of one market: a token that is lent to whoever pledged enough in any market. */
export interface CompoundV2Market extends PoolState, Interest {
  /** The market is the token of its shares, too. */
  readonly cToken: Address;
  readonly comptroller: Address;
  /** What is supplied and repaid; the native currency under its own name. */
  readonly asset: Address;
  /** What redemptions and loans are paid in: the same, or the native currency for wrapped one. */
  readonly paidIn: Address;
  readonly ticksPerYear: number;
  readonly rewardTokens: readonly Address[];
  /** Smallest unit of the asset; null: none. */
  readonly supplyCap: bigint | null;
  /** Part of a redemption that the treasury takes, 18 decimals. */
  readonly redeemFeeWad: bigint;
  readonly isMintPaused: boolean;
  readonly isRedeemPaused: boolean;
  readonly isTransferPaused: boolean;
  readonly isBorrowPaused: boolean;
}

/**
 * Estimates: a mint and a redemption with the accrual, the comptroller's bookkeeping of rewards and
 * the transfers.
 */
export const GAS = { deposit: 180_000n, redeem: 190_000n };

const WAD = 10n ** 18n;

/** Deposit and redeem. */
export function edges({ asset, cToken, paidIn }: CompoundV2Market): readonly Edge[] {
  return [
    { action: "deposit", tokenIn: asset, tokenOut: cToken },
    { action: "redeem", tokenIn: cToken, tokenOut: paidIn },
  ];
}

/** Up to the cap, or what the cash pays; 0 while it is paused. */
export function maxIn(state: CompoundV2Market, edge: Edge, at: BlockContext): bigint {
  if (isPaused(state, edge)) return 0n;
  const now = accrued(state, at);
  const rateWad = exchangeRateWad(now);
  if (rateWad === 0n) return 0n;
  if (edge.action === "deposit") return min(MAX_UINT128, roomBelowCap(now, rateWad));
  return min(now.totalSupply, largestShares(now.cash, rateWad));
}

/**
 * What may still be supplied.
 *
 * @see https://unpkg.com/@venusprotocol/venus-protocol@10.3.0/contracts/Comptroller/Diamond/facets/PolicyFacet.sol
 * @see https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/src/Comptroller.sol#L283
 */
function roomBelowCap(now: CompoundV2Market, rateWad: bigint): bigint {
  const { supplyCap, totalSupply, asset } = now;
  if (supplyCap === null) return MAX_UINT128;
  if (FORKS[forkOf(now.slug)].cap === "assets") return max(0n, supplyCap - 1n - assetsOf(now));
  const room = max(0n, supplyCap - assetsDown(totalSupply, rateWad));
  return asset === NATIVE && totalSupply > 0n ? roomForNative(now, supplyCap, room) : room;
}

/**
 * The comptroller asks the native market for its rate while what is supplied is there already, and
 * so counts it twice.
 *
 * @see https://unpkg.com/@venusprotocol/venus-protocol@10.3.0/contracts/Tokens/VTokens/VBNB.sol
 */
function roomForNative(now: CompoundV2Market, supplyCap: bigint, room: bigint): bigint {
  const counted = (amount: bigint) => {
    const rateWad = exchangeRateWad({ ...now, cash: now.cash + amount });
    return assetsDown(now.totalSupply, rateWad) + amount;
  };
  // Roundings hide no more than the worth of one unit of the rate.
  let least = max(0n, (supplyCap - assetsOf(now)) / 2n);
  if (counted(least) > supplyCap) return 0n;
  let most = min(room, least + now.totalSupply / WAD + 2n);
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (counted(middle) > supplyCap) most = middle - 1n;
    else least = middle;
  }
  return least;
}

/** Nothing can be done either while the rate is beyond what the market believes. */
function isPaused(state: CompoundV2Market, { action }: Edge): boolean {
  if (state.borrowRateWad > MOST_RATE_WAD) return true;
  // The router moves the shares, before a redemption or after a deposit.
  if (state.isTransferPaused) return true;
  return action === "deposit" ? state.isMintPaused : state.isRedeemPaused;
}

/**
 * Shares for what is supplied, or what shares are worth less the treasury's part, with the interest
 * of the block `at`; each rounded down.
 *
 * @see https://github.com/compound-finance/compound-protocol/blob/a3214f67b73310d547e00fc578e8355911c9d376/contracts/CToken.sol#L400
 */
export function quote(
  state: CompoundV2Market,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<CompoundV2Market> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (isPaused(state, edge)) return { ok: false, reason: "paused" };
  const now = accrued(state, at);
  const rateWad = exchangeRateWad(now);
  if (amountIn > maxIn(state, edge, at)) {
    const isCapped = edge.action === "deposit" && rateWad > 0n && now.supplyCap !== null;
    return { ok: false, reason: isCapped ? "cap-exceeded" : "insufficient-liquidity" };
  }
  if (edge.action === "deposit") {
    const amountOut = sharesDown(amountIn, rateWad);
    if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
    const next = {
      ...now,
      totalSupply: now.totalSupply + amountOut,
      cash: now.cash + amountIn,
    };
    return { ok: true, amountOut, gas: GAS.deposit, next };
  }
  const paid = assetsDown(amountIn, rateWad);
  const amountOut = paid - (paid * now.redeemFeeWad) / WAD;
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const next = { ...now, totalSupply: now.totalSupply - amountIn, cash: now.cash - paid };
  return { ok: true, amountOut, gas: GAS.redeem, next };
}

/** The exchange rate; 0 where shares are worth nothing. */
export function spotPrice(state: CompoundV2Market, edge: Edge, at: BlockContext): Ratio {
  const rateWad = exchangeRateWad(accrued(state, at));
  if (edge.action === "redeem") return { numerator: rateWad, denominator: WAD };
  return rateWad === 0n
    ? { numerator: 0n, denominator: 1n }
    : { numerator: WAD, denominator: rateWad };
}

/** The exchange rate up to what the market takes or pays in the block `at`. */
export function curve(state: CompoundV2Market, edge: Edge, at: BlockContext): Curve {
  const { numerator, denominator } = spotPrice(state, edge, at);
  const kept = edge.action === "deposit" ? 1 : 1 - Number(state.redeemFeeWad) / 1e18;
  return linear({
    rate: (Number(numerator) / Number(denominator)) * kept,
    capacity: capacityOf(maxIn(state, edge, at)),
    gas: Number(edge.action === "deposit" ? GAS.deposit : GAS.redeem),
  });
}

/** What suppliers own in the block `at`, lent out or not. */
export function holdings(state: CompoundV2Market, at: BlockContext): readonly Holding[] {
  return [{ token: state.asset, amount: max(0n, assetsOf(accrued(state, at))) }];
}

/** The shares. */
export function defiTokens({ cToken, asset }: CompoundV2Market): readonly DefiToken[] {
  return [{ address: cToken, underlyingTokens: [asset], primaryAddress: cToken, exact: true }];
}

/** Rate of suppliers as of the block, without compounding and rewards. */
export function apy(state: CompoundV2Market, _key: Address, { at }: ApyContext): number {
  return supplyRate(accrued(state, at)) * state.ticksPerYear * 100;
}

/** Shares that an exact amount of assets costs in the block `at`, rounded up. */
export function sharesFor(state: CompoundV2Market, assets: bigint, at: BlockContext): bigint {
  const rateWad = exchangeRateWad(accrued(state, at));
  return rateWad === 0n ? 0n : (assets * WAD + rateWad - 1n) / rateWad;
}
