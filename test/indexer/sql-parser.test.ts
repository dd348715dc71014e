import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import createParser from "../../indexer/sql-parser.ts";

const SELECT = 'select "address" from "weir"."pool" where "chain_id" = $1';

const ROOT = join(import.meta.dirname, "../..");
/** Asks Ponder, as its indexer is configured, whether a query only reads, and of what. */
const ASK = `await import("./indexer/vite.config.ts");
const url = new URL("utils/sql-parse.js", import.meta.resolve("ponder"));
const { getSQLQueryRelations, isReadonlySQLQuery } = await import(url.href);
const sql = ${JSON.stringify(SELECT)};
console.log(await isReadonlySQLQuery(sql), await isReadonlySQLQuery("delete from pool"));
console.log([...(await getSQLQueryRelations(sql))].join());`;

/** What the original answers, as far as Ponder reads it. */
interface Parsed {
  readonly parse_tree: { readonly stmts: readonly { readonly stmt: object }[] };
  readonly error: { readonly message: string } | null;
}

async function parsed(sql: string): Promise<Parsed> {
  return (await createParser()).parse(sql) as Parsed;
}

describe("createParser", () => {
  test("default: the tree of a query", async () => {
    const { parse_tree, error } = await parsed(SELECT);
    expect(error).toBeNull();
    expect(parse_tree.stmts).toHaveLength(1);
    expect(parse_tree.stmts[0]?.stmt).toMatchObject({
      SelectStmt: { fromClause: [{ RangeVar: { schemaname: "weir", relname: "pool" } }] },
    });
  });

  test("behavior: a query is parsed once", async () => {
    expect(await parsed(SELECT)).toBe(await parsed(SELECT));
    const [one, other] = await Promise.all([createParser(), createParser()]);
    const sql = "update pool set depth = $1";
    expect(one.parse(sql)).toBe(other.parse(sql));
  });

  test("behavior: queries are told apart", async () => {
    expect(await parsed(`${SELECT} limit 1`)).not.toEqual(await parsed(SELECT));
  });

  test("error: no SQL", async () => {
    expect((await parsed("select from where")).error?.message).toContain("syntax error");
    // A parser of before is not at fault for it.
    expect((await parsed("select 1")).error).toBeNull();
  });

  test("behavior: Ponder gets it, and tells queries that read from those that write", () => {
    const told = execFileSync(process.execPath, ["--input-type=module", "--eval", ASK], {
      cwd: ROOT,
      encoding: "utf8",
      timeout: 60_000,
      killSignal: "SIGKILL",
    });
    expect(told).toBe("true false\npool\n");
  });
});
