// Stands for `pg-query-emscripten`, with which Ponder looks through the SQL of handlers. Ponder
// makes a parser for each query, which takes 10 ms and 16 MB, as a parser ends with an error after
// some hundred; handlers have few queries, over and over.
// https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/utils/sql-parse.ts
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

interface Parser {
  /** The tree of a query, or why there is none. */
  parse(sql: string): object;
}

const PACKAGE = "pg-query-emscripten";
const ponder = createRequire(fileURLToPath(import.meta.resolve("ponder")));
const original: { default(): Promise<Parser> } = await import(
  pathToFileURL(ponder.resolve(PACKAGE)).href
);

/** By the query, whose values are apart from it. Ponder only reads them. */
const trees = new Map<string, object>();
/** One that has parsed nothing; null: none is made. */
let unused: Promise<Parser> | null = null;

/** A parser that remembers what it and others before it were asked. */
export default async function createParser(): Promise<Parser> {
  unused ??= original.default();
  const parser = await unused;
  return {
    parse(sql) {
      const known = trees.get(sql);
      if (known !== undefined) return known;
      unused = null;
      const tree = parser.parse(sql);
      trees.set(sql, tree);
      return tree;
    },
  };
}
