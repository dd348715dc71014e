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
import { oversizedOf, rowsOf } from "../../seed/state.ts";
import type { SeedStore } from "../../seed/store.ts";
import type { AdmissionOutcome } from "../metrics/metrics.ts";
import type { WantedPools } from "../records/wanted-pools.ts";
import type { AdmissionLimits } from "./admission-limits.ts";
import type { Head } from "./heads.ts";
import { statesOfRows } from "./load-states.ts";
import type { HeldState, TokenRow } from "./memory.ts";
import { createRecentNames } from "./recent-names.ts";
import type { Strangers } from "./strangers.ts";

/** States that the tables do not have, as a node has them after a block. */
export interface Brought {
  /** Whose pools they are. */
  readonly names: readonly Address[];
  /** Of the block. */
  readonly hash: Hex;
  readonly states: readonly HeldState[];
  readonly tokens: readonly TokenRow[];
}

/**
 * Pools of a chain that were left out of its index, as they held too little, or that nothing but
 * their own words tells of.
 */
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
      /** Whether a token is known, tradable or not. */
      readonly isToken: (address: Address) => boolean;
    },
  ): Promise<Brought | null>;
  /**
   * Why names cannot be brought in of which all pools were found to have too many ticks; null:
   * there is no such name.
   */
  refusal(names: readonly Address[]): ServiceError | null;
  /**
   * Why some names that the graph does not have may be tokens all the same: the node did not tell;
   * null: there is no such name.
   */
  unseen(names: readonly Address[]): ServiceError | null;
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
  readonly strangers: Strangers;
  /** Initialised ticks of a pool that the reader takes. */
  readonly mostTicks: number;
  readonly log: Logger;
  /** Counts tokens that were named. */
  readonly counted?: ((outcome: AdmissionOutcome) => void) | undefined;
}

/** Pools that a name brings in at most. */
const POOLS_PER_NAME = 8;
/** Names of one request that are looked up at most. */
const MOST_NAMES = 64;

