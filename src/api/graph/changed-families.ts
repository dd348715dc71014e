import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import type { States } from "../../protocols/states.ts";
import { columnOf } from "./load-states.ts";

/** The tables whose rows tell when states changed; none of states that do not. */
export function changingTables(states: States): readonly PgTable[] {
  if (states.kind === "fixed") return [];
  const { table, beside } = states;
  return beside?.rows === "shared" ? [table, beside.table] : [table];
}

/**
 * Which of the families have rows that changed after a block, asked in one statement: most families
 * change in few blocks, and each would cost a statement or two. Families without tables count as
 * changed.
 */
export async function readChangedFamilies(
  db: ReadDatabase,
  protocols: readonly Protocol[],
  { chainId, sinceBlock }: { readonly chainId: number; readonly sinceBlock: number },
): Promise<(family: string) => boolean> {
  const questions: Record<string, SQL.Aliased<boolean>> = {};
  for (const { family, states } of protocols) {
    const changed = changingTables(states).map((table) => {
      const isOfChain = eq(columnOf(table, "chainId"), chainId);
      const isNew = gt(columnOf(table, "updatedBlock"), sinceBlock);
      return sql`exists (select 1 from ${table} where ${and(isOfChain, isNew)})`;
    });
    if (changed.length === 0) continue;
    questions[family] = sql<boolean>`${sql.join(changed, sql` or `)}`.as(family);
  }
  if (Object.keys(questions).length === 0) return () => true;
  const [answers] = await db.select(questions).from(sql`(select 1) as one`);
  return (family) => answers?.[family] ?? true;
}
