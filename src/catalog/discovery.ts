import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { readTokenMetadata, type TokenMetadata } from "./metadata.ts";
import { pool, poolToken, token } from "./schema.ts";

/** A pool as its creation event describes it. Addresses are lower-case. */
export interface DiscoveredPool {
  readonly id: Address;
  readonly address: Address;
  readonly family: string;
  readonly slug: string;
  /** In the pool's own order. */
  readonly tokens: readonly Address[];
  readonly block: number;
}

/** What writing the catalog takes of a handler's context. */
export type CatalogContext = Pick<Context, "db" | "client"> & {
  readonly chain: { readonly id: number };
};

/**
 * Writes the `token` row of a token when it is new.
 *
 * @param known What the token says of itself, where the protocol fixes it; else the contract is asked.
 */
export async function recordToken(
  context: CatalogContext,
  { address, block, known }: { address: Address; block: number; known?: TokenMetadata },
): Promise<void> {
  const chainId = context.chain.id;
  if ((await context.db.find(token, { chainId, address })) !== null) return;
  const metadata =
    known ??
    (await readTokenMetadata(async (data) => {
      // Metadata does not change; "immutable" reads it at the latest block, which needs no archive node.
      const result = await context.client.call({ data, cache: "immutable" });
      return result.data;
    }, address));
  await context.db.insert(token).values({ chainId, address, ...metadata, updatedBlock: block });
}

/** Writes the catalog rows of a new pool: `pool`, `pool_token` and, when they are new too, its `token`s. */
export async function recordPool(
  context: CatalogContext,
  discovered: DiscoveredPool,
): Promise<void> {
  const { id, address, family, slug, tokens, block } = discovered;
  const chainId = context.chain.id;
  await context.db.insert(pool).values({ chainId, id, address, family, slug, createdBlock: block });
  // Together, as each asks for a token's metadata: new pools are the longest part of an index with a warm cache.
  await Promise.all(
    [...new Set(tokens)].map((token) => recordToken(context, { address: token, block })),
  );
  for (const [position, tokenAddress] of tokens.entries()) {
    await context.db
      .insert(poolToken)
      .values({ chainId, poolId: id, position, token: tokenAddress });
  }
}
