import { and, eq, inArray } from "drizzle-orm";
import type { Logger } from "pino";
import type { Address, Hex } from "viem";
import type { Store } from "../../catalog/database.ts";
import { pool } from "../../catalog/schema.ts";
import { ServiceError } from "../../lib/errors.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import type { IndexedFamily } from "../../protocols/sources.ts";
import type { SeedPool } from "../../seed/family.ts";
import type { SeedReader } from "../../seed/reader.ts";
import { rowsOf } from "../../seed/state.ts";
import type { SeedStore } from "../../seed/store.ts";
import type { AdmissionOutcome } from "../metrics/metrics.ts";
import type { WantedPools } from "../records/wanted-pools.ts";
import type { AdmissionLimits } from "./admission-limits.ts";
import type { Head } from "./heads.ts";
import { statesOfRows } from "./load-states.ts";
import type { HeldState, TokenRow } from "./memory.ts";

/** States that the tables do not have, as a node has them after a block. */
export interface Brought {
  /** Whose pools they are. */
  readonly names: readonly Address[];
  /** Of the block. */
  readonly hash: Hex;
  readonly states: readonly HeldState[];
  readonly tokens: readonly TokenRow[];
}

/** Pools of a chain that were left out of its index, as they held too little. */
export interface UnreadPools {
  /**
   * The pools of some tokens, or that are named themselves, and that nobody has read yet; they are
   * wanted from then on, so that the indexer follows them. Null: there is none.
   *
   * @throws {ServiceError} `RATE_LIMITED` when too many were asked for, `UPSTREAM_UNAVAILABLE` when
   *   the node does not answer.
   */
  read(
    names: readonly Address[],
    at: {
      readonly head: Head;
      /** Who asks; null: the service itself. */
      readonly caller: string | null;
      readonly isKnown: (id: string) => boolean;
    },
  ): Promise<Brought | null>;
  /** Forgets what was found, as some pools have left the graph again. */
  forget(): void;
}

export interface UnreadPoolsOptions {
  readonly chainId: number;
  /** Tables of the chain's index. */
  readonly store: Store;
  /** The catalogue of what the chain has. */
  readonly seeds: Pick<SeedStore, "poolsWith">;
  readonly wanted: WantedPools;
  readonly reader: Pick<SeedReader, "at">;
  readonly families: readonly IndexedFamily[];
  readonly protocols: readonly Protocol[];
  /** Tokens that are in the graph anyhow. */
  readonly common: ReadonlySet<Address>;
  readonly limits: AdmissionLimits;
  readonly log: Logger;
  /** Counts tokens that were named. */
  readonly counted?: ((outcome: AdmissionOutcome) => void) | undefined;
}

/** Pools that a name brings in at most. */
const POOLS_PER_NAME = 8;
/** Names of one request that are looked up at most. */
const MOST_NAMES = 64;
/** Milliseconds for which a name that was looked up is not again, and how many are remembered. */
const SETTLED_MS = 3_600_000;
const MOST_SETTLED = 50_000;

