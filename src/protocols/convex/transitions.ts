import type { Address } from "viem";
import {
  hasSameStreams,
  type RewardStream,
  type StreamColumns,
  streamColumns,
} from "../reward-streams.ts";

/** The part of a pool's row that changes. */
export interface PoolChange extends StreamColumns {
  readonly supply: bigint;
  readonly staked: bigint;
  readonly isShutdown: boolean;
  readonly updatedBlock: number;
}

/** What is read of a pool, as nothing tells of it. */
export interface PoolReading {
  readonly staked: bigint;
  readonly isShutdown: boolean;
  readonly rewards: readonly RewardStream[];
}

/** A pool without deposits, whose `rewardTokens` are not known to be paid yet. */
export function created(rewardTokens: readonly Address[], block: number): PoolChange {
  return {
    ...{ supply: 0n, staked: 0n, isShutdown: false, updatedBlock: block },
    ...streamColumns(rewardTokens.map((token) => ({ token, rate: 0n, periodFinish: 0n }))),
  };
}

/** `Deposited` and `Withdrawn` state what came in or, negative, went out. */
export function moved(
  { supply }: Pick<PoolChange, "supply">,
  amount: bigint,
  block: number,
): Pick<PoolChange, "supply" | "updatedBlock"> {
  return { supply: supply + amount, updatedBlock: block };
}

/** A row after its pool was read; null when that changes nothing. */
export function readAt(
  row: PoolChange,
  { staked, isShutdown, rewards }: PoolReading,
  block: number,
): PoolChange | null {
  const next: PoolChange = {
    ...{ supply: row.supply, staked, isShutdown, updatedBlock: block },
    ...streamColumns(rewards),
  };
  const same = row.staked === staked && row.isShutdown === isShutdown && hasSameStreams(row, next);
  return same ? null : next;
}
