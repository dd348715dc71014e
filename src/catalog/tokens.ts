import type { Address } from "viem";
import type { CatalogContext } from "./discovery.ts";
import { readMetadata, type TokenMetadata } from "./metadata.ts";
import { MOST_TOKENS } from "./metadata-call.ts";
import { token, unreadTokens } from "./schema.ts";

type Unread = Omit<typeof unreadTokens.$inferSelect, "chainId">;

const NONE: Unread = { tokens: [], blocks: [] };

/**
 * Sees to it that a token has its `token` row when the block is indexed, if the block is live, or
 * when 28 tokens wait. They are asked what they say of themselves together: a question for each
 * would be most of a backfill's time.
 *
 * @param known What the token says of itself, where the protocol fixes it: its row is written at
 *   once.
 */
export async function recordToken(
  context: CatalogContext,
  { address, block, known }: { address: Address; block: number; known?: TokenMetadata },
): Promise<void> {
  const { db, chain } = context;
  const chainId = chain.id;
  if ((await db.find(token, { chainId, address })) !== null) return;
  if (known !== undefined) {
    await db.insert(token).values({ chainId, address, ...known, updatedBlock: block });
    return;
  }
  const { tokens } = await db
    .insert(unreadTokens)
    .values({ chainId, tokens: [address], blocks: [block] })
    .onConflictDoUpdate(({ tokens, blocks }) =>
      tokens.includes(address) ? {} : { tokens: [...tokens, address], blocks: [...blocks, block] },
    );
  if (tokens.length >= MOST_TOKENS) await readTokens(context);
}

/** Reads all tokens that wait, and writes their rows. */
export async function readTokens({ db, client, chain }: CatalogContext): Promise<void> {
  const chainId = chain.id;
  const { tokens, blocks } = (await db.find(unreadTokens, { chainId })) ?? NONE;
  if (tokens.length === 0) return;
  const metadata = await readMetadata(async (data) => {
    // Metadata does not change; "immutable" reads it at the latest block, which needs no archive
    // node.
    const result = await client.call({ data, cache: "immutable" });
    return result.data;
  }, tokens);
  const rows = metadata.map((own, at) => ({
    ...{ chainId, address: tokens[at] as Address, ...own },
    updatedBlock: blocks[at] as number,
  }));
  await db.insert(token).values(rows).onConflictDoNothing();
  // Live readers find tokens side by side: others may wait by now, or the same may have been read
  // twice.
  const read = new Set(tokens);
  await db.update(unreadTokens, { chainId }).set((row) => {
    const rest = row.tokens.flatMap((address, at) => (read.has(address) ? [] : [at]));
    return {
      tokens: rest.map((at) => row.tokens[at] as Address),
      blocks: rest.map((at) => row.blocks[at] as number),
    };
  });
}

/**
 * Decimals of a token that was recorded, which is read now if it waits; null when it states none.
 */
export async function decimalsOf(
  context: CatalogContext,
  address: Address,
): Promise<number | null> {
  const key = { chainId: context.chain.id, address };
  const row = await context.db.find(token, key);
  if (row !== null) return row.decimals;
  await readTokens(context);
  return (await context.db.find(token, key))?.decimals ?? null;
}
