import { and, eq, gte, or, sql } from "drizzle-orm";
import { clockOf } from "../../catalog/live/clock.ts";
import type { LiveReader, LiveReading } from "../../catalog/live/reader.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { deployments } from "./contracts.ts";
import { readPools } from "./reading.ts";
import { isSame, read } from "./row-state.ts";
import { type BalancerV3Row, balancerV3Pool } from "./schema.ts";

/** How often pools with rates, and all, are read; a block's changes are read at its end. */
const SECONDS_BETWEEN = { rated: 12, all: 600 };

/**
 * Reads pools: what the vault takes of the growth of rates, and rates themselves, change without
 * events that tell amounts.
 */
export const balancerV3Reader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read(reading) {
    const { context, chain, block } = reading;
    const rows = await dueRows(reading);
    const readings = await readPools(reading.aggregate, rows);
    const at = { block: block.number, timestamp: block.timestamp };
    for (const [i, row] of rows.entries()) {
      const next = read(row, readings[i] ?? null, at);
      if (isSame(row, next)) continue;
      const { chainId: _chainId, address, ...values } = next;
      await context.db.update(balancerV3Pool, { chainId: chain.chainId, address }).set(values);
    }
  },
};

async function dueRows(reading: LiveReading): Promise<readonly BalancerV3Row[]> {
  const { context, chain, block } = reading;
  const isDue = await clockOf(reading);
  const { updatedBlock, rateProviders } = balancerV3Pool;
  const isRated = sql`${ZERO_ADDRESS} <> any(${rateProviders})`;
  const isTouched = gte(updatedBlock, block.number);
  const due = isDue(SECONDS_BETWEEN.rated) ? or(isTouched, isRated) : isTouched;
  return context.db.sql
    .select()
    .from(balancerV3Pool)
    .where(
      and(eq(balancerV3Pool.chainId, chain.chainId), isDue(SECONDS_BETWEEN.all) ? sql`true` : due),
    );
}
