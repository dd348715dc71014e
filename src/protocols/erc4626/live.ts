import { and, eq, ne } from "drizzle-orm";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { NAMED_SLUG } from "./open.ts";
import { readVaults } from "./reading.ts";
import { dueVaults } from "./rota.ts";
import { erc4626Vault } from "./schema.ts";
import { readAt } from "./transitions.ts";
import { vaultOf } from "./vaults.ts";

/** Seconds between two readings, where blocks come oftener. */
const SECONDS_BETWEEN = 2;

/**
 * Reads the vaults: their prices, limits and switches change without events. Not those that
 * requests named, whose views may burn the gas of all others (`named.ts`).
 */
export const erc4626Reader: LiveReader = {
  secondsBetween: SECONDS_BETWEEN,
  isOn: (chainId) => {
    return deployments.some(({ chains }) => chains[chainId]?.contracts.isOpen === false);
  },
  async read({ context: { db }, chain: { chainId, blockTimeSeconds }, block, aggregate }) {
    // One query: a chain has hundreds of vaults, and each block asks for them.
    const rows = await db.sql
      .select()
      .from(erc4626Vault)
      .where(and(eq(erc4626Vault.chainId, chainId), ne(erc4626Vault.slug, NAMED_SLUG)));
    const seconds = Math.max(SECONDS_BETWEEN, blockTimeSeconds);
    const blocksBetween = Math.max(1, Math.ceil(SECONDS_BETWEEN / blockTimeSeconds));
    const due = dueVaults(rows, { block: block.number, seconds, blocksBetween });
    const known = due.flatMap((row) => {
      const config = vaultOf(chainId, row);
      return config === null ? [] : [{ row, config }];
    });
    const queries = known.map(({ row: { holder }, config }) => ({ config, holder }));
    const readings = await readVaults(aggregate, queries, BigInt(block.timestamp));
    for (const [at, { row }] of known.entries()) {
      const reading = readings[at];
      const change = reading === undefined ? null : readAt(row, reading, block);
      if (change === null) continue;
      await db.update(erc4626Vault, { chainId, address: row.address }).set(change);
    }
  },
};
