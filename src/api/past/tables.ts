import type { Table } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as schema from "../../../ponder.schema.ts";
import { twinsOf } from "../../catalog/twins.ts";
import type { TablePast } from "./database-at.ts";

const TWINS = twinsOf(schema);

/** Tables whose rows are written once, with the block they are written in. */
const WRITTEN_ONCE: ReadonlyMap<Table, PgColumn> = new Map<Table, PgColumn>([
  [schema.token, schema.token.updatedBlock],
  [schema.pool, schema.pool.createdBlock],
  [schema.aaveV3Reward, schema.aaveV3Reward.updatedBlock],
]);

/** What the indexer keeps of the past of a table; undefined: nothing. */
export function pastOf(table: Table): TablePast | undefined {
  const log = TWINS.get(table)?.log;
  if (log !== undefined) return { kind: "logged", log };
  const block = WRITTEN_ONCE.get(table);
  return block && { kind: "written-once", block };
}
