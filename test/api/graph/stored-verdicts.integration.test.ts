import pino from "pino";
import postgres from "postgres";
import { type Address, createPublicClient, custom } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Verdict } from "../../../src/api/graph/quality.ts";
import { createQualityGate } from "../../../src/api/graph/quality-gate.ts";
import { createStoredVerdicts } from "../../../src/api/graph/stored-verdicts.ts";
import { openRecords, type Records } from "../../../src/api/records/open.ts";
import type { Store } from "../../../src/catalog/database.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { addressOf, CHAIN } from "./chain-of-blocks.ts";

let server: Postgres;
let records: Records;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startPostgres();
  records = await openRecords(server.url);
  sql = postgres(server.url, { max: 1, onnotice: () => undefined });
});

afterAll(async () => {
  await sql?.end();
  await records?.close();
  await server?.stop();
});

const [GOOD, BAD, NEW] = [addressOf(21), addressOf(22), addressOf(23)];
const [PASS, FAILURE]: readonly [Verdict, Verdict] = [
  { ok: true },
  { ok: false, reason: "transfer fails" },
];

async function age(token: string, by: string): Promise<void> {
  await sql`
    update weir_app.token_verdicts set checked_at = now() - ${by}::interval where token = ${token}`;
}

describe("createStoredVerdicts", () => {
  test("default: verdicts are those of the chain, the last one of a token", async () => {
    const stored = createStoredVerdicts(records, 1);
    await stored.write(new Map([[GOOD, FAILURE]]), 4);
    await stored.write(
      new Map<Address, Verdict>([
        [GOOD, PASS],
        [BAD, FAILURE],
      ]),
      5,
    );
    expect(await stored.read([GOOD, BAD, NEW])).toEqual(
      new Map<Address, Verdict>([
        [GOOD, PASS],
        [BAD, FAILURE],
      ]),
    );
    expect(await createStoredVerdicts(records, 10).read([GOOD])).toEqual(new Map());
    const rows = await sql`select token, reason, block_number::int from weir_app.token_verdicts`;
    expect(rows).toContainEqual({ token: GOOD, reason: null, block_number: 5 });
  });

  test("behavior: a pass is old after a week, a failure after an hour", async () => {
    const stored = createStoredVerdicts(records, 1);
    await age(GOOD, "6 days");
    await age(BAD, "59 minutes");
    expect((await stored.read([GOOD, BAD])).size).toBe(2);
    expect(await stored.old(9)).toEqual([]);
    await age(GOOD, "8 days");
    await age(BAD, "2 hours");
    expect((await stored.read([GOOD, BAD])).size).toBe(0);
    expect(await stored.old(9)).toEqual([GOOD, BAD]);
    expect(await stored.old(1)).toEqual([GOOD]);
    await stored.write(new Map([[GOOD, PASS]]), 6);
    expect(await stored.old(9)).toEqual([BAD]);
  });
});

describe("createQualityGate", () => {
  test("behavior: what another process found is taken over without a node", async () => {
    const stored = createStoredVerdicts(records, 1);
    await stored.write(
      new Map<Address, Verdict>([
        [GOOD, PASS],
        [BAD, FAILURE],
      ]),
      7,
    );
    const asked: string[] = [];
    const client = createPublicClient({
      transport: custom({
        request: ({ method }) => {
          asked.push(method);
          return Promise.reject(new Error("the node is out of reach"));
        },
      }),
    });
    const store: Pick<Store, "snapshot"> = { snapshot: () => Promise.resolve(undefined as never) };
    const gate = createQualityGate({
      ...{ chain: CHAIN, client, stored, log: pino({ level: "silent" }) },
      store: store as Store,
    });
    const tokens = [GOOD, BAD].map((token) => [token, [addressOf(31)]] as const);
    const { changed, refused } = await gate.check(new Map(tokens), 8);
    expect([[...changed], [...refused]]).toEqual([[GOOD], []]);
    expect([gate.accepts(GOOD), gate.accepts(BAD)]).toEqual([true, false]);
    expect(asked).toEqual([]);
    await expect(gate.check(new Map([[NEW, [addressOf(31)]]]), 8)).rejects.toThrow();
    expect(asked).not.toEqual([]);
    expect(gate.accepts(NEW)).toBe(false);
  });
});
