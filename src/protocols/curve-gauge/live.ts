import { eq } from "drizzle-orm";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { readGauges } from "./reading.ts";
import { curveGauge } from "./schema.ts";
import { readAt } from "./transitions.ts";

/** Reads the gauges' rewards, which start without events. */
export const curveGaugeReader: LiveReader = {
  secondsBetween: 60,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain: { chainId }, block, aggregate }) {
    const rows = await db.sql.select().from(curveGauge).where(eq(curveGauge.chainId, chainId));
    const readings = await readGauges(
      aggregate,
      rows.map(({ address }) => address),
    );
    for (const [position, row] of rows.entries()) {
      const reading = readings[position] ?? null;
      const change = reading && readAt(row, reading, block.number);
      if (change === null) continue;
      await db.update(curveGauge, { chainId, address: row.address }).set(change);
    }
  },
};
