import type { Address } from "viem";
import type { RewardStream } from "./pool.ts";

/** The part of a gauge's row that changes. */
export interface GaugeChange {
  readonly supply: bigint;
  readonly rewardTokens: Address[];
  readonly rewardRates: bigint[];
  readonly rewardEnds: bigint[];
  readonly updatedBlock: number;
}

/** A gauge without deposits or rewards. */
export function created(block: number): GaugeChange {
  return { supply: 0n, rewardTokens: [], rewardRates: [], rewardEnds: [], updatedBlock: block };
}

/** `Deposit` and `Withdraw` state what came in or, negative, went out. */
export function moved(
  { supply }: Pick<GaugeChange, "supply">,
  value: bigint,
  block: number,
): Pick<GaugeChange, "supply" | "updatedBlock"> {
  // A gauge that is older than the index can lose more than the index saw come in, until it is
  // read.
  const next = supply + value;
  return { supply: next < 0n ? 0n : next, updatedBlock: block };
}

/** A row after its gauge was read; null when that changes nothing. */
export function readAt(
  row: GaugeChange,
  { supply, rewards }: { readonly supply: bigint; readonly rewards: readonly RewardStream[] },
  block: number,
): GaugeChange | null {
  const next: GaugeChange = {
    supply,
    rewardTokens: rewards.map(({ token }) => token),
    rewardRates: rewards.map(({ rate }) => rate),
    rewardEnds: rewards.map(({ periodFinish }) => periodFinish),
    updatedBlock: block,
  };
  const same =
    row.supply === supply &&
    isEqual(row.rewardTokens, next.rewardTokens) &&
    isEqual(row.rewardRates, next.rewardRates) &&
    isEqual(row.rewardEnds, next.rewardEnds);
  return same ? null : next;
}

function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
