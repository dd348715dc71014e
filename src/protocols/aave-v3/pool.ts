import type { Address } from "viem";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import { MAX_UINT128, min } from "../../lib/math.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { accrue, type Interest } from "./interest.ts";
import { largestAmount, largestScaled, rayDiv, rayMul } from "./ray-math.ts";

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
  /** What the aToken holds of the underlying, smallest unit. */
  readonly availableLiquidity: bigint;
}

/**
 * Gas of a hop: 191,000 for `supply` and 168,000 for `withdraw` (receipts of
 * `test/protocols/aave-v3/limits.integration.test.ts` less the transaction itself; rewards add
 * 60,000), and moving the input to the caller, which costs 80,000 for aTokens.
 */
const GAS = { deposit: 210_000n, redeem: 260_000n };

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
  // Accounts hold their scaled balances as uint128.
  const countable = largestAmount(MAX_UINT128, accrued.liquidityIndexRay);
  const room = supplyCapRoom(accrued);
  return room === null ? countable : min(room, countable);
}

function maxRedeem(accrued: AaveV3Reserve): bigint {
  if (refusesRedemptions(accrued)) return 0n;
  const { scaledSupply, availableLiquidity, liquidityIndexRay } = accrued;
  const scaled = min(scaledSupply, largestScaled(availableLiquidity, liquidityIndexRay));
  return scaled === 0n ? 0n : largestAmount(scaled, liquidityIndexRay);
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
 */
function supplyCapRoom(accrued: AaveV3Reserve): bigint | null {
  const { supplyCap, scaledSupply, accruedToTreasury, liquidityIndexRay, decimals } = accrued;
  if (supplyCap === 0n) return null;
  const supplied = rayMul(scaledSupply + accruedToTreasury, liquidityIndexRay);
  const cap = supplyCap * 10n ** BigInt(decimals);
  return cap > supplied ? cap - supplied : 0n;
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
  const scaled = rayDiv(amountIn, accrued.liquidityIndexRay);
  if (scaled === 0n) return { ok: false, reason: "amount-too-small" };
  const next = {
    ...accrued,
    scaledSupply: accrued.scaledSupply + scaled,
    availableLiquidity: accrued.availableLiquidity + amountIn,
  };
  return { ok: true, amountOut: rayMul(scaled, accrued.liquidityIndexRay), gas: GAS.deposit, next };
}

function quoteRedeem(accrued: AaveV3Reserve, amountIn: bigint): Quote<AaveV3Reserve> {
  if (refusesRedemptions(accrued)) return { ok: false, reason: "paused" };
  if (amountIn > maxRedeem(accrued)) return { ok: false, reason: "insufficient-liquidity" };
  const scaled = rayDiv(amountIn, accrued.liquidityIndexRay);
  if (scaled === 0n) return { ok: false, reason: "amount-too-small" };
  const amountOut = rayMul(scaled, accrued.liquidityIndexRay);
  const next = {
    ...accrued,
    scaledSupply: accrued.scaledSupply - scaled,
    availableLiquidity: accrued.availableLiquidity - amountOut,
  };
  return { ok: true, amountOut, gas: GAS.redeem, next };
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
  const gas = edge.action === "deposit" ? GAS.deposit : GAS.redeem;
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
  const { underlying, scaledSupply, liquidityIndexRay } = accruedTo(state, at);
  return [{ token: underlying, amount: rayMul(scaledSupply, liquidityIndexRay) }];
}
