import { type Address, parseAbiItem } from "viem";
import { MAX_UINT256 } from "../../lib/math.ts";
import type { ApyContext, Position } from "../position.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { BGT_VALUE } from "./contracts.ts";
import type { RewardVaultFacts } from "./transitions.ts";

/** State of one reward vault. */
export interface RewardVault extends PoolState, RewardVaultFacts {
  readonly address: Address;
  readonly stakeToken: Address;
  readonly rewardToken: Address;
  /** Whether it takes shares of BEX's pools. */
  readonly isBex: boolean;
}

/**
 * Receipts of `test/protocols/berachain-reward-vault/on-chain.integration.test.ts` less the
 * transaction itself, and 30,000 for the allowance.
 */
export const STAKE_GAS = 117_000n;

const SECONDS_PER_YEAR = 31_536_000;
const WAD = 1e18;
const BALANCE_OF = parseAbiItem("function balanceOf(address account) view returns (uint256)");

/** Staking, also while the vault is paused. */
export function edges({ address, stakeToken }: RewardVault): readonly Edge[] {
  return [{ action: "deposit", tokenIn: stakeToken, tokenOut: address }];
}

/** What the sum of all stakes can still take; 0 while the vault is paused. */
export function maxIn({ isPaused, totalSupply }: RewardVault, _edge: Edge): bigint {
  return isPaused ? 0n : MAX_UINT256 - totalSupply;
}

/** One to one. */
export function quote(state: RewardVault, edge: Edge, amountIn: bigint): Quote<RewardVault> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (state.isPaused) return { ok: false, reason: "paused" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  const next = { ...state, totalSupply: state.totalSupply + amountIn };
  return { ok: true, amountOut: amountIn, gas: STAKE_GAS, next };
}

/** One to one. */
export function spotPrice(_state: RewardVault, _edge: Edge): Ratio {
  return { numerator: 1n, denominator: 1n };
}

/**
 * The stake, which is credited to who makes it: what a vault credits to others by `delegateStake`,
 * only the maker can withdraw. Vaults of BEX are for wallets that delegate-call.
 */
export function positions({ address, stakeToken, isBex }: RewardVault): readonly Position[] {
  return [
    {
      ...{ key: address, address, primaryAddress: address, id: null },
      underlyingTokens: [stakeToken],
      credits: "caller",
      delegateOnly: isBex,
      shares: { target: address, function: BALANCE_OF, args: [{ kind: "recipient" }], word: 0 },
    },
  ];
}

/**
 * Rewards of a year at the present rate over all stakes, in US dollars, where BGT counts as the
 * native currency that it can be burned for; 0 after the rewards ended and while a price or a stake
 * is missing.
 */
export function apy(state: RewardVault, _key: Address, { at, usd }: ApyContext): number {
  const { rewardRateWad, periodFinish, totalSupply, stakeToken } = state;
  if (at.timestamp >= BigInt(periodFinish) || totalSupply === 0n) return 0;
  const rewardPrice = usd(BGT_VALUE);
  const stakedPrice = usd(stakeToken);
  if (rewardPrice === null || stakedPrice === null || stakedPrice === 0) return 0;
  const perYear = (Number(rewardRateWad) / WAD) * SECONDS_PER_YEAR * rewardPrice;
  return (100 * perYear) / (Number(totalSupply) * stakedPrice);
}

/** All stakes. */
export function holdings({ stakeToken, totalSupply }: RewardVault): readonly Holding[] {
  return [{ token: stakeToken, amount: totalSupply }];
}
