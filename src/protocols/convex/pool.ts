import { type Address, concatHex, getAbiItem, type Hex, numberToHex } from "viem";
import { ConvexRewardPool as abi } from "../../../abis/ConvexRewardPool.ts";
import { MAX_UINT128 } from "../../lib/math.ts";
import type { ApyContext, Position } from "../position.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { type RewardStream, streamsApy } from "../reward-streams.ts";
import type { Entrance } from "./contracts.ts";

/** State of one pool of a booster. */
export interface ConvexPool extends PoolState {
  readonly id: Hex;
  readonly booster: Address;
  readonly pid: bigint;
  readonly lpToken: Address;
  /** What the booster mints for the liquidity token, one for one. */
  readonly depositToken: Address;
  /** Where that is staked; stands for the position in edges. */
  readonly rewardPool: Address;
  /** Deposit tokens, smallest unit. */
  readonly supply: bigint;
  /** Of them those that are staked. */
  readonly staked: bigint;
  readonly isShutdown: boolean;
  /** What its deposits call. */
  readonly entrance: Entrance;
  readonly rewards: readonly RewardStream[];
}

/**
 * Gas of a hop into a pool whose gauge and stakes both earn, by either entrance, as
 * `test/protocols/convex/contracts.integration.test.ts` measures it.
 */
export const STAKE_GAS = 360_000n;
const BALANCE_OF = getAbiItem({ abi, name: "balanceOf" });

/** Names a pool among all boosters: the booster's address, then the pool's number. */
export function poolId(booster: Address, pid: bigint): Hex {
  return concatHex([booster, numberToHex(pid, { size: 12 })]);
}

/** Staking, also where it was ended. */
export function edges({ lpToken, rewardPool }: ConvexPool): readonly Edge[] {
  return [{ action: "deposit", tokenIn: lpToken, tokenOut: rewardPool }];
}

/**
 * As much as keeps all deposits within a uint128, far from where sums of rewards overflow; 0 where
 * deposits were ended.
 */
export function maxIn({ supply, isShutdown }: ConvexPool, _edge: Edge): bigint {
  return isShutdown || supply >= MAX_UINT128 ? 0n : MAX_UINT128 - supply;
}

/** One to one. */
export function quote(state: ConvexPool, edge: Edge, amountIn: bigint): Quote<ConvexPool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (state.isShutdown) return { ok: false, reason: "paused" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  const [supply, staked] = [state.supply + amountIn, state.staked + amountIn];
  return { ok: true, amountOut: amountIn, gas: STAKE_GAS, next: { ...state, supply, staked } };
}

/** One to one. */
export function spotPrice(_state: ConvexPool, _edge: Edge): Ratio {
  return { numerator: 1n, denominator: 1n };
}

/**
 * The stake. That in a vault can be transferred, and is a position all the same: what it has earned
 * stays with the account.
 */
export function positions(state: ConvexPool): readonly Position[] {
  const { rewardPool, lpToken } = state;
  return [
    {
      ...{ key: rewardPool, address: rewardPool, id: null },
      primaryAddress: state.entrance === "vault" ? rewardPool : state.booster,
      ...{ underlyingTokens: [lpToken], credits: "anyone", delegateOnly: false },
      shares: {
        ...{ target: rewardPool, function: BALANCE_OF, word: 0 },
        args: [{ kind: "recipient" }],
      },
    },
  ];
}

/** Rewards of a year over the stakes, in percent. 0 without a price of the liquidity token. */
export function apy(
  { rewards, lpToken, staked }: ConvexPool,
  _key: Address,
  on: ApyContext,
): number {
  return streamsApy(rewards, { token: lpToken, amount: staked }, on);
}

/** All deposits. */
export function holdings({ lpToken, supply }: ConvexPool): readonly Holding[] {
  return [{ token: lpToken, amount: supply }];
}
