/** The part of a pair's row that a log changes. */
export interface PairChange {
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly updatedBlock: number;
}

/** A pair that was just created: empty until its first `Sync`. */
export function created(block: number): PairChange {
  return { reserve0: 0n, reserve1: 0n, updatedBlock: block };
}

/** `Sync` states both reserves; it is the last log of every change of them. */
export function synced(
  log: { readonly reserve0: bigint; readonly reserve1: bigint },
  block: number,
): PairChange {
  return { reserve0: log.reserve0, reserve1: log.reserve1, updatedBlock: block };
}

/** Hundredths of a basis point of a fee in thousandths, as Biswap's pairs state it. */
export function thousandthsToPips(thousandths: number): number {
  return thousandths * 1_000;
}
