import type { Address, PublicClient } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { Chain } from "../../lib/chain.ts";
import type { ServiceError } from "../../lib/errors.ts";
import type { NodeMeans } from "../../nodes/simulators/chain-simulation.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { PoolCounts } from "../graph/table-reader.ts";
import type { ChainMeter } from "../metrics/metrics.ts";
import type { ContractsStanding, OwnContracts } from "./own-contracts.ts";
import type { Moment } from "./past/unavailable.ts";

/** How far the index is behind the node. */
export interface ChainStatus {
  readonly chainId: number;
  readonly name: string;
  /** Block of the current snapshot; null before the first one. */
  readonly indexedBlock: number | null;
  /** Last head the node announced; null while the node is out of reach. */
  readonly headBlock: number | null;
  /** Blocks between the two; null when one of them is unknown. */
  readonly lagBlocks: number | null;
  /** Seconds between them by the blocks' own times; null as `lagBlocks`. */
  readonly lagSeconds: number | null;
  /** Whether route and quote answer on this chain. */
  readonly ready: boolean;
  /** Why not, in words for an operator; null when ready. */
  readonly reason: string | null;
  /** Whether Weir's contracts are there; without them route and bundle are refused. */
  readonly contracts: ContractsStanding;
  /** By which means each node simulates, in the order of the URLs. */
  readonly simulation: readonly NodeMeans[];
}

/** One indexed chain as the API sees it. */
export interface ChainService {
  readonly chain: Chain;
  /** Node of the chain, for simulation. */
  readonly client: PublicClient;
  /** First block whose state the tables tell; null: they keep no history. */
  readonly earliestBlock: number | null;
  /**
   * Start of the first hour of which something is left, seconds since the epoch; absent: of all.
   */
  readonly retainedSince?: number | undefined;
  /**
   * Current snapshot. Throws `ServiceError` `INDEX_STALE` when the index is behind or was never
   * filled.
   */
  snapshot(): Snapshot;
  /**
   * Sees to it that tokens and pools that a request names are in the snapshot, if they may be:
   * those that were not tried yet are tried now, and pools that are not indexed are read of the
   * node.
   *
   * @param caller Whom it is counted for; null: the service itself.
   * @throws {ServiceError} `RATE_LIMITED`, `UPSTREAM_UNAVAILABLE`, `INDEX_STALE` where a name that
   *   the snapshot does not have has pools that could not be read.
   */
  admit(names: Iterable<Address>, caller: string | null): Promise<void>;
  /**
   * What names that the snapshot lacks are refused with where `admit` could not look at them, as
   * the node did not answer; null: they are unknown.
   */
  unseen(names: readonly Address[]): ServiceError | null;
  /** How many pools are in the graph, and how many in the tables alone. */
  pools(): PoolCounts;
  /** Last snapshot, stale or not, for the lists; null before the first one. */
  lastSnapshot(): Snapshot | null;
  /**
   * The chain as it was at a moment: a service whose snapshots are that moment's.
   *
   * @throws {ServiceError} `BLOCK_UNAVAILABLE`, `INDEX_STALE`, `OVERLOADED`,
   *   `UPSTREAM_UNAVAILABLE`.
   */
  at(moment: Moment): Promise<ChainService>;
  /** Reads the tables in one transaction, in which all reads agree. */
  read<T>(query: (db: ReadDatabase) => Promise<T>): Promise<T>;
  /** Weir's contracts on the chain. */
  readonly contracts: Pick<OwnContracts, "standing" | "required">;
  status(): ChainStatus;
  /** Counts what the chain costs; absent where nobody asks. */
  readonly meter?: ChainMeter | undefined;
}