/** The unread pools of a chain. */
export function createUnreadPools(options: UnreadPoolsOptions): UnreadPools {
  const { chainId, store, seeds, wanted, reader, families, protocols, limits } = options;
  /** When names were found to have no unread pools, or none any more. */
  const settled = new Map<Address, number>();
  const underWay = new Map<Address, Promise<readonly CataloguedPool[]>>();

  function settle(name: Address): void {
    if (settled.size >= MOST_SETTLED) settled.clear();
    settled.set(name, performance.now());
  }

  function isSettled(name: Address): boolean {
    const at = settled.get(name);
    return at !== undefined && performance.now() - at < SETTLED_MS;
  }

  /** Pools of a name that the tables lack. */
  function find(name: Address): Promise<readonly CataloguedPool[]> {
    const running = underWay.get(name);
    if (running !== undefined) return running;
    const finding = (async () => {
      const listed = await seeds.poolsWith(chainId, name, POOLS_PER_NAME);
      if (listed.length === 0) return [];
      const ids = listed.map(({ id }) => id);
      const rows = await store.snapshot((db) =>
        db
          .select({ id: pool.id })
          .from(pool)
          .where(and(eq(pool.chainId, chainId), inArray(pool.id, ids))),
      );
      const followed = new Set<string>(rows.map(({ id }) => id));
      return listed.filter(({ id }) => !followed.has(id));
    })().finally(() => underWay.delete(name));
    underWay.set(name, finding);
    return finding;
  }

  /** @throws What the node fails with. */
  async function statesAt(
    names: readonly Address[],
    pools: readonly CataloguedPool[],
    head: Head,
  ): Promise<Brought> {
    const state = reader.at({ blockHash: head.hash });
    const task = {
      ...{ state, newest: state, metadata: new Map() },
      block: { chainId, number: head.number, timestamp: head.timestamp },
    };
    const parts = await Promise.all(
      families.map(async ({ family, seed, schema }) => {
        const own = pools.filter((one) => one.family === family);
        const protocol = protocols.find((one) => one.family === family);
        if (seed === undefined || protocol === undefined || own.length === 0) return null;
        const rows = await rowsOf(family, seed, own, task);
        const states = await store.snapshot((db) =>
          statesOfRows(db, protocol.states, { chainId, schema, rows }),
        );
        // What holds nothing is not worth a row.
        const traded = states.filter((one) => protocol.edges(one).length > 0);
        return { rows, states: traded.map((one): HeldState => ({ protocol, state: one })) };
      }),
    );
    const made = parts.filter((part) => part !== null);
    return {
      ...{ names, hash: head.hash },
      states: made.flatMap(({ states }) => states),
      tokens: made.flatMap(({ rows }) => rows.token),
    };
  }

  return {
    async read(names, { head, caller, isKnown }) {
      const fresh = [...new Set(names)]
        .filter((name) => !options.common.has(name) && !isSettled(name))
        .slice(0, MOST_NAMES);
      const unread = new Map<string, CataloguedPool>();
      const asked: Address[] = [];
      for (const name of fresh) {
        const found = (await find(name)).filter(({ id }) => !isKnown(id));
        if (found.length === 0) settle(name);
        else asked.push(name);
        for (const one of found) unread.set(one.id, one);
      }
      if (asked.length === 0) return null;
      const count = (outcome: AdmissionOutcome) => {
        for (const _ of asked) options.counted?.(outcome);
      };
      const waitSeconds = limits.take(caller, asked.length);
      if (waitSeconds > 0) {
        count("limited");
        throw tooMany(chainId, asked, waitSeconds);
      }
      let brought: Brought;
      try {
        brought = await statesAt(asked, [...unread.values()], head);
      } catch (error) {
        count("failed");
        throw unreadable(chainId, asked, error);
      }
      const ids = brought.states.map(({ state }) => state.id);
      count(ids.length > 0 ? "admitted" : "empty");
      if (await wanted.add(ids)) for (const name of asked) settle(name);
      return ids.length > 0 ? brought : null;
    },
    forget: () => settled.clear(),
  };
}

type CataloguedPool = SeedPool & { readonly family: string };

function tooMany(chainId: number, names: readonly Address[], waitSeconds: number): ServiceError {
  return new ServiceError(
    "RATE_LIMITED",
    `${names.join(", ")} on chain ${chainId} trade in pools that are not indexed yet, and too many such tokens were asked for within a minute; try again in ${waitSeconds} s.`,
    { retryAfterSeconds: waitSeconds, data: { addresses: names } },
  );
}

function unreadable(chainId: number, names: readonly Address[], cause: unknown): ServiceError {
  return new ServiceError(
    "UPSTREAM_UNAVAILABLE",
    `${names.join(", ")} on chain ${chainId} trade in pools that are not indexed yet, and the node did not tell their state; try again in a few seconds.`,
    { retryAfterSeconds: 2, data: { addresses: names }, cause },
  );
}
