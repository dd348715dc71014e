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

type BinRow = Bin & { readonly bin: number };

/**
 * Builds the table of a pair's bins. The active one, which each trade changes, counts as empty in
 * it: what it holds is told beside the table, which is kept then.
 *
 * @param rows No bin twice.
 */
export function createBinTable(rows: readonly BinRow[], activeId: number): BinTable {
  const others = rows.filter(({ bin, ...held }) => bin !== activeId && isFilled(held));
  return tableOf([...others, { bin: activeId, ...EMPTY_BIN }]);
}

/**
 * The same of bins that trades come to: the active one is in the table where it is among the rows,
 * as trades that have left it come back to it then alone.
 */
export function createListedTable(rows: readonly BinRow[], activeId: number): BinTable {
  return tableOf(rows.map((row) => (row.bin === activeId ? { ...row, ...EMPTY_BIN } : row)));
}

function tableOf(rows: readonly BinRow[]): BinTable {
  const all = rows.toSorted((a, b) => a.bin - b.bin);
  return {
    ids: Int32Array.from(all, ({ bin }) => bin),
    bins: all.map(({ reserveX, reserveY }) => ({ reserveX, reserveY })),
  };
}

/** Whether a bin holds something. */
export function isFilled({ reserveX, reserveY }: Bin): boolean {
  return reserveX !== 0n || reserveY !== 0n;
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
