import { type Address, parseAbiItem } from "viem";
import { MAX_UINT256 } from "../../lib/math.ts";
import type { ApyContext, Position } from "../position.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import type { StakingFacts } from "./transitions.ts";

/** State of one staking contract. */
export interface StakingPool extends PoolState, StakingFacts {
  readonly address: Address;
  readonly stakingToken: Address;
  readonly rewardsToken: Address;
}

/**
 * Receipts of `test/protocols/synthetix-staking/on-chain.integration.test.ts` less the transaction
 * itself.
 */
export const STAKE_GAS = 95_000n;
const SECONDS_PER_YEAR = 31_536_000;
const BALANCE_OF = parseAbiItem("function balanceOf(address account) view returns (uint256)");

/** Staking, also while it is paused. */
export function edges({ address, stakingToken }: StakingPool): readonly Edge[] {
  return [{ action: "deposit", tokenIn: stakingToken, tokenOut: address }];
}

/** What the sum of all stakes can still take; 0 while staking is paused. */
export function maxIn({ isPaused, totalSupply }: StakingPool, _edge: Edge): bigint {
  return isPaused ? 0n : MAX_UINT256 - totalSupply;
}

/** One to one. */
export function quote(state: StakingPool, edge: Edge, amountIn: bigint): Quote<StakingPool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (state.isPaused) return { ok: false, reason: "paused" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  const next = { ...state, totalSupply: state.totalSupply + amountIn };
  return { ok: true, amountOut: amountIn, gas: STAKE_GAS, next };
}

/** One to one. */
export function spotPrice(_state: StakingPool, _edge: Edge): Ratio {
  return { numerator: 1n, denominator: 1n };
}

/** The stake, which is credited to who makes it. */
export function positions({ address, stakingToken }: StakingPool): readonly Position[] {
  return [
    {
      ...{ key: address, address, primaryAddress: address, id: null },
      underlyingTokens: [stakingToken],
      credits: "caller",
      delegateOnly: false,
      shares: { target: address, function: BALANCE_OF, args: [{ kind: "recipient" }], word: 0 },
    },
  ];
}

/**
 * Rewards of a year at the present rate over all stakes, in US dollars; 0 after the rewards ended
 * and while a price or a stake is missing.
 */
export function apy(state: StakingPool, _key: Address, { at, usd }: ApyContext): number {
  const { rewardRate, periodFinish, totalSupply, stakingToken, rewardsToken } = state;
  if (at.timestamp >= BigInt(periodFinish) || totalSupply === 0n) return 0;
  const rewardPrice = usd(rewardsToken);
  const stakedPrice = usd(stakingToken);
  if (rewardPrice === null || stakedPrice === null || stakedPrice === 0) return 0;
  const perYear = Number(rewardRate) * SECONDS_PER_YEAR * rewardPrice;
  return (100 * perYear) / (Number(totalSupply) * stakedPrice);
}

/** All stakes. */
export function holdings({ stakingToken, totalSupply }: StakingPool): readonly Holding[] {
  return [{ token: stakingToken, amount: totalSupply }];
}
