import postgres, { type Sql } from "postgres";
import { type Address, numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createConnectorChoices } from "../../../src/api/records/chosen-connectors.ts";
import { openRecords, type Records } from "../../../src/api/records/open.ts";
import type { NamedPool } from "../../../src/api/records/schema.ts";
import { createWantedPools } from "../../../src/api/records/wanted-pools.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { addressOf } from "../graph/chain-of-blocks.ts";

const CHAIN_ID = 1;
const HOUR = 3_600;
const NOON = 500_000 * HOUR;
/** As in `wanted-pools.ts`. */
const MOST_WANTED = 10_000;
/** Of them, those that no catalogue has. */
const MOST_NAMED = 500;

let server: Postgres;
let sql: Sql;
/** Of two processes. */
let records: readonly [Records, Records];

beforeAll(async () => {
  server = await startPostgres();
  records = [await openRecords(server.url), await openRecords(server.url)];
  sql = postgres(server.url, { max: 1, onnotice: () => undefined });
});

afterAll(async () => {
  await sql?.end();
  for (const own of records ?? []) await own.close();
  await server?.stop();
});

const [A, B, C]: readonly Address[] = [addressOf(31), addressOf(32), addressOf(33)];
const never = (): never => {
  throw new Error("it was chosen already");
};

describe("createConnectorChoices", () => {
  const choices = (process: 0 | 1, chainId = CHAIN_ID) =>
    createConnectorChoices(records[process], chainId);

  test("default: one choice an hour for all processes, whichever comes first", async () => {
    const [one, two] = [choices(0), choices(1)];
    const chosen = await Promise.all([
      one.at(NOON + 5, () => [A, B] as Address[]),
      two.at(NOON + 7, () => [C] as Address[]),
    ]);
    expect(chosen[0]).toEqual(chosen[1]);
    expect(await choices(1).at(NOON + HOUR - 1, never)).toEqual(chosen[0]);
    expect(await choices(0).at(NOON + HOUR, () => [B] as Address[])).toEqual([B]);
    expect(await choices(0).at(NOON, never)).toEqual(chosen[0]);
    expect(await choices(0, 10).at(NOON, () => [])).toEqual([]);
  });

  test("behavior: a past block has those of its hour, or of the last before, or the first", async () => {
    await choices(0, 5).at(NOON, () => [A] as Address[]);
    await choices(0, 5).at(NOON + 3 * HOUR, () => [B] as Address[]);
    const recorded = choices(1, 5).recorded;
    expect(await recorded(NOON + HOUR - 1)).toEqual([A]);
    expect(await recorded(NOON + 3 * HOUR - 1)).toEqual([A]);
    expect(await recorded(NOON + 9 * HOUR)).toEqual([B]);
    expect(await recorded(NOON - HOUR)).toEqual([A]);
    expect(await choices(1, 6).recorded(NOON)).toEqual([]);
  });
});

describe("createWantedPools", () => {
  const count = async () => {
    const [row] = await sql`select count(*)::int as pools from weir_app.wanted_pools`;
    return row?.pools;
  };

  test("default: each once, whoever wants it", async () => {
    const [one, two] = [
      createWantedPools(records[0], CHAIN_ID),
      createWantedPools(records[1], CHAIN_ID),
    ];
    expect(await Promise.all([one.add(["0xa", "0xb"]), two.add(["0xb", "0xc"])])).toEqual([
      true,
      true,
    ]);
    expect(await one.add(["0xa", "0xa"])).toBe(true);
    expect(await one.add([])).toBe(true);
    expect(await count()).toBe(3);
  });

  test("behavior: several at once are told that the same pools are wanted", async () => {
    const both = records.map((own) => createWantedPools(own, 4_242));
    for (let round = 0; round < 50; round++) {
      const pools = [`0x${round}`, `0x${round + 1}`, `0x${round + 2}`];
      const answers = await Promise.all(both.map((wanted) => wanted.add(pools)));
      expect(answers).toEqual(both.map(() => true));
    }
    await sql`delete from weir_app.wanted_pools where chain_id = 4242`;
  });

  test("behavior: no more than there is room for; what is old makes some", async () => {
    await sql`insert into weir_app.wanted_pools (chain_id, pool)
      select ${CHAIN_ID}, 'junk ' || i from generate_series(4, ${MOST_WANTED}) as i`;
    const wanted = createWantedPools(records[0], CHAIN_ID);
    expect(await wanted.add(["0xd"])).toBe(false);
    // Those that are there are wanted anyhow.
    expect(await wanted.add(["0xa"])).toBe(true);
    expect(await createWantedPools(records[0], 10).add(["0xd"])).toBe(true);
    expect(await count()).toBe(MOST_WANTED + 1);
    await sql`update weir_app.wanted_pools set wanted_at = now() - interval '31 days'
      where pool like 'junk %'`;
    expect(await wanted.add(["0xd"])).toBe(true);
    expect(await count()).toBe(5);
  });

  test("behavior: of those that no catalogue has a part of the room, with what is known of them", async () => {
    const wanted = createWantedPools(records[0], 100);
    const pools = Array.from({ length: MOST_NAMED + 1 }, (_, at): NamedPool => {
      const address = numberToHex(at + 1, { size: 20 });
      const facts = { parent: address, slug: "erc4626", tokens: [address], facts: {} };
      return { id: address, address, family: "erc4626", ...facts };
    });
    const [first, second, ...others] = pools;
    if (first === undefined || second === undefined) throw new Error("there are none");
    expect(await wanted.name([])).toBe(true);
    expect(await wanted.name([first, first])).toBe(true);
    const rows = await sql`select named from weir_app.wanted_pools
      where chain_id = 100 and pool = ${first.id}`;
    expect(rows.map(({ named }) => named)).toEqual([first]);
    expect(await wanted.name(others)).toBe(true);
    expect(await wanted.name([second])).toBe(false);
    expect(await wanted.name([first])).toBe(true);
    // Others do not count among them.
    expect(await wanted.add(["0xe"])).toBe(true);
    const listed = await sql`select named from weir_app.wanted_pools
      where chain_id = 100 and pool = '0xe'`;
    expect(listed.map(({ named }) => named)).toEqual([null]);
    await sql`update weir_app.wanted_pools set wanted_at = now() - interval '31 days'
      where chain_id = 100 and pool <> ${first.id}`;
    expect(await wanted.name([second])).toBe(true);
  });
});
