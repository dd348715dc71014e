import { and, asc, eq, gte } from "drizzle-orm";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { PoolState } from "../../protocols/protocol.ts";
import type { Row, StoredStates } from "../../protocols/states.ts";
import { keyOf, logOf } from "../chain/past/tables.ts";
import { columnOf, readBesideRows } from "../graph/load-states.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";

/** Blocks over which a move is measured: what a transaction may wait. */
const WINDOW_BLOCKS = 5;
/** Part of the windows in which an edge's price moved less than what is answered. */
const PERCENTILE = 0.95;
/** Most changes of one pool that are read. */
const MAX_CHANGES = 20_000;

/**
 * How far the price of an edge moved in five blocks, as a part of it: the 95th percentile of all
 * such windows between a block and the snapshot's. 0 of a pool that nothing is kept of, or that did
 * not change.
 */
export async function priceMove(
  db: ReadDatabase,
  edge: GraphEdge,
  on: {
    readonly snapshot: Pick<Snapshot, "chainId" | "block" | "next">;
    readonly fromBlock: number;
    readonly blockTimeSeconds: number;
  },
): Promise<number> {
  const { chainId, block } = on.snapshot;
  const { states } = edge.protocol;
  if (states.kind === "fixed") return 0;
  const past = await statesSince(db, states, { ...on, chainId, state: edge.state });
  if (past.length === 0) return 0;
  const prices = past.flatMap(({ number, state }) => {
    // An empty pool has neither edges nor a price.
    const isUsable = edge.protocol
      .edges(state)
      .some(({ tokenIn, tokenOut }) => tokenIn === edge.tokenIn && tokenOut === edge.tokenOut);
    if (!isUsable) return [];
    const seconds = Math.round((block.number - number) * on.blockTimeSeconds);
    const timestamp = on.snapshot.next.timestamp - BigInt(seconds);
    const at = { number: BigInt(number) + 1n, timestamp };
    const { numerator, denominator } = edge.protocol.spotPrice(state, edge, at);
    const price = Number(numerator) / Number(denominator);
    return price > 0 && Number.isFinite(price) ? [{ number, price }] : [];
  });
  return percentileMove(prices, { from: on.fromBlock, to: block.number });
}

/** A price that holds from a block on. */
export interface PriceAt {
  readonly number: number;
  readonly price: number;
}

/** The 95th percentile of the moves over windows of five blocks; prices ascending by block. */
export function percentileMove(
  prices: readonly PriceAt[],
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const moves: number[] = [];
  let at = 0;
  let before = prices[0]?.price ?? 0;
  for (let end = from + WINDOW_BLOCKS; end <= to; end += WINDOW_BLOCKS) {
    while ((prices[at + 1]?.number ?? Number.POSITIVE_INFINITY) <= end) at += 1;
    const price = (prices[at]?.number ?? end + 1) <= end ? (prices[at]?.price ?? before) : before;
    const move = Math.abs(Math.log(price / before));
    moves.push(Number.isFinite(move) ? move : 0);
    before = price;
  }
  moves.sort((a, b) => a - b);
  return moves[Math.max(0, Math.ceil(moves.length * PERCENTILE) - 1)] ?? 0;
}

/**
 * The states of a pool at the end of each block that changed its row since `fromBlock`, ascending.
 */
async function statesSince(
  db: ReadDatabase,
  states: StoredStates,
  on: { readonly chainId: number; readonly state: PoolState; readonly fromBlock: number },
): Promise<readonly { readonly number: number; readonly state: PoolState }[]> {
  const { table, id } = states;
  const log = logOf(table);
  if (log === undefined) return [];
  const isOwn = and(
    eq(columnOf(table, "chainId"), on.chainId),
    eq(columnOf(table, id), on.state.id),
  );
  const [row] = await db.select().from(table).where(isOwn).limit(1);
  if (row === undefined) return [];
  const isLogged = and(
    eq(columnOf(log, "chainId"), on.chainId),
    gte(columnOf(log, "updatedBlock"), on.fromBlock),
    ...keyOf(table).map((name) => eq(columnOf(log, name), row[name])),
  );
  const changes: readonly Row[] = await db
    .select()
    .from(log)
    .where(isLogged)
    .orderBy(asc(columnOf(log, "updatedBlock")))
    .limit(MAX_CHANGES);
  // Many parts do not move prices, and are taken over; the few others are read as they are.
  const isOfParts = states.beside?.rows === "parts";
  const beside = isOfParts ? [] : await readBesideRows(db, states, { chainId: on.chainId, row });
  const previous = isOfParts ? on.state : null;
  return changes.flatMap((change) => {
    const { hour: _, ...logged } = change;
    const state = states.state({ ...row, ...logged }, beside, previous);
    return state === null ? [] : [{ number: Number(change.updatedBlock), state }];
  });
}
