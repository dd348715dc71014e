import { and, eq, gt } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { FeedAnswer } from "../../catalog/price-feeds/reading.ts";
import { priceFeed } from "../../catalog/price-feeds/schema.ts";
import { token } from "../../catalog/schema.ts";
import type { PoolState, Protocol } from "../../protocols/protocol.ts";
import { readChangedFamilies } from "./changed-families.ts";
import { ancestorBehindGap, findAncestor, type Head } from "./heads.ts";
import { loadStates } from "./load-states.ts";

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

/** What a feed knows of its chain: the tables at the newest of `heads`. */
export interface Memory {
  /** Ascending by number. */
  readonly heads: readonly Head[];
  /** By lower-case address. */
  readonly tokens: ReadonlyMap<Address, TokenRow>;
  /** By state id. */
  readonly states: ReadonlyMap<string, HeldState>;
  /** All of them. */
  readonly priceFeeds: readonly PriceFeedRow[];
}

/** Rows that changed between a memory and newer heads. */
export interface Changes {
  readonly heads: readonly Head[];
  /** Block up to which the memory holds; what lies above it was read again. -1: everything was. */
  readonly ancestorBlock: number;
  readonly tokens: readonly TokenRow[];
  readonly states: readonly HeldState[];
  /** All of them, changed or not, as they are few. */
  readonly priceFeeds: readonly PriceFeedRow[];
}

/** Ids and addresses whose entry differs between two memories. */
export interface Touched {
  readonly states: ReadonlySet<string>;
  readonly tokens: ReadonlySet<Address>;
}

/** A memory of nothing: everything has to be read. */
export const EMPTY_MEMORY: Memory = {
  ...{ heads: [], tokens: new Map(), states: new Map(), priceFeeds: [] },
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
  }: {
    readonly chainId: number;
    readonly protocols: readonly Protocol[];
    readonly memory: Memory;
    readonly heads: readonly Head[];
  },
): Promise<Changes> {
  const newest = heads.at(-1);
  const common = findAncestor(memory.heads, heads)?.number;
  const ancestorBlock =
    common ??
    (newest === undefined
      ? -1
      : await ancestorBehindGap(db, { chainId, own: memory.heads, newest }));
  const orphans = orphanedStates(memory, ancestorBlock);
  const isChanged = await readChangedFamilies(db, protocols, {
    chainId,
    sinceBlock: ancestorBlock,
  });
  const states: HeldState[] = [];
  for (const protocol of protocols) {
    const ids = [...orphans].filter((id) => memory.states.get(id)?.protocol === protocol);
    const sinceBlock = isChanged(protocol.family) ? ancestorBlock : null;
    if (ids.length === 0 && sinceBlock === null) continue;
    const previousOf = (id: string) => {
      const held = memory.states.get(id);
      return held?.protocol === protocol && !orphans.has(id) ? held.state : null;
    };
    const request = { chainId, sinceBlock, ids };
    const loaded = await loadStates(db, protocol.states, request, previousOf);
    for (const state of loaded) states.push({ protocol, state });
  }
  const tokens = await db
    .select({
      address: token.address,
      symbol: token.symbol,
      name: token.name,
      decimals: token.decimals,
      updatedBlock: token.updatedBlock,
    })
    .from(token)
    .where(and(eq(token.chainId, chainId), gt(token.updatedBlock, ancestorBlock)));
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
  return { heads, ancestorBlock, tokens, states, priceFeeds };
}

/**
 * The memory after `changes`, and what differs. Entries of orphaned blocks that were not read again
 * are gone: their pool or token does not exist on the new chain.
 */
export function mergeChanges(
  memory: Memory,
  changes: Changes,
): { readonly memory: Memory; readonly touched: Touched } {
  const states = new Map(memory.states);
  const tokens = new Map(memory.tokens);
  const touchedStates = new Set(orphanedStates(memory, changes.ancestorBlock));
  const touchedTokens = new Set<Address>();
  for (const id of touchedStates) states.delete(id);
  for (const [address, { updatedBlock }] of memory.tokens) {
    if (updatedBlock <= changes.ancestorBlock) continue;
    tokens.delete(address);
    touchedTokens.add(address);
  }
  for (const held of changes.states) {
    states.set(held.state.id, held);
    touchedStates.add(held.state.id);
  }
  for (const row of changes.tokens) {
    tokens.set(row.address, row);
    touchedTokens.add(row.address);
  }
  return {
    memory: { heads: changes.heads, states, tokens, priceFeeds: changes.priceFeeds },
    touched: { states: touchedStates, tokens: touchedTokens },
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
  for (const { updatedBlock } of [...changes.tokens, ...changes.priceFeeds]) {
    newest = Math.max(newest, updatedBlock);
  }
  return newest;
}

/** With ancestor -1 every entry is orphaned, including those that no event ever wrote (block 0). */
function orphanedStates(memory: Memory, ancestorBlock: number): ReadonlySet<string> {
  const orphans = new Set<string>();
  for (const [id, { state }] of memory.states) {
    if (state.updatedBlock > ancestorBlock) orphans.add(id);
  }
  return orphans;
}