/** The unread pools of a chain. */
export function createUnreadPools(options: UnreadPoolsOptions): UnreadPools {
  const { chainId, store, seeds, wanted, reader, families, protocols, limits, mostTicks } = options;
  const { strangers } = options;
  const underWay = new Map<Address, Promise<readonly CataloguedPool[]>>();
  /** Pools with too many ticks by names that have no other ones. */
  const oversized = new Map<Address, readonly Hex[]>();
  /** Names that were found to have no unread pools, or none any more. */
  const settled = createRecentNames(() => oversized.clear());

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
  ): Promise<{ readonly brought: Brought; readonly tooLarge: ReadonlySet<Hex> }> {
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
    const brought = {
      ...{ names, hash: head.hash },
      states: made.flatMap(({ states }) => states),
      tokens: made.flatMap(({ rows }) => rows.token),
    };
    return { brought, tooLarge: new Set(oversizedOf(pools, task)) };
  }

  return {
    async read(names, { head, caller, isKnown, isToken }) {
      const fresh = [...new Set(names)]
        .filter((name) => !options.common.has(name) && !settled.has(name))
        .filter((name) => !strangers.isRefused(name))
        .slice(0, MOST_NAMES);
      const unread = new Map<string, CataloguedPool>();
      const byName = new Map<Address, readonly Hex[]>();
      const unknown: Address[] = [];
      const tokens: Address[] = [];
      for (const name of fresh) {
        const found = (await find(name)).filter(({ id }) => !isKnown(id));
        if (found.length > 0) byName.set(name, idsOf(found));
        else if (isKnown(name)) settled.add(name);
        else (isToken(name) ? tokens : unknown).push(name);
        for (const one of found) unread.set(one.id, one);
      }
      const catalogued = [...byName.keys()];
      const state = reader.at({ blockHash: head.hash });
      // A token that trades somewhere may be a vault's share; once an hour it is given a chance.
      for (const name of tokens) settled.add(name);
      const named = await strangers.recognise([...unknown, ...tokens], { state, caller });
      for (const [name, one] of named) {
        byName.set(name, [one.id]);
        unread.set(one.id, one);
      }
      const asked = [...byName.keys()];
      if (asked.length === 0) return null;
      const count = (outcome: AdmissionOutcome, some = asked) => {
        for (const _ of some) options.counted?.(outcome);
      };
      const waitSeconds = catalogued.length === 0 ? 0 : limits.take(caller, catalogued.length);
      if (waitSeconds > 0) {
        count("limited", catalogued);
        throw tooMany(chainId, catalogued, waitSeconds);
      }
      let read: Awaited<ReturnType<typeof statesAt>>;
      try {
        read = await statesAt(asked, [...unread.values()], head);
      } catch (error) {
        count("failed");
        throw unreadable(chainId, asked, error);
      }
      const { brought, tooLarge } = read;
      const ids = brought.states.map(({ state }) => state.id);
      const isRefused = (name: Address) =>
        byName.get(name)?.every((id) => tooLarge.has(id)) === true;
      const refused = asked.filter(isRefused);
      count("oversized", refused);
      const others = asked.filter((name) => !isRefused(name));
      count(ids.length > 0 ? "admitted" : "empty", others);
      for (const name of refused) oversized.set(name, byName.get(name) ?? []);
      if (tooLarge.size > 0) {
        const pools = [...tooLarge];
        options.log.warn({ chainId, pools, mostTicks }, "pools with too many ticks were asked for");
      }
      const isBrought = new Set<string>(ids);
      const followed = [...named.values()].filter(({ id }) => isBrought.has(id));
      for (const [name, { id }] of named) if (!isBrought.has(id)) strangers.refuse(name);
      const isNamed = new Set<string>(followed.map(({ id }) => id));
      const isWanted = await wanted.add(ids.filter((id) => !isNamed.has(id)));
      const isFollowed = await wanted.name(followed);
      if (isWanted && isFollowed) for (const name of asked) settled.add(name);
      return ids.length > 0 ? brought : null;
    },
    refusal(names) {
      const refused = names.filter((name) => settled.has(name) && oversized.has(name));
      if (refused.length === 0) return null;
      const pools = refused.flatMap((name) => oversized.get(name) ?? []);
      return tooManyTicks(chainId, refused, { pools, mostTicks });
    },
    unseen(names) {
      const unseen = names.filter(strangers.isUnseen);
      return unseen.length === 0 ? null : unlooked(chainId, unseen);
    },
    forget: settled.clear,
  };
}

type CataloguedPool = SeedPool & { readonly family: string };

const idsOf = (pools: readonly CataloguedPool[]): readonly Hex[] => pools.map(({ id }) => id);

function tooManyTicks(
  chainId: number,
  names: readonly Address[],
  { pools, mostTicks }: { readonly pools: readonly Hex[]; readonly mostTicks: number },
): ServiceError {
  return new ServiceError(
    "NO_ROUTE",
    `${names.join(", ")} on chain ${chainId} trade only in pools with more than ${mostTicks} initialised ticks (${pools.join(", ")}), which are not read; name other tokens, or raise MAX_POOL_TICKS.`,
    { data: { addresses: names } },
  );
}

function tooMany(chainId: number, names: readonly Address[], waitSeconds: number): ServiceError {
  return new ServiceError(
    "RATE_LIMITED",
    `${names.join(", ")} on chain ${chainId} trade in pools that are not indexed yet, and too many such tokens were asked for within a minute; try again in ${waitSeconds} s.`,
    { retryAfterSeconds: waitSeconds, data: { addresses: names } },
  );
}

function unlooked(chainId: number, names: readonly Address[]): ServiceError {
  return new ServiceError(
    "UPSTREAM_UNAVAILABLE",
    `${names.join(", ")} on chain ${chainId} are not listed, and the node did not tell what they are; try again in a few seconds.`,
    { retryAfterSeconds: 2, data: { addresses: names } },
  );
}

function unreadable(chainId: number, names: readonly Address[], cause: unknown): ServiceError {
  return new ServiceError(
    "UPSTREAM_UNAVAILABLE",
    `${names.join(", ")} on chain ${chainId} trade in pools that are not indexed yet, and the node did not tell their state; try again in a few seconds.`,
    { retryAfterSeconds: 2, data: { addresses: names }, cause },
  );
}
