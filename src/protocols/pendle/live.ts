import { eq } from "drizzle-orm";
import type { Address } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { askOf } from "../../catalog/live/aggregate.ts";
import { clockOf } from "../../catalog/live/clock.ts";
import type { LiveReader, LiveReading } from "../../catalog/live/reader.ts";
import { pool } from "../../catalog/schema.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { deployments, pendleOn } from "./contracts.ts";
import { type AskedMarket, readMarkets, readWrappers, readYieldTokens } from "./reading.ts";
import { pendlePool } from "./schema.ts";
import { columnsOf, readAt, wrapping } from "./transitions.ts";

type Row = typeof pendlePool.$inferSelect;

/** How often what still trades, and all, is read; a block's changes are read at its end. */
const SECONDS_BETWEEN = { trading: 12, all: 600 };

/** Reads markets and SYs: rates change without events, and so does what an SY holds. */
export const pendleReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read(reading) {
    const { context, chain, block } = reading;
    const { chainId } = chain;
    const rows = await context.db.sql
      .select()
      .from(pendlePool)
      .where(eq(pendlePool.chainId, chainId));
    const { isAll, isDue } = await dueOf(reading, rows);
    const markets = rows.filter((row) => row.kind === "market" && isDue(row));
    const wrappers = rows.filter((row) => row.kind === "wrapper" && isDue(row));
    const known = new Set(rows.map(({ address }) => address));
    const asked = markets.map(askedOf);
    // An SY that tells nothing is asked again now and then.
    const tried = markets.filter(({ isRead }) => isAll || !isRead).map((row) => askedOf(row).sy);
    const unknown = [...new Set(tried)].filter((sy) => !known.has(sy));
    const ask = askOf(reading.aggregate);
    const router = pendleOn(chainId)?.router ?? ZERO_ADDRESS;
    const [ofMarkets, ofWrappers] = await Promise.all([
      readMarkets(ask, asked, router),
      readWrappers(ask, wrappers.map(wrapperOf)),
    ]);
    for (const [at, row] of [...markets, ...wrappers].entries()) {
      const market = ofMarkets[at];
      const wrapper = ofWrappers[at - markets.length];
      const read = { isRead: true };
      const found =
        row.kind === "market"
          ? market && columnsOf(market, block.timestamp)
          : wrapper && { ...wrapper, ...read };
      // Of what does not answer nobody knows what it pays.
      const change = readAt(row, found ?? { isRead: false }, block.number);
      if (change === null) continue;
      await context.db.update(pendlePool, { chainId, address: row.address }).set(change);
    }
    await discover(reading, unknown);
  },
};

/** Writes SYs that stand for their token one for one. */
async function discover(reading: LiveReading, sys: readonly Address[]): Promise<void> {
  if (sys.length === 0) return;
  const { context, chain, block } = reading;
  const { chainId } = chain;
  const ask = askOf(reading.aggregate);
  const yieldTokens = await readYieldTokens(ask, sys);
  const wrappers = sys.flatMap((address, i) => {
    const yieldToken = yieldTokens[i] ?? null;
    return yieldToken === null ? [] : [{ address, yieldToken }];
  });
  const readings = await readWrappers(ask, wrappers);
  for (const [i, { address, yieldToken }] of wrappers.entries()) {
    const read = readings[i] ?? null;
    if (read === null) continue;
    // Its code is anybody's: it may be a pool of another family, too, and is that then.
    const isTaken = (await context.db.find(pool, { chainId, id: address })) !== null;
    if (isTaken) continue;
    const slug = pendleOn(chainId)?.slug ?? "";
    const tokens = [yieldToken];
    const found = { id: address, address, family: "pendle", slug, tokens, block: block.number };
    await recordPool(context, found);
    const columns = wrapping(address, { ...read, yieldToken }, block.number);
    await context.db.insert(pendlePool).values({ chainId, address, slug, ...columns });
  }
}

/** Which rows are read in a block: those that changed or were never read, others by the clock. */
async function dueOf(reading: LiveReading, rows: readonly Row[]) {
  const { block } = reading;
  const passes = await clockOf(reading);
  const [isAll, isTrading] = [passes(SECONDS_BETWEEN.all), passes(SECONDS_BETWEEN.trading)];
  const markets = rows.filter(({ kind }) => kind === "market");
  const trading = new Set(
    markets.flatMap(({ isExpired, address, tokens: [sy = address] }) =>
      isExpired ? [] : [address, sy],
    ),
  );
  const isDue = ({ kind, address, isRead, updatedBlock }: Row): boolean =>
    isAll ||
    updatedBlock >= block.number ||
    (kind === "market" && !isRead) ||
    (isTrading && trading.has(address));
  return { isAll, isDue };
}

function askedOf({ address, tokens: [sy = address, pt = address], ...row }: Row): AskedMarket {
  return { address, sy, pt, yt: row.yieldContract };
}

function wrapperOf({ address, tokens: [yieldToken = address] }: Row) {
  return { address, yieldToken };
}
