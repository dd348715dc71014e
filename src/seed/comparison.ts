import type { FamilySeed, SeedBlock, SeedRow, SeedRows } from "./family.ts";

/** Rows of some pools, as the state of a block tells them and as the index has them. */
export interface Compared {
  readonly seed: Pick<FamilySeed, "untold" | "readLive" | "parts">;
  readonly block: SeedBlock;
  /** Of the state. */
  readonly told: SeedRows;
  /** All that the index has of the same pools, of every table that `told` names. */
  readonly indexed: SeedRows;
  /** Names of the columns of a table's key. */
  keyOf(table: string): readonly string[];
}

/** A column of a row that is not what the state of a block tells. */
export interface Difference {
  /** As the schema exports it. */
  readonly table: string;
  /** The row's key. */
  readonly key: SeedRow;
  /** `row` where the index has none. */
  readonly column: string;
  /** Of the index. */
  readonly indexed: unknown;
  /** Of the node. */
  readonly told: unknown;
}

/** What puts a row right. */
export interface Correction {
  readonly table: string;
  /** The row's key. */
  readonly key: SeedRow;
  /** What to insert where there is no such row; null: there is one. */
  readonly row: SeedRow | null;
  readonly change: SeedRow;
}

/** Columns that tell when something was seen: what came before a seed is not known. */
const MOMENTS =
  /^(createdBlock|updatedBlock|ticksBlock|binsBlock|readBlock|since[A-Z].*|latest[A-Z].*|feeIndexWad|hour)$/;
/** Of them, those of the block in which a row is read anew. */
const OF_READING: ReadonlySet<string> = new Set([
  "updatedBlock",
  "ticksBlock",
  "binsBlock",
  "readBlock",
]);

/** Whether a column of a row follows from the state of the block. */
export function isTold(
  { untold }: Pick<FamilySeed, "untold">,
  on: {
    readonly table: string;
    readonly row: SeedRow;
    readonly block: Pick<SeedBlock, "timestamp">;
  },
  column: string,
): boolean {
  if (MOMENTS.test(column)) return false;
  const own = untold?.[on.table] ?? [];
  return !(typeof own === "function" ? own(on.row, on.block) : own).includes(column);
}

/** Where the index is not what the state tells, column by column. */
export function differencesOf(compared: Compared): readonly Difference[] {
  return Object.keys(compared.told).flatMap((table) =>
    pairsOf(compared, table).flatMap(({ key, told, indexed }): readonly Difference[] => {
      if (indexed === null) return [{ table, key, column: "row", indexed, told }];
      return changedColumns(compared, { table, told, indexed }).map((column) => {
        return { table, key, column, indexed: indexed[column] ?? null, told: told[column] };
      });
    }),
  );
}

/**
 * What puts the rows of one pool right: its own row whether it differs or not, so that whoever
 * follows the table sees that the pool has changed, and what differs of its parts.
 */
export function correctionsOf(compared: Compared): readonly Correction[] {
  return Object.keys(compared.told).flatMap((table) => {
    const isPart = compared.seed.parts?.[table] !== undefined;
    return pairsOf(compared, table).flatMap((pair): readonly Correction[] => {
      const { key, told, indexed, isGone } = pair;
      if (indexed === null) return [{ table, key, row: told, change: {} }];
      const changed = changedColumns(compared, { table, told, indexed });
      if (isPart && changed.length === 0) return [];
      const ofReading = Object.keys(indexed).filter((column) => OF_READING.has(column));
      const change = {
        ...Object.fromEntries(changed.map((column) => [column, told[column]])),
        ...Object.fromEntries(ofReading.map((column) => [column, compared.block.number])),
      };
      return [{ table, key, row: isGone ? null : told, change }];
    });
  });
}

/** A row of the state beside the index's; null: it has none. */
interface Pair {
  readonly key: SeedRow;
  readonly told: SeedRow;
  readonly indexed: SeedRow | null;
  /** Whether the state has no such row any longer. */
  readonly isGone: boolean;
}

function pairsOf({ seed, told, indexed, keyOf }: Compared, table: string): readonly Pair[] {
  const columns = keyOf(table);
  const keyIn = (row: SeedRow) => Object.fromEntries(columns.map((name) => [name, row[name]]));
  const known = new Map((indexed[table] ?? []).map((row) => [textOf(keyIn(row)), row]));
  const pairs = (told[table] ?? []).map((row): Pair => {
    const key = keyIn(row);
    const found = known.get(textOf(key)) ?? null;
    known.delete(textOf(key));
    return { key, told: row, indexed: found, isGone: false };
  });
  const gone = seed.parts?.[table]?.gone;
  if (gone === undefined) return pairs;
  const surplus = [...known.values()].map((row): Pair => {
    return { key: keyIn(row), told: gone, indexed: row, isGone: true };
  });
  return [...pairs, ...surplus];
}

/** Columns that the state tells otherwise than a row of the index. */
function changedColumns(
  { seed, block }: Compared,
  { table, told, indexed }: { readonly table: string; readonly told: SeedRow; indexed: SeedRow },
): readonly string[] {
  const live = seed.readLive?.[table] ?? [];
  return Object.keys(told).filter(
    (column) =>
      told[column] !== undefined &&
      !live.includes(column) &&
      isTold(seed, { table, row: indexed, block }, column) &&
      textOf(told[column]) !== textOf(indexed[column]),
  );
}

/** Equal for equal values, whatever they are. */
function textOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === "bigint" ? `${inner}n` : inner,
  );
}
