import type { AbiEvent, Address, Hex, Log } from "viem";
import type { PairsWanted } from "./lens-pairs.ts";
import type { StateReader } from "./reader.ts";

/** What is stored of a pool besides its tokens, as its family needs it. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** A pool as its creation tells it. Addresses and ids are lower-case. */
export interface SeedPool {
  /** As in `pool`. */
  readonly id: Hex;
  readonly address: Address;
  /** The contract that made it, or tells of it. */
  readonly parent: Address;
  readonly slug: string;
  /** In the pool's own order. */
  readonly tokens: readonly Address[];
  readonly facts: Facts;
}

/** Pools of two tokens that a contract tells of by them, in views. */
export interface PairSearch {
  readonly of: PairsWanted["of"];
  readonly slug: string;
  /** What pools of the same tokens are told apart by. */
  kinds(state: StateReader): Promise<readonly PoolKind[]>;
}

/** A fee tier, or a tick spacing. */
export interface PoolKind {
  /** As the contract takes it. */
  readonly key: bigint;
  /** Of the pools of the kind. */
  readonly facts: Facts;
}

/** Where pools of a family are found on a chain. */
export type Catalogue =
  /** A factory that lists what it made, in an order that never changes. */
  | {
      readonly kind: "enumerated";
      /** Unique in the family. */
      readonly key: string;
      count(state: StateReader): Promise<number>;
      /** The pools in the places [from, to). */
      read(state: StateReader, from: number, to: number): Promise<readonly SeedPool[]>;
    }
  /** Contracts that tell of each pool in a log. */
  | {
      readonly kind: "logged";
      readonly key: string;
      readonly address: readonly Address[];
      readonly event: AbiEvent;
      /** Nothing is older. */
      readonly fromBlock: number;
      /** How pools are found where no node gives logs of so many blocks. */
      readonly byPairs?: PairSearch;
      read(state: StateReader, logs: readonly SeedLog[]): Promise<readonly SeedPool[]>;
    }
  /** Known beforehand; those that are not there yet at the block are left out. */
  | {
      readonly kind: "fixed";
      readonly key: string;
      read(state: StateReader): Promise<readonly SeedPool[]>;
    };

/** A log with what it tells. */
export type SeedLog = Pick<Log<bigint, number, false>, "address" | "blockNumber"> & {
  readonly args: Readonly<Record<string, unknown>>;
};

/** The block whose state is read. */
export interface SeedBlock {
  readonly chainId: number;
  readonly number: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** Rows by the name under which their table is exported from `ponder.schema.ts`. */
export type SeedRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A token that comes with pools. */
export interface SeedToken {
  readonly address: Address;
  /** What it says of itself, where the protocol fixes it. */
  readonly known?: {
    readonly symbol: string | null;
    readonly name: string | null;
    readonly decimals: number | null;
  };
}

/** What the state of some pools comes to. */
export interface SeedState {
  readonly rows: SeedRows;
  /** Besides those of the pools. */
  readonly tokens?: readonly SeedToken[];
}

/** A row by the names of its table's columns in the schema. */
export type SeedRow = Readonly<Record<string, unknown>>;

/** Several rows of a pool. */
export interface PoolParts {
  /** The column that names the pool, by its id or address. */
  readonly by: string;
  /** What is left of a row that the state has no longer. */
  readonly gone: SeedRow;
}

/** How a family's tables are made of the state of a block, row for row as its logs would. */
export interface FamilySeed {
  /** Sources of the family, of which every chain with it has one: its `setup` writes the rows. */
  readonly sources: readonly string[];
  /** To be raised when the same state is to give other rows: it is read again then. */
  readonly version: number;
  /** What of the family is on a chain. */
  catalogues(chainId: number): readonly Catalogue[];
  /**
   * What pools hold of each of their tokens, smallest units; null where one does not answer.
   * Without it, all of the family's pools matter.
   */
  readonly holdings?: (
    state: StateReader,
    pools: readonly SeedPool[],
  ) => Promise<readonly (readonly bigint[] | null)[]>;
  /** Pools that matter whatever they hold. */
  readonly mattersAnyhow?: (pool: SeedPool) => boolean;
  /** Rows of some pools; one that is left out has none. */
  state(state: StateReader, pools: readonly SeedPool[], block: SeedBlock): Promise<SeedState>;
  /**
   * The contract of a pool that a parameter of its creation's log names; null: none. Without it,
   * the pool's own.
   */
  readonly childOf?: (pool: SeedPool, parameter: string) => Address | null;
  /**
   * Columns that do not follow from the state of a block, and that nothing is quoted from, by
   * table.
   */
  readonly untold?: Readonly<
    Record<
      string,
      readonly string[] | ((row: SeedRow, block: Pick<SeedBlock, "timestamp">) => readonly string[])
    >
  >;
  /** Columns that are left to the family's live reader, by table. */
  readonly readLive?: Readonly<Record<string, readonly string[]>>;
  /** Tables with several rows of a pool, of which some may go. */
  readonly parts?: Readonly<Record<string, PoolParts>>;
  /**
   * Facts of a pool, from its row in a table of which a column has its id; null: the pool is of no
   * use. Without it, rows of the family are not compared.
   */
  readonly factsOf?: {
    readonly table: string;
    readonly by: string;
    facts(row: SeedRow): Facts | null;
  };
  /** Rows of the family's deployments themselves. */
  readonly deployments?: (state: StateReader, block: SeedBlock) => Promise<SeedState>;
}
