import type { SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { PoolState } from "./protocol.ts";
import type { StateView } from "./state-view.ts";

/** A row by the names of its properties. */
export type Row = Readonly<Record<string, unknown>>;

/** A table with rows of a type; it has the columns chainId and updatedBlock. */
type TableOf<R extends Row> = PgTable & { readonly $inferSelect: R };

type Pairs<A, B> = readonly [readonly [A, B], ...(readonly [A, B])[]];

/** A table whose rows belong to rows of the state table. */
export interface BesideTable {
  readonly table: PgTable;
  /**
   * What its rows are:
   * - `shared`: few; one belongs to many states, and a change of it changes them all.
   * - `written-once`: few; none ever changes, and a new one comes with a change of its state's row.
   * - `parts`: many, of one state each, whose row changes with them; they are read for states that
   *   need them.
   */
  readonly rows: "shared" | "written-once" | "parts";
  /** Which of its rows count; all do when absent. */
  readonly where?: SQL | undefined;
  /** Read of it, those of `on` among them. */
  readonly columns: readonly string[];
  /**
   * Each of its columns that tell the state, with that of the state table which has the same value.
   * Parts are looked up by the first.
   */
  readonly on: Pairs<string, string>;
}

/** States that are read from tables, for whoever loads them: rows of any type. */
export interface StoredStates<S extends PoolState = PoolState> {
  readonly kind: "stored";
  readonly table: PgTable;
  /** The column that holds the id of the state. */
  readonly id: string;
  /** Which rows may be states; all may when absent. */
  readonly where?: SQL | undefined;
  readonly beside?: BesideTable;
  /**
   * Whether the state takes over from the previous one what is beside its row, which then is not
   * read. Never when absent.
   */
  takesOver?(row: Row, previous: S): boolean;
  /**
   * The state of a row; null where it is not usable (yet).
   *
   * @param beside Rows of the table beside it, in the order of their key; none where the state
   *   takes over.
   * @param previous The previous state, where the state takes over from it; else null.
   */
  state(row: Row, beside: readonly Row[], previous: S | null): S | null;
  /**
   * Percent that a swap pays of its input: SQL over the columns of the state table; absent where no
   * column says it.
   */
  readonly swapFeePercent?: string;
  readonly view: StateView;
}

/**
 * Stored states as a family states them: its functions fit the rows of its tables.
 *
 * @typeParam R Row of the state table.
 * @typeParam B Row of the table beside it.
 * @typeParam C Columns that are read of that.
 */
interface TypedStates<S extends PoolState, R extends Row, B extends Row, C extends keyof B & string>
  extends Pick<StoredStates, "where" | "swapFeePercent" | "view"> {
  readonly table: TableOf<R>;
  readonly id: keyof R & string;
  readonly beside?: Pick<BesideTable, "rows" | "where"> & {
    readonly table: TableOf<B>;
    readonly columns: readonly C[];
    readonly on: Pairs<C, keyof R & string>;
  };
  readonly takesOver?: (row: R, previous: S) => boolean;
  readonly state: (row: R, beside: readonly Pick<B, C>[], previous: S | null) => S | null;
}

/**
 * States without a table: the configuration says all of them, and no event changes one, so that
 * `updatedBlock` is 0.
 */
export interface FixedStates<S extends PoolState = PoolState> {
  readonly kind: "fixed";
  /** Those of a chain. */
  on(chainId: number): readonly S[];
}

/** Where the states of a family come from. */
export type States<S extends PoolState = PoolState> = StoredStates<S> | FixedStates<S>;

/** The stored states of a family; TypeScript compares its functions with its tables. */
export function storedStates<
  S extends PoolState,
  R extends Row,
  B extends Row,
  C extends keyof B & string,
>(states: TypedStates<S, R, B, C>): StoredStates<S> {
  return { kind: "stored", ...states };
}
