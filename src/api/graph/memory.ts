import { eq } from "drizzle-orm";
import type { Address } from "viem";
import { dataFee } from "../../catalog/data-fee/schema.ts";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { FeedAnswer } from "../../catalog/price-feeds/reading.ts";
import { priceFeed } from "../../catalog/price-feeds/schema.ts";
import type { DataFee } from "../../lib/data-fee/data-fee.ts";
import { type SharedMap, sharedMap } from "../../lib/shared-map.ts";
import type { PoolState, Protocol } from "../../protocols/protocol.ts";
import { readChangedFamilies } from "./changed-families.ts";
import { isSelective } from "./eligibility.ts";
import { ancestorBehindGap, findAncestor, type Head } from "./heads.ts";
import { type GoneState, readStates } from "./load-states.ts";
import { readTokens } from "./read-tokens.ts";
import { NO_RELIERS, type Reliers, withReliances } from "./reliances.ts";

/** A state together with the family that understands it. */
export interface HeldState {
  readonly protocol: Protocol;
  readonly state: PoolState;
}

/** A row of the token table. */
export interface TokenRow {
  readonly address: Address;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
  readonly updatedBlock: number;
}

/** A row of the price feed table. */
export interface PriceFeedRow extends FeedAnswer {
  readonly feed: Address;
  readonly updatedBlock: number;
}

/** The row of what data costs. */
export interface DataFeeRow extends DataFee {
  readonly updatedBlock: number;
}

/** What a feed knows of its chain: the tables at the newest of `heads`. */
export interface Memory {
  /** Ascending by number. */
  readonly heads: readonly Head[];
  /** By lower-case address. */
  readonly tokens: SharedMap<Address, TokenRow>;
  /** By state id; what relies on others is given them. */
  readonly states: SharedMap<string, HeldState>;
  readonly reliers: Reliers;
  /** All of them. */
  readonly priceFeeds: readonly PriceFeedRow[];
  readonly recent: Recent;
  /** Null where the chain charges nothing for data, or nothing is known of it. */
  readonly dataFee: DataFeeRow | null;
}

/**
 * What changed lately, so that what a reorganisation takes back is found without a look at all.
 */
export interface Recent {
  /** Whatever changed in later blocks is in one of the batches. */
  readonly afterBlock: number;
  readonly batches: readonly (Touched & {
    /** The newest of their blocks. */
    readonly block: number;
  })[];
}

/** Of a memory that is not known to list its changes. */
export const NOTHING_RECENT: Recent = { afterBlock: Number.POSITIVE_INFINITY, batches: [] };

/** Rows that changed between a memory and newer heads. */
export interface Changes {
  readonly heads: readonly Head[];
  /** Block up to which the memory holds; what lies above it was read again. -1: everything was. */
  readonly ancestorBlock: number;
  readonly tokens: readonly TokenRow[];
  readonly states: readonly HeldState[];
  /** Of the memory's, those whose rows are no states any longer; absent: none. */
  readonly gone?: readonly GoneState[];
  /** All of them, changed or not, as they are few. */
  readonly priceFeeds: readonly PriceFeedRow[];
  readonly dataFee: DataFeeRow | null;
}

/** Ids and addresses whose entry differs between two memories. */
export interface Touched {
  readonly states: ReadonlySet<string>;
  readonly tokens: ReadonlySet<Address>;
}

/** A memory of nothing: everything has to be read. */
export const EMPTY_MEMORY: Memory = {
  ...{ heads: [], tokens: sharedMap(), states: sharedMap(), reliers: NO_RELIERS, priceFeeds: [] },
  ...{ dataFee: null, recent: NOTHING_RECENT },
};

/**
 * Reads what changed since `memory`. To be called in the transaction that `heads` were read in.
 *
 * After a reorg, entries of orphaned blocks are read again by id, and no family sees an orphaned
 * state as previous.
 */
export async function readChanges(
  db: ReadDatabase,
  {
    chainId,
    protocols,
    memory,
    heads,
    only = null,
    wanted = new Set(),
  }: {
    readonly chainId: number;
    readonly protocols: readonly Protocol[];
    readonly memory: Memory;
    readonly heads: readonly Head[];
    /** Of selective families, the states that are read where all are; null: every one. */
    readonly only?: ReadonlySet<string> | null;
    /** States to read in any case. */
    readonly wanted?: ReadonlySet<string>;
  },
): Promise<Changes> {
  const newest = heads.at(-1);
  const common = findAncestor(memory.heads, heads)?.number;
  const ancestorBlock =
    common ??
    (newest === undefined
      ? -1
      : await ancestorBehindGap(db, { chainId, own: memory.heads, newest }));
  const orphans = orphansOf(memory, ancestorBlock).states;
  const isChanged = await readChangedFamilies(db, protocols, {
    chainId,
    sinceBlock: ancestorBlock,
  });
  const states: HeldState[] = [];
  const gone: GoneState[] = [];
  for (const protocol of protocols) {
    const isOpen = isSelective(protocol.states);
    const isPart = isOpen && only !== null && ancestorBlock < 0;
    // Whose state was taken away may have it back.
    const isOwn = (id: string) => (memory.states.get(id)?.protocol ?? protocol) === protocol;
    const own = [...orphans].filter(isOwn);
    const ids = [...own, ...(isOpen ? wanted : []), ...(isPart ? (only ?? []) : [])];
    const sinceBlock = isPart || !isChanged(protocol.family) ? null : ancestorBlock;
    if (ids.length === 0 && sinceBlock === null) continue;
    const previousOf = (id: string) => {
      const held = memory.states.get(id);
      return held?.protocol === protocol && !orphans.has(id) ? held.state : null;
    };
    const request = { chainId, sinceBlock, ids };
    const loaded = await readStates(db, protocol.states, request, previousOf);
    for (const state of loaded.states) states.push({ protocol, state });
    gone.push(...loaded.gone.filter(({ id }) => memory.states.get(id)?.protocol === protocol));
  }
  const tokens = await readTokens(db, { chainId, memory, ancestorBlock, only, states });
  const priceFeeds = await db
    .select({
      feed: priceFeed.feed,
      answer: priceFeed.answer,
      decimals: priceFeed.decimals,
      updatedAt: priceFeed.updatedAt,
      updatedBlock: priceFeed.updatedBlock,
    })
    .from(priceFeed)
    .where(eq(priceFeed.chainId, chainId));
  const [fee = null] = await db
    .select({
      ...{ rule: dataFee.rule, price: dataFee.price, updatedBlock: dataFee.updatedBlock },
      operatorScalar: dataFee.operatorScalar,
      operatorConstant: dataFee.operatorConstant,
    })
    .from(dataFee)
    .where(eq(dataFee.chainId, chainId));
  return { heads, ancestorBlock, tokens, states, gone, priceFeeds, dataFee: fee };
}

