import type { Address } from "viem";
import type { RewardStream } from "./pool.ts";

/** The part of a pool's row that changes. */
export interface PoolChange {
  readonly supply: bigint;
  readonly staked: bigint;
  readonly isShutdown: boolean;
  readonly rewardTokens: Address[];
  readonly rewardRates: bigint[];
  readonly rewardEnds: bigint[];
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
    rewardTokens: [...rewardTokens],
    rewardRates: rewardTokens.map(() => 0n),
    rewardEnds: rewardTokens.map(() => 0n),
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
    rewardTokens: rewards.map(({ token }) => token),
    rewardRates: rewards.map(({ rate }) => rate),
    rewardEnds: rewards.map(({ periodFinish }) => periodFinish),
  };
  const same =
    row.staked === staked &&
    row.isShutdown === isShutdown &&
    isEqual(row.rewardTokens, next.rewardTokens) &&
    isEqual(row.rewardRates, next.rewardRates) &&
    isEqual(row.rewardEnds, next.rewardEnds);
  return same ? null : next;
}

function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
