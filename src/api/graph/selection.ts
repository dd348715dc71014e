import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { Chain } from "../../lib/chain.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import { buildGraph } from "./build.ts";
import { countPools, eligiblePools, poolsAmong, type UnitPrices } from "./eligibility.ts";
import type { Head } from "./heads.ts";
import { EMPTY_MEMORY, mergeChanges, readChanges } from "./memory.ts";
import { blockTimeOf } from "./pace.ts";
import type { Snapshot } from "./snapshot.ts";

/** Which pools of a chain are in its graph; the others stay in the tables and cost nothing. */
export interface Eligibility {
  /** Up to so many pools of a chain all are. */
  readonly allBelow: number;
  /** Dollars that a pool has to hold of tokens with a price. */
  readonly leastUsd: number;
  /** Dollars of a smallest unit of tokens, as far as a snapshot's pools tell. */
  readonly unitPrices: (snapshot: Snapshot, tokens: Iterable<Address>) => UnitPrices;
}

/** Pools of a chain that are in its graph from the start. */
export interface Selection {
  /** By id, the deepest first. */
  readonly ids: ReadonlySet<string>;
  /** Pools that the tables have. */
  readonly total: number;
}

/** Seconds for which a pool that changed counts, whatever it holds. */
const LATELY_SECONDS = 3_600;

/**
 * Which pools the graph of a chain has; null: all. To be called in the transaction that `heads`
 * were read in.
 */
export async function selectPools(
  db: ReadDatabase,
  on: {
    readonly chain: Chain;
    readonly protocols: readonly Protocol[];
    readonly heads: readonly Head[];
    readonly eligibility: Eligibility;
  },
): Promise<Selection | null> {
  const { chain, protocols, heads, eligibility } = on;
  const { chainId } = chain;
  const head = heads.at(-1);
  const total = await countPools(db, chainId);
  if (total <= eligibility.allBelow || head === undefined) return null;
  const priced = new Set([...chain.connectors, ...chain.usdAnchors, chain.wrappedNative]);
  const among = await poolsAmong(db, { chainId, tokens: [...priced] });
  const reading = { chainId, protocols, memory: EMPTY_MEMORY, heads, only: new Set(among) };
  const { memory } = mergeChanges(EMPTY_MEMORY, await readChanges(db, reading));
  const accepts = (token: Address): boolean => priced.has(token);
  const { snapshot } = buildGraph({ chain, memory, head, accepts });
  const lately = Math.ceil(LATELY_SECONDS / blockTimeOf(heads, chain));
  const ids = await eligiblePools(db, {
    ...{ chainId, protocols, leastUsd: eligibility.leastUsd },
    prices: eligibility.unitPrices(snapshot, priced),
    changedAfter: head.number - lately,
  });
  return { ids: new Set([...among, ...ids]), total };
}
