import type { Address } from "viem";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import { max, min } from "../../lib/math.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { accrue, type Interest } from "./interest.ts";
import { roundsAgainstUsers } from "./revision.ts";
import { roundingOf } from "./rounding.ts";

/**
 * State of one reserve: a token of a market and the aToken that its suppliers hold. The id is the
 * aToken.
 */
export interface AaveV3Reserve extends PoolState, Interest {
  /** The market's contract that takes deposits. */
  readonly pool: Address;
  readonly aToken: Address;
  readonly underlying: Address;
  readonly variableDebtToken: Address;
  /** Contract that pays rewards on the market's tokens. */
  readonly rewardsController: Address;
  /** Tokens that suppliers or borrowers are or were rewarded with, by address. */
  readonly rewards: readonly Address[];
  /** Of the underlying, as the market has it. */
  readonly decimals: number;
  readonly isActive: boolean;
  readonly isFrozen: boolean;
  readonly isPaused: boolean;
  readonly isBorrowingEnabled: boolean;
  /** Whole tokens of the underlying; 0 is no cap. */
  readonly supplyCap: bigint;
  /** Supply of the aToken divided by the liquidity index. */
  readonly scaledSupply: bigint;
  /** What the market counts of the underlying that the aToken holds, smallest unit. */
  readonly availableLiquidity: bigint;
}

/**
 * Gas of a hop: of version 3.0 190,000 for `supply` and 159,000 for `withdraw`, of 3.6 156,000 and
 * 140,000 (receipts of `test/protocols/aave-v3/limits.integration.test.ts` less the transaction
 * itself; rewards add 60,000), and moving the input to the caller, which costs 80,000 for aTokens.
 */
const GAS = {
  halfUp: { deposit: 210_000n, redeem: 260_000n },
  againstUsers: { deposit: 175_000n, redeem: 230_000n },
} as const;

function gasOf(state: AaveV3Reserve, action: "deposit" | "redeem"): bigint {
  return GAS[roundsAgainstUsers(state) ? "againstUsers" : "halfUp"][action];
}

/** Deposit and redeem. */
export function edges({ underlying, aToken }: AaveV3Reserve): readonly Edge[] {
  return [
    { action: "deposit", tokenIn: underlying, tokenOut: aToken },
    { action: "redeem", tokenIn: aToken, tokenOut: underlying },
  ];
}

/**
 * Largest deposit under the supply cap, or largest redemption that the aToken's cash pays; 0 while
 * the reserve refuses.
 *
 * @param at Block of the trade; interest uses up the cap, so that a quote for a later block ends
 *   lower. Default: the time of the state.
 */
export function maxIn(state: AaveV3Reserve, edge: Edge, at?: Pick<BlockContext, "timestamp">) {
  const accrued = at === undefined ? state : accruedTo(state, at);
  return edge.action === "deposit" ? maxDeposit(accrued) : maxRedeem(accrued);
}

function accruedTo(state: AaveV3Reserve, at: Pick<BlockContext, "timestamp">): AaveV3Reserve {
  return { ...state, ...accrue(state, at.timestamp) };
}

function maxDeposit(accrued: AaveV3Reserve): bigint {
  if (refusesDeposits(accrued)) return 0n;
  const { largestSupplied, maxScaled } = roundingOf(accrued);
  const countable = largestSupplied(maxScaled, accrued.liquidityIndexRay);
  const room = supplyCapRoom(accrued);
  return room === null ? countable : min(room, countable);
}

function maxRedeem(accrued: AaveV3Reserve): bigint {
  if (refusesRedemptions(accrued)) return 0n;
  const { scaledSupply, availableLiquidity, liquidityIndexRay } = accrued;
  const { largestScaled, largestSent } = roundingOf(accrued);
  const scaled = min(scaledSupply, largestScaled(availableLiquidity, liquidityIndexRay));
  return scaled === 0n ? 0n : largestSent(scaled, liquidityIndexRay);
}

function refusesDeposits(state: AaveV3Reserve): boolean {
  return !state.isActive || state.isPaused || state.isFrozen;
}

function refusesRedemptions(state: AaveV3Reserve): boolean {
  return !state.isActive || state.isPaused;
}

