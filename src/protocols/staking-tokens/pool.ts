import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { MAX_UINT128, max, min } from "../../lib/math.ts";
import { annualPercent } from "../growth.ts";
import { arriving, etherBySharesDown, sharesByEtherDown } from "../lido/share-rate.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import type { StakingReading } from "./inquiry.ts";
import { termsOf } from "./terms.ts";

/** State of one token of staked native currency. */
export interface StakedToken extends PoolState, StakingReading {
  readonly token: Address;
  readonly entry: Address;
  readonly wrapper: Address | null;
  /** What a share was worth a day or two ago, 27 decimals; timestamp in seconds. */
  readonly sincePrice: bigint;
  readonly sinceTimestamp: number;
}

/** Estimates, of an account that is new to the token; of deposits in `terms.ts`. */
export const GAS = { wrap: 90_000n, unwrap: 90_000n };

const RAY = 10n ** 27n;
const BPS = 10_000n;

/** Deposit of native currency; wrap and unwrap where there is a wrapper. */
export function edges({ token, wrapper }: StakedToken): readonly Edge[] {
  const deposit: Edge = { action: "deposit", tokenIn: NATIVE, tokenOut: token };
  if (wrapper === null) return [deposit];
  return [
    deposit,
    { action: "deposit", tokenIn: token, tokenOut: wrapper },
    { action: "redeem", tokenIn: wrapper, tokenOut: token },
  ];
}

/** Up to the cap; of tokens that are wrapped or unwrapped, all that exist. 0 while paused. */
export function maxIn(state: StakedToken, edge: Edge): bigint {
  const { assets, wrapped, cap, supplied } = state;
  if (edge.tokenIn === state.wrapper) return wrapped;
  if (edge.tokenIn === state.token) return assets;
  if (state.isPaused || assets === 0n) return 0n;
  const most = max(0n, MAX_UINT128 - assets);
  if (cap === null) return most;
  const room = max(0n, cap - supplied);
  if (termsOf(state.slug).caps !== "issued") return min(most, room);
  const { numerator, denominator } = rate(state);
  return min(most, largest(room, numerator, denominator));
}

/** The largest input that is given no more than `room`. */
function largest(room: bigint, numerator: bigint, denominator: bigint): bigint {
  return ((room + 1n) * denominator - 1n) / numerator;
}

/** Shares for native currency, as a fraction; one to one while there are none. */
function rate({ shares, assets, adjustmentBps }: StakingReading): Ratio {
  if (shares === 0n) return { numerator: 1n, denominator: 1n };
  return { numerator: shares * (BPS - BigInt(adjustmentBps)), denominator: assets * BPS };
}

/**
 * What the receiver gains, each rounded down. A token whose balances round is sent on by the
 * account that deposits or unwraps, and its transfers move whole shares, as Lido's.
 *
 * @see https://github.com/etherfi-protocol/smart-contracts/blob/b4a0968087b178bc346cdf6bee6c0597bf4c42c7/src/core/EETH.sol#L343
 */
export function quote(state: StakedToken, edge: Edge, amountIn: bigint): Quote<StakedToken> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (edge.tokenIn === NATIVE) return stake(state, edge, amountIn);
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  if (edge.tokenIn === state.token) {
    const shares = sharesByEtherDown(ratesOf(state), amountIn);
    return paid({ ...state, wrapped: state.wrapped + shares }, shares, GAS.wrap);
  }
  const rates = ratesOf(state);
  const sent = arriving(rates, etherBySharesDown(rates, amountIn));
  const next = { ...state, wrapped: state.wrapped - amountIn };
  return paid(next, arriving(rates, sent), GAS.unwrap);
}

function stake(state: StakedToken, edge: Edge, amountIn: bigint): Quote<StakedToken> {
  if (state.isPaused) return { ok: false, reason: "paused" };
  if (amountIn < state.minimum) return { ok: false, reason: "amount-too-small" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "cap-exceeded" };
  const { numerator, denominator } = rate(state);
  const shares = (amountIn * numerator) / denominator;
  if (shares === 0n) return { ok: false, reason: "amount-too-small" };
  const next = staked(state, amountIn, shares);
  const { depositGas } = termsOf(state.slug);
  if (state.wrapper === null) return paid(next, shares, depositGas);
  const rates = ratesOf(next);
  return paid(next, arriving(rates, etherBySharesDown(rates, shares)), depositGas);
}

/** The state after a deposit. */
function staked(state: StakedToken, amountIn: bigint, shares: bigint): StakedToken {
  const { rate: kind, caps } = termsOf(state.slug);
  const counted = caps === "issued" ? shares : caps === "deposited" ? amountIn : 0n;
  const next = {
    ...state,
    held: state.held + amountIn,
    supplied: state.supplied + counted,
  };
  if (kind === "told") return next;
  return { ...next, shares: state.shares + shares, assets: state.assets + amountIn };
}

function ratesOf({ shares, assets }: StakingReading) {
  return { internalShares: shares, internalEther: assets };
}

function paid(next: StakedToken, amountOut: bigint, gas: bigint): Quote<StakedToken> {
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  return { ok: true, amountOut, gas, next };
}

/** The issuer's rate; one to one for a token whose balances grow. */
export function spotPrice(state: StakedToken, edge: Edge): Ratio {
  const { token, wrapper, shares, assets } = state;
  if (edge.tokenIn === wrapper) return { numerator: assets, denominator: shares };
  if (edge.tokenOut === wrapper) return { numerator: shares, denominator: assets };
  return wrapper !== null && edge.tokenOut === token
    ? { numerator: 1n, denominator: 1n }
    : rate(state);
}

/** The native currency behind the token. */
export function holdings({ held }: StakedToken): readonly Holding[] {
  return [{ token: NATIVE, amount: held }];
}

/** The token, and its wrapper. */
export function defiTokens({ token, entry, wrapper }: StakedToken): readonly DefiToken[] {
  const own = { address: token, underlyingTokens: [NATIVE], primaryAddress: entry };
  if (wrapper === null) return [{ ...own, exact: true }];
  return [
    { ...own, exact: false },
    { address: wrapper, underlyingTokens: [token], primaryAddress: wrapper, exact: true },
  ];
}

/** What a share is worth, 27 decimals. */
export function price({ shares, assets }: Pick<StakingReading, "shares" | "assets">): bigint {
  return shares === 0n ? RAY : (assets * RAY) / shares;
}

/** Yearly growth of a share over the last day or two. */
export function apy(state: StakedToken, _key: Address, { at }: ApyContext): number {
  return growth(state, at);
}

function growth(state: StakedToken, { timestamp }: BlockContext): number {
  return annualPercent(
    { price: state.sincePrice, timestamp: state.sinceTimestamp },
    { price: price(state), timestamp: Number(timestamp) },
  );
}
