import { type Address, concatHex, type Hex, numberToHex, parseAbiItem } from "viem";
import { MAX_UINT128 } from "../../lib/math.ts";
import { type ApyContext, type Position, positionKey } from "../position.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";

/** State of one pool of a chef. */
export interface ChefPool extends PoolState {
  readonly id: Hex;
  readonly chef: Address;
  readonly pid: bigint;
  readonly credits: "anyone" | "caller";
  readonly lpToken: Address;
  /** Null where it is unknown. */
  readonly rewardToken: Address | null;
  /** All stakes, smallest unit of the liquidity token. */
  readonly staked: bigint;
  /** Smallest unit of the reward token for a year at the present rate. */
  readonly rewardPerYear: bigint;
}

/**
 * Receipts of `test/protocols/masterchef/contracts.integration.test.ts` less the transaction
 * itself.
 */
export const STAKE_GAS = { caller: 130_000n, anyone: 64_000n };
const USER_INFO = parseAbiItem(
  "function userInfo(uint256 pid, address user) view returns (uint256 amount, uint256 rewardDebt)",
);

/** Names a pool among all chefs: the chef's address, then the pool's number. */
export function poolId(chef: Address, pid: bigint): Hex {
  return concatHex([chef, numberToHex(pid, { size: 12 })]);
}

/** Stands for the pool's position in edges. */
export function poolKey({ chef, pid }: Pick<ChefPool, "chef" | "pid">): Address {
  return positionKey(chef, String(pid));
}

/** Staking. */
export function edges(state: ChefPool): readonly Edge[] {
  return [{ action: "deposit", tokenIn: state.lpToken, tokenOut: poolKey(state) }];
}

/** As much as keeps all stakes within a uint128, far from where a chef's products overflow. */
export function maxIn({ staked }: ChefPool, _edge: Edge): bigint {
  return staked < MAX_UINT128 ? MAX_UINT128 - staked : 0n;
}

/** One to one. */
export function quote(state: ChefPool, edge: Edge, amountIn: bigint): Quote<ChefPool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  const next = { ...state, staked: state.staked + amountIn };
  return { ok: true, amountOut: amountIn, gas: STAKE_GAS[state.credits], next };
}

/** One to one. */
export function spotPrice(_state: ChefPool, _edge: Edge): Ratio {
  return { numerator: 1n, denominator: 1n };
}

/** The stake in the pool. */
export function positions(state: ChefPool): readonly Position[] {
  const { chef, pid, credits, lpToken } = state;
  return [
    {
      ...{ key: poolKey(state), address: chef, primaryAddress: chef, id: String(pid) },
      ...{ underlyingTokens: [lpToken], credits, delegateOnly: false },
      shares: {
        ...{ target: chef, function: USER_INFO, word: 0 },
        args: [{ kind: "literal", value: pid }, { kind: "recipient" }],
      },
    },
  ];
}

/**
 * Rewards of a year over all stakes, in US dollars; 0 while a price, the rate or a stake is
 * missing.
 */
export function apy(state: ChefPool, _key: Address, { usd }: ApyContext): number {
  const { rewardToken, rewardPerYear, staked, lpToken } = state;
  if (rewardToken === null || staked === 0n) return 0;
  const rewardPrice = usd(rewardToken);
  const stakedPrice = usd(lpToken);
  if (rewardPrice === null || stakedPrice === null || stakedPrice === 0) return 0;
  return (100 * Number(rewardPerYear) * rewardPrice) / (Number(staked) * stakedPrice);
}

/** All stakes. */
export function holdings({ lpToken, staked }: ChefPool): readonly Holding[] {
  return [{ token: lpToken, amount: staked }];
}
