import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { MAX_UINT128, min } from "../../lib/math.ts";
import { annualPercent } from "../growth.ts";
import type { DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import {
  arriving,
  etherBySharesDown,
  increased,
  type ShareRate,
  sharesByEtherDown,
} from "./share-rate.ts";
import { consumed, currentStakeLimit } from "./stake-limit.ts";
import type { LidoFacts } from "./transitions.ts";

/** State of Lido. */
export interface LidoState extends PoolState, LidoFacts {
  readonly stEth: Address;
  readonly wstEth: Address;
}

/**
 * Receipts of `test/protocols/lido/contracts.integration.test.ts` less the transaction itself, for
 * an account without the token.
 */
export const GAS = { submit: 45_000n, stakeAndWrap: 66_000n, wrap: 65_000n, unwrap: 58_000n };

/** Stake for stETH, stake for wstETH, wrap, unwrap; none before the first deposit. */
export function edges(state: LidoState): readonly Edge[] {
  const { stEth, wstEth, internalShares } = state;
  if (internalShares === 0n) return [];
  return [
    { action: "deposit", tokenIn: NATIVE, tokenOut: stEth },
    { action: "deposit", tokenIn: NATIVE, tokenOut: wstEth },
    { action: "deposit", tokenIn: stEth, tokenOut: wstEth },
    { action: "redeem", tokenIn: wstEth, tokenOut: stEth },
  ];
}

/**
 * Of ether: the staking limit in the block after the state's last change, from which it only
 * recovers, and never more than the contract's 128-bit sums take. Of tokens: all that exist.
 */
export function maxIn(state: LidoState, edge: Edge): bigint {
  if (edge.tokenIn !== NATIVE) {
    if (state.isStopped) return 0n;
    return edge.tokenIn === state.stEth ? state.internalEther : state.internalShares;
  }
  return min(currentStakeLimit(state, BigInt(state.updatedBlock) + 1n), roomForEther(state));
}

/** Wei until the sum of ether or of shares no longer fits 128 bits. */
function roomForEther({ internalEther, internalShares }: LidoState): bigint {
  const shares = MAX_UINT128 - internalShares;
  return min(MAX_UINT128 - internalEther, ((shares + 1n) * internalEther - 1n) / internalShares);
}

/**
 * What the receiver gains. stETH is sent on by the account that stakes or unwraps, and its
 * transfers round to whole shares.
 *
 * @see https://github.com/lidofinance/core/blob/372b02e197df61fdf1a443de18acb514804b828d/contracts/0.4.24/Lido.sol#L1025
 * @see https://github.com/lidofinance/core/blob/372b02e197df61fdf1a443de18acb514804b828d/contracts/0.6.12/WstETH.sol#L54
 */
export function quote(
  state: LidoState,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<LidoState> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (edge.tokenIn === NATIVE) return stake(state, edge, amountIn, at);
  if (state.isStopped) return { ok: false, reason: "paused" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  return edge.action === "deposit"
    ? paid(state, sharesByEtherDown(state, amountIn), GAS.wrap)
    : paid(state, received(state, etherBySharesDown(state, amountIn)), GAS.unwrap);
}

function stake(state: LidoState, edge: Edge, amountIn: bigint, at: BlockContext): Quote<LidoState> {
  if (state.isStopped || state.prevStakeBlock === 0) return { ok: false, reason: "paused" };
  if (amountIn > currentStakeLimit(state, at.number)) {
    return { ok: false, reason: "cap-exceeded" };
  }
  if (amountIn > roomForEther(state)) return { ok: false, reason: "cap-exceeded" };
  const shares = sharesByEtherDown(state, amountIn);
  const next = {
    ...state,
    ...increased(state, amountIn),
    ...consumed(state, amountIn, at.number),
    updatedBlock: Number(at.number),
  };
  if (edge.tokenOut === state.wstEth) return paid(next, shares, GAS.stakeAndWrap);
  return paid(next, arriving(next, etherBySharesDown(next, shares)), GAS.submit);
}

/** Of stETH that the wrapper sends to the account that unwraps, and that one to the receiver. */
function received(rate: ShareRate, amount: bigint): bigint {
  return arriving(rate, arriving(rate, amount));
}

function paid(next: LidoState, amountOut: bigint, gas: bigint): Quote<LidoState> {
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  return { ok: true, amountOut, gas, next };
}

/** One to one for stETH, the share rate for wstETH. */
export function spotPrice(state: LidoState, edge: Edge): Ratio {
  const { stEth, wstEth, internalEther, internalShares } = state;
  if (edge.tokenOut === wstEth) return { numerator: internalShares, denominator: internalEther };
  return edge.tokenIn === wstEth && edge.tokenOut === stEth
    ? { numerator: internalEther, denominator: internalShares }
    : { numerator: 1n, denominator: 1n };
}

/** stETH, whose balances grow and round, and wstETH. */
export function defiTokens({ stEth, wstEth }: LidoState): readonly DefiToken[] {
  return [
    { address: stEth, underlyingTokens: [NATIVE], primaryAddress: stEth, exact: false },
    { address: wstEth, underlyingTokens: [stEth], primaryAddress: wstEth, exact: true },
  ];
}

/**
 * Yearly growth of the ether of a share over the time that the last report covers, about a day,
 * after Lido's fee: the same for both tokens.
 *
 * @see https://github.com/lidofinance/docs/blob/35624e4509/docs/integrations/api.md
 */
export function apy(state: LidoState): number {
  return annualPercent(
    { price: state.sincePrice, timestamp: state.sinceTimestamp },
    { price: state.latestPrice, timestamp: state.latestTimestamp },
  );
}

/** The ether of Lido's own stakers, whichever of the two tokens they hold. */
export function holdings({ internalEther }: LidoState): readonly Holding[] {
  return [{ token: NATIVE, amount: internalEther }];
}
