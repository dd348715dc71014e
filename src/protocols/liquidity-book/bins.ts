/** What a bin holds, smallest units. */
export interface Bin {
  readonly reserveX: bigint;
  readonly reserveY: bigint;
}

/** The bins of a pair that hold something, ascending by id. Shared by the states of a pair. */
export interface BinTable {
  readonly ids: Int32Array;
  readonly bins: readonly Bin[];
}

/** What a bin holds that nobody has filled. */
export const EMPTY_BIN: Bin = { reserveX: 0n, reserveY: 0n };

/**
 * Builds the table of a pair's bins.
 *
 * @param rows Ascending by bin, no bin twice.
 */
export function createBinTable(rows: readonly (Bin & { readonly bin: number })[]): BinTable {
  return {
    ids: Int32Array.from(rows, ({ bin }) => bin),
    bins: rows.map(({ reserveX, reserveY }) => ({ reserveX, reserveY })),
  };
}

/** Place of the first bin whose id is at least `id`; the number of bins when there is none. */
export function placeOf({ ids }: BinTable, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