/**
 * What the supply cap still takes, smallest unit; null without a cap.
 *
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/logic/ValidationLogic.sol
 * @see https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/protocol/libraries/logic/ValidationLogic.sol
 */
function supplyCapRoom(accrued: AaveV3Reserve): bigint | null {
  const { supplyCap, scaledSupply, accruedToTreasury, liquidityIndexRay, decimals } = accrued;
  if (supplyCap === 0n) return null;
  const cap = supplyCap * 10n ** BigInt(decimals);
  const scaled = scaledSupply + accruedToTreasury;
  const { balance, largestScaled, largestSupplied } = roundingOf(accrued);
  if (!roundsAgainstUsers(accrued)) return max(0n, cap - balance(scaled, liquidityIndexRay));
  // Counted with what the deposit adds, in scaled units.
  const room = largestScaled(cap, liquidityIndexRay) - scaled;
  return room <= 0n ? 0n : largestSupplied(room, liquidityIndexRay);
}

/**
 * What a fresh account gains, with the interest of the block `at`. Of a redemption the input is
 * sent first: what arrives is a whole number of scaled units, and is paid exactly.
 *
 * The next state keeps the rates, which count from the next block on only.
 */
export function quote(
  state: AaveV3Reserve,
  edge: Edge,
  amountIn: bigint,
  at: Pick<BlockContext, "timestamp">,
): Quote<AaveV3Reserve> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  const accrued = accruedTo(state, at);
  return edge.action === "deposit"
    ? quoteDeposit(accrued, amountIn)
    : quoteRedeem(accrued, amountIn);
}

function quoteDeposit(accrued: AaveV3Reserve, amountIn: bigint): Quote<AaveV3Reserve> {
  if (refusesDeposits(accrued)) return { ok: false, reason: "paused" };
  if (amountIn > maxDeposit(accrued)) return { ok: false, reason: "cap-exceeded" };
  const { supplied, balance } = roundingOf(accrued);
  const scaled = supplied(amountIn, accrued.liquidityIndexRay);
  if (scaled === 0n) return { ok: false, reason: "amount-too-small" };
  const next = {
    ...accrued,
    scaledSupply: accrued.scaledSupply + scaled,
    availableLiquidity: accrued.availableLiquidity + amountIn,
  };
  const amountOut = balance(scaled, accrued.liquidityIndexRay);
  return { ok: true, amountOut, gas: gasOf(accrued, "deposit"), next };
}

function quoteRedeem(accrued: AaveV3Reserve, amountIn: bigint): Quote<AaveV3Reserve> {
  if (refusesRedemptions(accrued)) return { ok: false, reason: "paused" };
  if (amountIn > maxRedeem(accrued)) return { ok: false, reason: "insufficient-liquidity" };
  const { sent, balance } = roundingOf(accrued);
  const scaled = sent(amountIn, accrued.liquidityIndexRay);
  if (scaled === 0n) return { ok: false, reason: "amount-too-small" };
  const amountOut = balance(scaled, accrued.liquidityIndexRay);
  const next = {
    ...accrued,
    scaledSupply: accrued.scaledSupply - scaled,
    availableLiquidity: accrued.availableLiquidity - amountOut,
  };
  return { ok: true, amountOut, gas: gasOf(accrued, "redeem"), next };
}

/** An aToken is worth one unit of the underlying. */
export function spotPrice(): Ratio {
  return { numerator: 1n, denominator: 1n };
}

/** One to one up to what the cap or the cash allow in the block `at`. */
export function curve(
  state: AaveV3Reserve,
  edge: Edge,
  at: Pick<BlockContext, "timestamp">,
): Curve {
  const gas = gasOf(state, edge.action === "deposit" ? "deposit" : "redeem");
  return linear({ rate: 1, capacity: capacityOf(maxIn(state, edge, at)), gas: Number(gas) });
}

/**
 * Supply of the aToken in the block `at`, smallest unit of the underlying: what suppliers are owed,
 * whether it is there or lent out.
 */
export function holdings(
  state: AaveV3Reserve,
  at: Pick<BlockContext, "timestamp">,
): readonly Holding[] {
  const accrued = accruedTo(state, at);
  const amount = roundingOf(accrued).balance(accrued.scaledSupply, accrued.liquidityIndexRay);
  return [{ token: accrued.underlying, amount }];
}
