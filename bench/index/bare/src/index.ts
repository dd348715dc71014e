/**
 * Registers for the events that Weir's handlers are registered for, and writes one row for each:
 * what Ponder itself costs.
 */

import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ponder as registry } from "ponder:registry";
import { row } from "../ponder.schema.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

interface Argument {
  readonly event: {
    readonly id: string;
    readonly block: { readonly number: bigint; readonly timestamp: bigint };
  };
  readonly context: {
    readonly chain: { readonly id: number };
    readonly db: {
      insert(table: typeof row): { values(values: typeof row.$inferInsert): Promise<unknown> };
    };
  };
}

/** Ponder's list of handlers. */
const { fns } = registry as object as {
  readonly fns: { readonly name: string; fn: (argument: Argument) => Promise<void> }[];
};

for (const file of globSync("src/protocols/*/indexing.ts", { cwd: ROOT })) {
  await import(join(ROOT, file));
}
for (const registered of fns) {
  // One log can be an event of several sources.
  const { name } = registered;
  registered.fn = async ({ event: { id, block }, context: { chain, db } }) => {
    await db.insert(row).values({
      chainId: chain.id,
      id: `${name} ${id}`,
      block: Number(block.number),
      timestamp: Number(block.timestamp),
    });
  };
}
