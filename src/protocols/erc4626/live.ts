import { and, eq, ne } from "drizzle-orm";
import { blocksBetween, type LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { NAMED_SLUG } from "./open.ts";
import { PACE, readAgain } from "./read-again.ts";
import { dueVaults } from "./rota.ts";
import { erc4626Vault } from "./schema.ts";

/**
 * Reads the vaults: their prices, limits and switches change without events. Not those that
 * requests named, whose views may burn the gas of all others (`named.ts`).
 */
export const erc4626Reader: LiveReader = {
  ...PACE,
  isOn: (chainId) => {
    return deployments.some(({ chains }) => chains[chainId]?.contracts.isOpen === false);
  },
  async read(reading) {
    const { context, chain, block, aggregate } = reading;
    const { chainId, blockTimeSeconds } = chain;
    // One query: a chain has hundreds of vaults, and each block asks for them.
    const rows = await context.db.sql
      .select()
      .from(erc4626Vault)
      .where(and(eq(erc4626Vault.chainId, chainId), ne(erc4626Vault.slug, NAMED_SLUG)));
    const seconds = Math.max(PACE.secondsBetween, blockTimeSeconds);
    const on = { block: block.number, seconds, blocksBetween: blocksBetween(PACE, chain) };
    await readAgain(reading, dueVaults(rows, on), aggregate);
  },
};
