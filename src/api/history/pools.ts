import { and, eq, gte, lt, or } from "drizzle-orm";
import type { Address, Hex } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { pool, poolHour } from "../../catalog/schema.ts";
import type { PoolState, Protocol, Ratio } from "../../protocols/protocol.ts";
import { databaseAt } from "../chain/past/database-at.ts";
import { pastOf } from "../chain/past/tables.ts";
import type { ChainService } from "../chain/service.ts";
import { loadStates } from "../graph/load-states.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { hourlyChanges } from "./changes.ts";
import {
  type HistoryRange,
  INTERVAL_SECONDS,
  type PoolPoint,
  type PoolPrice,
  type SwapVolume,
} from "./history.ts";

/**
 * What the pool of an id, an address that it has for itself, or a token that it issues traded and
 * paid by interval, ascending; intervals in which nothing changed are left out.
 */
export type PoolHistories = (
  service: Pick<ChainService, "read">,
  asked: Omit<Parameters<typeof readPoolHistory>[1], "protocols">,
) => Promise<readonly PoolPoint[]>;

/** Reads the histories of pools from the tables of their chains. */
export function createPoolHistories(protocols: readonly Protocol[]): PoolHistories {
  return (service, asked) => service.read((db) => readPoolHistory(db, { ...asked, protocols }));
}

/**
 * Reads the history of the pool of an id, an address that it has for itself, or a token that it
 * issues. To be called in one transaction.
 */
export async function readPoolHistory(
  db: ReadDatabase,
  {
    id,
    range,
    now,
    protocols,
  }: {
    readonly id: string;
    readonly range: HistoryRange;
    readonly now: Snapshot;
    readonly protocols: readonly Protocol[];
  },
): Promise<readonly PoolPoint[]> {
  const issuer = now.defiTokens.get(id as Address)?.state.id;
  const known =
    (await findPool(db, range.chainId, id as Hex)) ??
    (issuer === undefined ? null : await findPool(db, range.chainId, issuer as Hex));
  const protocol = protocols.find(({ family }) => family === known?.family);
  if (known === null || protocol === undefined) return [];
  const start = startOf(range);
  const volumes = await readVolumes(db, known.id, range);
  const changed = new Map<number, number>();
  for (const [hour, block] of await hourlyChanges(
    db,
    { states: protocol.states, id: known.id },
    range,
  )) {
    changed.set(start(hour), block);
  }
  const points: PoolPoint[] = [];
  const starts = new Set([...volumes.keys(), ...changed.keys()]);
  for (const timestamp of [...starts].sort((left, right) => left - right)) {
    const block = changed.get(timestamp);
    const state =
      block === undefined ? null : await readState(db, protocol, { ...range, id: known.id, block });
    points.push({
      timestamp,
      volume: volumes.get(timestamp) ?? [],
      state:
        state === null || block === undefined
          ? null
          : { block, prices: pricesOf(protocol, state, { range, timestamp, block, now }) },
    });
  }
  return points;
}

async function findPool(db: ReadDatabase, chainId: number, id: Hex) {
  const rows = await db
    .select({ id: pool.id, family: pool.family })
    .from(pool)
    .where(and(eq(pool.chainId, chainId), or(eq(pool.id, id), eq(pool.address, id))))
    .limit(2);
  const own = rows.find((row) => row.id === id);
  return own ?? (rows.length === 1 ? (rows[0] ?? null) : null);
}

function startOf({ interval }: HistoryRange): (second: number) => number {
  const length = INTERVAL_SECONDS[interval];
  return (second) => second - (second % length);
}

/** Swaps by interval, then in the order of the tokens' addresses. */
async function readVolumes(
  db: ReadDatabase,
  id: Hex,
  range: HistoryRange,
): Promise<ReadonlyMap<number, readonly SwapVolume[]>> {
  const rows = await db
    .select()
    .from(poolHour)
    .where(
      and(
        ...[eq(poolHour.chainId, range.chainId), eq(poolHour.poolId, id)],
        ...[gte(poolHour.hour, range.from), lt(poolHour.hour, range.to)],
      ),
    )
    .orderBy(poolHour.tokenIn, poolHour.tokenOut, poolHour.hour);
  const start = startOf(range);
  const byInterval = new Map<number, Map<string, SwapVolume>>();
  for (const { tokenIn, tokenOut, hour, swaps, volumeIn, volumeOut, feesIn } of rows) {
    const timestamp = start(hour);
    const directions = byInterval.get(timestamp) ?? new Map<string, SwapVolume>();
    byInterval.set(timestamp, directions);
    const sum = directions.get(`${tokenIn} ${tokenOut}`);
    directions.set(`${tokenIn} ${tokenOut}`, {
      ...{ tokenIn, tokenOut, swaps: swaps + (sum?.swaps ?? 0) },
      volumeIn: volumeIn + (sum?.volumeIn ?? 0n),
      volumeOut: volumeOut + (sum?.volumeOut ?? 0n),
      feesIn: feesIn + (sum?.feesIn ?? 0n),
    });
  }
  return new Map([...byInterval].map(([timestamp, sums]) => [timestamp, [...sums.values()]]));
}

/** The state at the end of a block; null where it was not usable. */
async function readState(
  db: ReadDatabase,
  protocol: Protocol,
  { chainId, id, block }: { readonly chainId: number; readonly id: string; readonly block: number },
): Promise<PoolState | null> {
  const then = databaseAt(db, { chainId, block, pastOf });
  const [state] = await loadStates(then, protocol.states, { chainId, sinceBlock: null, ids: [id] });
  return state ?? null;
}

/** What each direction paid after a block of an interval, where both its tokens are listed. */
function pricesOf(
  protocol: Protocol,
  state: PoolState,
  on: {
    readonly range: HistoryRange;
    readonly timestamp: number;
    readonly block: number;
    readonly now: Snapshot;
  },
): readonly PoolPrice[] {
  const end = on.timestamp + INTERVAL_SECONDS[on.range.interval];
  const seconds = Math.min(end, on.now.block.timestamp);
  const at = { number: BigInt(on.block) + 1n, timestamp: BigInt(seconds) };
  return protocol.edges(state).flatMap((edge): readonly PoolPrice[] => {
    const [tokenIn, tokenOut] = [on.now.tokens.get(edge.tokenIn), on.now.tokens.get(edge.tokenOut)];
    if (tokenIn === undefined || tokenOut === undefined) return [];
    const scale = 10 ** (tokenIn.decimals - tokenOut.decimals);
    const price = numberOf(protocol.spotPrice(state, edge, at)) * scale;
    if (!Number.isFinite(price)) return [];
    return [{ action: edge.action, tokenIn: edge.tokenIn, tokenOut: edge.tokenOut, price }];
  });
}

function numberOf({ numerator, denominator }: Ratio): number {
  return Number(numerator) / Number(denominator);
}
