import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { NATIVE } from "../lib/address.ts";
import { pool, poolToken } from "./schema.ts";
import { recordToken } from "./tokens.ts";

/** A pool as its creation event describes it. Addresses are lower-case. */
export interface DiscoveredPool {
  readonly id: Address;
  readonly address: Address;
  readonly family: string;
  readonly slug: string;
  /** In the pool's own order; the native currency may be one of them. */
  readonly tokens: readonly Address[];
  readonly block: number;
}

/** What writing the catalog takes of a handler's context. */
export type CatalogContext = Pick<Context, "db" | "client"> & {
  readonly chain: { readonly id: number };
};

/**
 * Writes the catalog rows of a new pool: `pool`, `pool_token` and, when they are new too, its
 * `token`s.
 */
export async function recordPool(
  context: CatalogContext,
  discovered: DiscoveredPool,
): Promise<void> {
  const { id, address, family, slug, tokens, block } = discovered;
  const chainId = context.chain.id;
  await context.db.insert(pool).values({ chainId, id, address, family, slug, createdBlock: block });
  for (const address of new Set(tokens)) {
    if (address !== NATIVE) await recordToken(context, { address, block });
  }
  const held = tokens.map((token, position) => ({ chainId, poolId: id, position, token }));
  if (held.length > 0) await context.db.insert(poolToken).values(held);
}