/**
 * The memory after `changes`, and what differs. Entries of orphaned blocks that were not read again
 * are gone: their pool or token does not exist on the new chain.
 */
export function mergeChanges(
  memory: Memory,
  changes: Changes,
): { readonly memory: Memory; readonly touched: Touched } {
  const orphans = orphansOf(memory, changes.ancestorBlock);
  const states = new Map<string, HeldState | undefined>();
  const tokens = new Map<Address, TokenRow | undefined>();
  for (const id of orphans.states) states.set(id, undefined);
  for (const address of orphans.tokens) tokens.set(address, undefined);
  for (const { id } of changes.gone ?? []) states.set(id, undefined);
  for (const held of changes.states) states.set(held.state.id, held);
  for (const row of changes.tokens) tokens.set(row.address, row);
  const { reliers } = memory;
  const changed = [...states.keys()];
  const linked = withReliances({ states: memory.states.with(states), reliers }, changed);
  return {
    memory: {
      heads: changes.heads,
      states: linked.states,
      reliers: linked.reliers,
      tokens: memory.tokens.with(tokens),
      priceFeeds: changes.priceFeeds,
      dataFee: changes.dataFee,
      recent: recentAfter(memory.recent, changes),
    },
    touched: {
      states: new Set([...changed, ...linked.affected]),
      tokens: new Set(tokens.keys()),
    },
  };
}

/**
 * Highest block of any changed row. Above the newest head while the indexer catches up after a
 * restart, block by block but without a head row for each: such rows belong to no known block and
 * must not be used yet.
 */
export function newestChange(changes: Changes): number {
  let newest = -1;
  for (const { state } of changes.states) newest = Math.max(newest, state.updatedBlock);
  const fees = changes.dataFee === null ? [] : [changes.dataFee];
  const { tokens, priceFeeds, gone = [] } = changes;
  for (const { updatedBlock } of [...tokens, ...priceFeeds, ...fees, ...gone]) {
    newest = Math.max(newest, updatedBlock);
  }
  return newest;
}

/** What changed since the oldest head. */
function recentAfter(recent: Recent, changes: Changes): Recent {
  const oldest = changes.heads[0]?.number ?? Number.POSITIVE_INFINITY;
  const isWhole = changes.ancestorBlock < 0;
  const afterBlock = isWhole ? oldest : Math.max(recent.afterBlock, oldest);
  const isLate = (block: number) => block > afterBlock;
  const changed = [...changes.states.map(({ state }) => state), ...(changes.gone ?? [])];
  const states = changed.filter(({ updatedBlock }) => isLate(updatedBlock));
  const tokens = changes.tokens.filter(({ updatedBlock }) => isLate(updatedBlock));
  const kept = isWhole ? [] : recent.batches.filter(({ block }) => isLate(block));
  const batch = {
    block: newestChange(changes),
    states: new Set(states.map(({ id }) => id)),
    tokens: new Set(tokens.map(({ address }) => address)),
  };
  return { afterBlock, batches: [...kept, batch] };
}

/**
 * Entries of blocks after the ancestor, and those that were taken away since. With ancestor -1
 * every entry is orphaned, including those that no event ever wrote (block 0).
 */
function orphansOf({ states, tokens, recent }: Memory, ancestorBlock: number): Touched {
  const batches =
    ancestorBlock < recent.afterBlock
      ? [{ states: states.keys(), tokens: tokens.keys() }]
      : recent.batches.filter(({ block }) => block > ancestorBlock);
  const orphans = { states: new Set<string>(), tokens: new Set<Address>() };
  for (const batch of batches) {
    for (const id of batch.states) {
      const held = states.get(id);
      if (held === undefined || held.state.updatedBlock > ancestorBlock) orphans.states.add(id);
    }
    for (const address of batch.tokens) {
      if ((tokens.get(address)?.updatedBlock ?? -1) > ancestorBlock) orphans.tokens.add(address);
    }
  }
  return orphans;
}
