import type { Address } from "viem";
import { CurveGauge as abi } from "../../../abis/CurveGauge.ts";
import type { ApyContext, DefiToken, Position } from "../position.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { type RewardStream, streamsApy } from "../reward-streams.ts";
import type { GaugeKind } from "./contracts.ts";

/**
 * State of one gauge. A killed gauge earns no CRV any more, but takes deposits and pays them out as
 * ever.
 */
export interface CurveGauge extends PoolState {
  readonly address: Address;
  readonly lpToken: Address;
  readonly kind: GaugeKind;
  /** Deposits, smallest unit of the liquidity token. */
  readonly supply: bigint;
  readonly rewards: readonly RewardStream[];
}

/**
 * Gas of a hop, as `test/protocols/curve-gauge/reading.integration.test.ts` measures it: to move a
 * gauge's token, which a redemption begins with, settles the rewards of both accounts.
 */
export const GAS: Readonly<Record<"deposit" | "redeem", bigint>> = {
  deposit: 200_000n,
  redeem: 325_000n,
};

/** More than any token's supply; far above, sums of rewards overflow. */
const MOST_DEPOSITS = (1n << 128n) - 1n;

/** Deposit first; redemption where the gauge is a token. */
export function edges({ address, lpToken, kind }: CurveGauge): readonly Edge[] {
  const deposit: Edge = { action: "deposit", tokenIn: lpToken, tokenOut: address };
  const redeem: Edge = { action: "redeem", tokenIn: address, tokenOut: lpToken };
  return kind === "position" ? [deposit] : [deposit, redeem];
}

/** What is deposited can be redeemed. */
export function maxIn({ supply }: CurveGauge, { action }: Edge): bigint {
  return action === "redeem" ? supply : MOST_DEPOSITS - supply;
}

/** One to one. */
export function quote(state: CurveGauge, edge: Edge, amountIn: bigint): Quote<CurveGauge> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  const isRedeem = edge.action === "redeem";
  const supply = state.supply + (isRedeem ? -amountIn : amountIn);
  const gas = GAS[isRedeem ? "redeem" : "deposit"];
  return { ok: true, amountOut: amountIn, gas, next: { ...state, supply } };
}

/** One to one. */
export function spotPrice(): Ratio {
  return { numerator: 1n, denominator: 1n };
}

/** The gauge's token, where it can be transferred. */
export function defiTokens({ address, lpToken, kind }: CurveGauge): readonly DefiToken[] {
  if (kind === "position") return [];
  return [{ address, underlyingTokens: [lpToken], primaryAddress: address, exact: true }];
}

const balanceOf = abi.find((item) => item.type === "function" && item.name === "balanceOf");

/** The deposits of a gauge that issues no token. */
export function positions({ address, lpToken, kind }: CurveGauge): readonly Position[] {
  if (kind !== "position" || balanceOf?.type !== "function") return [];
  return [
    {
      ...{ key: address, address, primaryAddress: address, id: null, underlyingTokens: [lpToken] },
      ...{ credits: "caller", delegateOnly: false },
      shares: { target: address, function: balanceOf, args: [{ kind: "recipient" }], word: 0 },
    },
  ];
}

/**
 * Rewards of a year over the deposits, in percent. Without CRV, whose part depends on each
 * account's votes. 0 without a price.
 */
export function apy(
  { rewards, lpToken, supply }: CurveGauge,
  _key: Address,
  on: ApyContext,
): number {
  return streamsApy(rewards, { token: lpToken, amount: supply }, on);
}

/** All deposits. */
export function holdings({ lpToken, supply }: CurveGauge): readonly Holding[] {
  return [{ token: lpToken, amount: supply }];
}
