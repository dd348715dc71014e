import { and, eq } from "drizzle-orm";
import { NATIVE } from "../../lib/address.ts";
import { addressOf, firstWords } from "../../seed/words.ts";
import type { NamedPools } from "../sources.ts";
import { aggregateOf } from "./lens-aggregate.ts";
import { NAMED_GAS, NAMED_SLUG, OPEN_CHAINS } from "./open.ts";
import { readVaults } from "./reading.ts";
import { dueVaults } from "./rota.ts";
import { erc4626Vault } from "./schema.ts";
import { readAt } from "./transitions.ts";
import { vaultOf } from "./vaults.ts";

/** Seconds between two readings, where blocks come oftener. */
const SECONDS_BETWEEN = 2;
/** Vaults that are read at once: seven views each, of which thirty go into a request. */
const VAULTS_PER_READING = 8;
const ADDRESS_BITS = 160n;

/**
 * Vaults that no list and no factory tells of, of anybody's code: named by requests, and read by
 * the lens, which bounds what each of their views may take. What is told by `asset()` and has
 * shares may be one; whether its previews follow the formula is seen where its state is read.
 */
export const namedVaults: NamedPools = {
  async recognise(state, addresses, chainId) {
    if (!OPEN_CHAINS.includes(chainId)) return [];
    const answers = await firstWords(state, addresses, ["asset()", "totalSupply()"]);
    return addresses.flatMap((address, at) => {
      const [asset, supply] = answers[at] ?? [];
      if (asset === undefined || supply === undefined || supply === 0n) return [];
      if (asset === 0n || asset >> ADDRESS_BITS !== 0n) return [];
      const token = addressOf(asset);
      if (token === address || token === NATIVE) return [];
      return [
        { id: address, address, parent: address, slug: NAMED_SLUG, tokens: [token], facts: {} },
      ];
    });
  },
  async follow({ context: { db }, chain, block, state }) {
    const { chainId, blockTimeSeconds } = chain;
    const blocksBetween = Math.max(1, Math.ceil(SECONDS_BETWEEN / blockTimeSeconds));
    if (block.number % blocksBetween !== 0) return;
    const rows = await db.sql
      .select()
      .from(erc4626Vault)
      .where(and(eq(erc4626Vault.chainId, chainId), eq(erc4626Vault.slug, NAMED_SLUG)));
    const on = { block: block.number, seconds: SECONDS_BETWEEN, blocksBetween };
    // Those that were just made have been read, and none is dealt in by an event.
    const due = dueVaults(rows, { ...on, most: VAULTS_PER_READING });
    const known = due.flatMap((row) => {
      const config = vaultOf(chainId, row);
      return config === null ? [] : [{ row, config, holder: row.holder }];
    });
    if (known.length === 0) return;
    const readings = await readVaults(
      aggregateOf(state, NAMED_GAS),
      known,
      BigInt(block.timestamp),
    );
    for (const [at, { row }] of known.entries()) {
      const reading = readings[at];
      const change = reading === undefined ? null : readAt(row, reading, block);
      if (change === null) continue;
      await db.update(erc4626Vault, { chainId, address: row.address }).set(change);
    }
  },
};
