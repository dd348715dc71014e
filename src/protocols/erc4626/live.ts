import { eq } from "drizzle-orm";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments, vaultsOf } from "./contracts.ts";
import { readVaults } from "./reading.ts";
import { erc4626Vault } from "./schema.ts";
import { readAt } from "./transitions.ts";

/** Reads the vaults: their prices, limits and switches change without events. */
export const erc4626Reader: LiveReader = {
  secondsBetween: 2,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain: { chainId }, block, aggregate }) {
    // One query: a chain lists dozens of vaults, and each block asks for them.
    const rows = await db.sql.select().from(erc4626Vault).where(eq(erc4626Vault.chainId, chainId));
    const byAddress = new Map(rows.map((row) => [row.address, row]));
    const known = vaultsOf(chainId).flatMap((config) => {
      const row = byAddress.get(config.address);
      return row === undefined ? [] : [{ row, config }];
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
