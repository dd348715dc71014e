import type { Address } from "viem";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import { max, min } from "../../lib/math.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import {
  accrued,
  type Interest,
  largestOf,
  largestPrincipal,
  presentDown,
  principalDown,
  supplyRateWad,
} from "./interest.ts";

/** State of one market: a base token that is lent against collateral. */
export interface CompoundV3Market extends PoolState, Interest {
  /** The market is the token that its suppliers hold, too; its balances grow. */
  readonly comet: Address;
  readonly base: Address;
  /** What may be pledged. */
  readonly collaterals: readonly Address[];
  /** Pays rewards, and in what; the zero address: in nothing. */
  readonly rewards: Address;
  readonly rewardToken: Address;
  /** Base token that the market holds, smallest unit. */
  readonly cash: bigint;
  /** Bits of what governance has paused. */
  readonly pauseFlags: number;
}

/** @see https://github.com/compound-finance/comet/blob/d5a30b0aaeff7755f1431e87f818990902237b03/contracts/CometCore.sol#L32 */
const PAUSED = { supply: 1, transfer: 2, withdraw: 4 } as const;
/** An account's principal is a signed number of 104 bits, that of all an unsigned one. */
const MOST_OF_ONE = (1n << 103n) - 1n;
const MOST_OF_ALL = (1n << 104n) - 1n;

/**
 * Estimates: `supplyTo` of an account that is new to the market, and `withdrawTo` with the transfer
 * of the input, which is a change of two accounts.
 */
export const GAS = { deposit: 140_000n, redeem: 210_000n };

const WAD = 1e18;
const SECONDS_PER_YEAR = 31_536_000;

type At = Pick<BlockContext, "timestamp">;

/** Deposit and redeem. */
export function edges({ base, comet }: CompoundV3Market): readonly Edge[] {
  return [
    { action: "deposit", tokenIn: base, tokenOut: comet },
    { action: "redeem", tokenIn: comet, tokenOut: base },
  ];
}

/** What the market can count, or what its cash pays; 0 while it is paused. */
export function maxIn(state: CompoundV3Market, edge: Edge, at: At): bigint {
  if (isPaused(state, edge)) return 0n;
  const { supplyIndex, totalSupply, cash } = accrued(state, at.timestamp);
  if (edge.action === "deposit") {
    const room = min(MOST_OF_ONE, max(0n, MOST_OF_ALL - totalSupply));
    return room === 0n ? 0n : largestOf(room, supplyIndex);
  }
  const principal = min(totalSupply, largestPrincipal(cash, supplyIndex));
  return principal === 0n ? 0n : largestOf(principal, supplyIndex);
}

/** A redemption moves the token to the caller first. */
function isPaused({ pauseFlags }: CompoundV3Market, { action }: Edge): boolean {
  const needed = action === "deposit" ? PAUSED.supply : PAUSED.withdraw | PAUSED.transfer;
  return (pauseFlags & needed) !== 0;
}

/**
 * What a fresh account gains, with the interest of the block `at`: principal is a whole number, and
 * is worth a little less than what was paid for it. Of a redemption the input is sent first, which
 * rounds in the same way, and what arrives is paid exactly.
 *
 * @see https://github.com/compound-finance/comet/blob/d5a30b0aaeff7755f1431e87f818990902237b03/contracts/Comet.sol#L876
 */
export function quote(
  state: CompoundV3Market,
  edge: Edge,
  amountIn: bigint,
  at: At,
): Quote<CompoundV3Market> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (isPaused(state, edge)) return { ok: false, reason: "paused" };
  const deposits = edge.action === "deposit";
  if (amountIn > maxIn(state, edge, at)) return { ok: false, reason: "insufficient-liquidity" };
  const now = accrued(state, at.timestamp);
  const principal = principalDown(amountIn, now.supplyIndex);
  const amountOut = presentDown(principal, now.supplyIndex);
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const next = deposits
    ? { ...now, totalSupply: now.totalSupply + principal, cash: now.cash + amountIn }
    : { ...now, totalSupply: now.totalSupply - principal, cash: now.cash - amountOut };
  return { ok: true, amountOut, gas: deposits ? GAS.deposit : GAS.redeem, next };
}

/** The market's token is worth one unit of the base token. */
export function spotPrice(): Ratio {
  return { numerator: 1n, denominator: 1n };
}

/** One to one up to what the market takes or pays in the block `at`. */
export function curve(state: CompoundV3Market, edge: Edge, at: At): Curve {
  const gas = edge.action === "deposit" ? GAS.deposit : GAS.redeem;
  return linear({ rate: 1, capacity: capacityOf(maxIn(state, edge, at)), gas: Number(gas) });
}

/** What suppliers are owed in the block `at`, lent out or not. Collateral is not counted. */
export function holdings(state: CompoundV3Market, at: At): readonly Holding[] {
  const { totalSupply, supplyIndex } = accrued(state, at.timestamp);
  return [{ token: state.base, amount: presentDown(totalSupply, supplyIndex) }];
}

/** The market itself, whose balances grow and whose transfers round to whole principal. */
export function defiTokens({ comet, base }: CompoundV3Market): readonly DefiToken[] {
  return [
    {
      address: comet,
      underlyingTokens: [base],
      primaryAddress: comet,
      exact: false,
      allowance: "all-or-nothing",
    },
  ];
}

/** Rate of suppliers as of the block, without compounding and rewards. */
export function apy(state: CompoundV3Market, _key: Address, { at }: ApyContext): number {
  const rate = supplyRateWad(accrued(state, at.timestamp));
  return (Number(rate) / WAD) * SECONDS_PER_YEAR * 100;
}
