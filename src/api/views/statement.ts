import { createHash } from "node:crypto";
import type { ChainIndexes } from "../indexes/chain-indexes.ts";
import { VIEWS } from "./index.ts";
import { READER_GRANT } from "./reader-role.ts";
import { literal, tablesIn, VIEWS_SCHEMA, type View } from "./view.ts";

/** How a comment of the views' schema begins: only such a schema is ever dropped. */
export const MARK = "Views of Weir";
/** The views on the chains' tables, ready to be made. */
export interface ViewsStatement {
  /** Comment of the schema: the same when nothing would change. */
  readonly version: string;
  /** One statement that makes the schema, where there is none. */
  readonly sql: string;
}

/** @param indexes Where the tables of each chain are; at least one. */
export function viewsStatement(indexes: ChainIndexes): ViewsStatement {
  const body = VIEWS.flatMap((view) => statementsOf(view, indexes));
  const digest = createHash("sha256").update(body.join(";")).digest("hex").slice(0, 16);
  const schemas = [...new Set(indexes.values())].sort().join(", ");
  const version = `${MARK} on the tables of ${schemas}, ${digest}`;
  const statements = [
    `create schema ${VIEWS_SCHEMA}`,
    `comment on schema ${VIEWS_SCHEMA} is ${literal(version)}`,
    ...body,
    READER_GRANT,
  ];
  return { version, sql: `do $views$ begin ${statements.join(";\n")}; end $views$` };
}

function statementsOf({ name, comment, columns, query }: View, indexes: ChainIndexes): string[] {
  const view = `${VIEWS_SCHEMA}.${name}`;
  return [
    `create view ${view} (${Object.keys(columns).join(", ")}) as ${query(tablesIn(indexes))}`,
    `comment on view ${view} is ${literal(comment)}`,
    ...Object.entries(columns).map(
      ([column, meaning]) => `comment on column ${view}.${column} is ${literal(meaning)}`,
    ),
  ];
}
