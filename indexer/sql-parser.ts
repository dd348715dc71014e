// Stands for `pg-query-emscripten`, with which Ponder looks through the SQL of handlers. Ponder
// makes a parser for each query, which takes 10 ms and 16 MB, as a parser ends with an error after
// some hundred; handlers have few queries, over and over.
// https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/utils/sql-parse.ts
// By its file: this module stands for the package's name, in each way to look it up.
// @ts-expect-error: the package has no types.
import createOriginal from "../node_modules/pg-query-emscripten/pg_query.js";

interface Parser {
  /** The tree of a query, or why there is none. */
  parse(sql: string): object;
}

/** By the query, whose values are apart from it. Ponder only reads them. */
const trees = new Map<string, object>();
/** One that has parsed nothing; null: none is made. */
let unused: Promise<Parser> | null = null;

/** A parser that remembers what it and others before it were asked. */
export default async function createParser(): Promise<Parser> {
  unused ??= createOriginal() as Promise<Parser>;
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
