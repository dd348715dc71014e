import type { Aggregate } from "../../catalog/live/aggregate.ts";
import type { LiveReading } from "../../catalog/live/reader.ts";
import { readVaults } from "./reading.ts";
import { erc4626Vault } from "./schema.ts";
import { readAt } from "./transitions.ts";
import { vaultOf } from "./vaults.ts";

/** How often vaults are read, where blocks come oftener. */
export const PACE = { secondsBetween: 2 } as const;

/** Reads vaults at the end of a block, and writes what changed of them. */
export async function readAgain(
  { context: { db }, chain: { chainId }, block }: Pick<LiveReading, "context" | "chain" | "block">,
  rows: readonly (typeof erc4626Vault.$inferSelect)[],
  aggregate: Aggregate,
): Promise<void> {
  const known = rows.flatMap((row) => {
    const config = vaultOf(chainId, row);
    return config === null ? [] : [{ row, config, asset: row.asset, holder: row.holder }];
  });
  const readings = await readVaults(aggregate, known, BigInt(block.timestamp));
  for (const [at, { row }] of known.entries()) {
    const reading = readings[at];
    const change = reading === undefined ? null : readAt(row, reading, block);
    if (change === null) continue;
    await db.update(erc4626Vault, { chainId, address: row.address }).set(change);
  }
}
