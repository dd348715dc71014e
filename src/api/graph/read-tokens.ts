import { and, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { ReadDatabase } from "../../catalog/database.ts";
import { token } from "../../catalog/schema.ts";
import { chunk } from "../../lib/chunk.ts";
import { mentionedBy } from "./issues.ts";
import type { HeldState, Memory, TokenRow } from "./memory.ts";

/** Tokens in one statement; Postgres takes 65,535 parameters. */
const TOKENS_PER_QUERY = 10_000;

/** Rows of tokens that changed, and those that states need which are not in memory yet. */
export async function readTokens(
  db: ReadDatabase,
  on: {
    readonly chainId: number;
    readonly memory: Memory;
    readonly ancestorBlock: number;
    readonly only: ReadonlySet<string> | null;
    readonly states: readonly HeldState[];
  },
): Promise<readonly TokenRow[]> {
  const { memory, ancestorBlock, only } = on;
  const select = (which: SQL) => {
    const { address, symbol, name, decimals, updatedBlock } = token;
    return db
      .select({ address, symbol, name, decimals, updatedBlock })
      .from(token)
      .where(and(eq(token.chainId, on.chainId), which));
  };
  const isWhole = ancestorBlock < 0 && only !== null;
  const rows = isWhole ? [] : await select(gt(token.updatedBlock, ancestorBlock));
  if (only === null) return rows;
  const needed = new Set(on.states.flatMap((held) => [...mentionedBy(held)]));
  for (const { address } of rows) needed.delete(address);
  const missing = [...needed].filter((address) => isWhole || !memory.tokens.has(address));
  for (const some of chunk(missing, TOKENS_PER_QUERY)) {
    rows.push(...(await select(inArray(token.address, some))));
  }
  return rows;
}
