import { and, eq } from "drizzle-orm";
import type { Address } from "viem";
import { blocksBetween, isDue } from "../../catalog/live/reader.ts";
import { NATIVE } from "../../lib/address.ts";
import { addressOf, firstWords } from "../../seed/words.ts";
import { deployments } from "../convex/contracts.ts";
import type { NamedPools } from "../sources.ts";
import { aggregateOf } from "./lens-aggregate.ts";
import { NAMED_GAS, NAMED_SLUG, OPEN_CHAINS } from "./open.ts";
import { PACE, readAgain } from "./read-again.ts";
import { dueVaults } from "./rota.ts";
import { erc4626Vault } from "./schema.ts";

/** Vaults that are read at once: seven views each, of which thirty go into a request. */
const VAULTS_PER_READING = 8;
const ADDRESS_BITS = 160n;

/** Boosters, whose reward pools may be vaults. */
function boostersOn(chainId: number): ReadonlySet<Address> {
  const found = deployments.flatMap(({ chains }) => chains[chainId]?.contracts.booster ?? []);
  return new Set(found);
}

/**
 * Vaults that no list and no factory tells of, of anybody's code: named by requests, and read by
 * the lens, which bounds what each of their views may take. What is told by `asset()` and has
 * shares may be one; whether its previews follow the formula is seen where its state is read.
 */
export const namedVaults: NamedPools = {
  async recognise(state, addresses, chainId) {
    if (!OPEN_CHAINS.includes(chainId)) return [];
    const views = ["asset()", "totalSupply()", "operator()"];
    const answers = await firstWords(state, addresses, views);
    const boosters = boostersOn(chainId);
    return addresses.flatMap((address, at) => {
      const [asset, supply, operator] = answers[at] ?? [];
      // A stake with Aura is a position of its own family.
      if (operator !== undefined && boosters.has(addressOf(operator))) return [];
      if (asset === undefined || supply === undefined || supply === 0n) return [];
      if (asset === 0n || asset >> ADDRESS_BITS !== 0n) return [];
      const token = addressOf(asset);
      if (token === address || token === NATIVE) return [];
      return [
        { id: address, address, parent: address, slug: NAMED_SLUG, tokens: [token], facts: {} },
      ];
    });
  },
  async follow({ state, ...reading }) {
    const { context, chain, block } = reading;
    if (!isDue(PACE, { number: block.number, isFirst: false, chain })) return;
    const rows = await context.db.sql
      .select()
      .from(erc4626Vault)
      .where(and(eq(erc4626Vault.chainId, chain.chainId), eq(erc4626Vault.slug, NAMED_SLUG)));
    // Those that were just made have been read, and none is dealt in by an event.
    const due = dueVaults(rows, {
      ...{ block: block.number, blocksBetween: blocksBetween(PACE, chain) },
      ...{ seconds: PACE.secondsBetween, most: VAULTS_PER_READING },
    });
    if (due.length > 0) await readAgain(reading, due, aggregateOf(state, NAMED_GAS));
  },
};
