import {
  hasSameStreams,
  type RewardStream,
  type StreamColumns,
  streamColumns,
} from "../reward-streams.ts";

/** The part of a gauge's row that changes. */
export interface GaugeChange extends StreamColumns {
  readonly supply: bigint;
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
    ...streamColumns(rewards),
    updatedBlock: block,
  };
  const same = row.supply === supply && hasSameStreams(row, next);
  return same ? null : next;
}
