import { pino } from "pino";
import postgres, { type Sql } from "postgres";
import { type Address, http, numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { NATIVE } from "../../src/lib/address.ts";
import type { Chain } from "../../src/lib/chain.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import { INDEXED } from "../../src/protocols/indexed.ts";
import type { IndexedFamily } from "../../src/protocols/sources.ts";
import { bootstrap, type SeededFamily } from "../../src/seed/bootstrap.ts";
import type { Catalogue } from "../../src/seed/family.ts";
import { LogRangeError } from "../../src/seed/log-walk.ts";
import { createSeedReader, type SeedReader } from "../../src/seed/reader.ts";
import { openSeedStore } from "../../src/seed/store.ts";
import { worthOn } from "../../src/seed/worth.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";

/** Each of the families that are searched is on one of them. */
const CHAIN_IDS = [1, 8_453, 80_094];
/** What Ponder takes for final on the chain that takes longest. */
const FINALITY = 65;
const MAJORS = 4;
/** Spacings that are looked for in Uniswap V4, whose pools may have any other. */
const STANDARD_SPACINGS = [1, 10, 60, 200];

let devnet: Devnet;
let server: Postgres;
let sql: Sql;

interface Row {
  readonly id: string;
  readonly family: string;
  readonly tokens: readonly Address[];
  readonly facts: Readonly<Record<string, unknown>>;
}

beforeAll(async () => {
  [devnet, server] = await Promise.all([
    startDevnet({ chainIds: CHAIN_IDS, blockTimeMs: null }),
    startPostgres(),
  ]);
  sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  for (const { url } of devnet.chains) {
    await createRpc(url).request("anvil_mine", [numberToHex(FINALITY)]);
  }
}, 300_000);

afterAll(async () => {
  await sql?.end();
  await Promise.all([devnet?.stop(), server?.stop()]);
});

/** Families of a chain, with how each tells of its pools. */
function familiesOn(chainId: number) {
  const indexed: readonly IndexedFamily[] = INDEXED;
  const seeded = indexed.flatMap(({ family, seed }) =>
    seed === undefined ? [] : [{ family, seed, catalogues: seed.catalogues(chainId) }],
  );
  const families = seeded.flatMap(({ family, seed, catalogues }): SeededFamily[] =>
    catalogues.length === 0 ? [] : [{ seed, part: { family, version: "1" } }],
  );
  const having = (is: (one: Catalogue) => boolean) =>
    new Set(seeded.flatMap(({ family, catalogues }) => (catalogues.some(is) ? [family] : [])));
  return {
    families,
    logged: having(({ kind }) => kind === "logged"),
    searched: having((one) => one.kind === "logged" && one.byPairs !== undefined),
  };
}

/** A node that gives logs of too few blocks. */
function withoutLogs(reader: SeedReader): SeedReader {
  return {
    ...reader,
    // biome-ignore lint/correctness/useYield: it is refused before the first logs.
    async *walk(_, { from, to }) {
      throw new LogRangeError(from, to, 10);
    },
  };
}

/** Begins an index of a chain, or goes on with what was begun. */
async function begin(chain: Chain, through: (reader: SeedReader) => SeedReader) {
  const { chainId, connectors } = chain;
  const url = devnet.chains.find((one) => one.chainId === chainId)?.url ?? "";
  const store = await openSeedStore(server.url);
  const reader = createSeedReader(http(url));
  const warnings: unknown[] = [];
  const log = pino({ level: "warn" }, { write: (line) => warnings.push(JSON.parse(line)) });
  try {
    await bootstrap({
      ...{ chainId, connectors, families: familiesOn(chainId).families },
      ...{ reader: through(reader), store, log, wanted: null, minimumDepthUsd: 0 },
      worthOf: (state) => worthOn(chain, state),
    });
    const rows = await sql<Row[]>`select id, family, address, parent, slug, tokens, facts
      from weir_seed.pool where chain_id = ${chainId} order by id`;
    return { rows, warnings, asked: [...reader.requests.values()].reduce((a, b) => a + b, 0) };
  } finally {
    await store.close();
  }
}

describe.each(CHAIN_IDS)("searchPairs on chain %i", (chainId) => {
  const chain = CHAINS.get(chainId) as Chain;
  const { connectors } = chain;
  const { logged, searched } = familiesOn(chainId);
  const nodes: { listed?: Awaited<ReturnType<typeof begin>>; all?: readonly Row[] } = {};

  /** Whether a pool is found that a log tells of. */
  function isFound({ family, tokens, facts }: Row, known: ReadonlySet<Address>): boolean {
    if (!searched.has(family)) return false;
    const { tickSpacing } = facts;
    if (family === "uniswap-v4" && !STANDARD_SPACINGS.includes(Number(tickSpacing))) return false;
    if (tokens.every((one) => connectors.includes(one))) return true;
    const majors = new Set([NATIVE, ...connectors.slice(0, MAJORS)]);
    return tokens.some((one) => majors.has(one)) && tokens.every((one) => known.has(one));
  }

  test("default: the same pools as their logs tell of, by the tokens that others list", async () => {
    const { rows } = await begin(chain, (reader) => reader);
    nodes.all = rows;
    await sql`drop schema weir_seed cascade`;
    nodes.listed = await begin(chain, withoutLogs);
    const others = rows.filter(({ family }) => !logged.has(family));
    const known = new Set([NATIVE, ...connectors, ...others.flatMap(({ tokens }) => tokens)]);
    const expected = rows.filter((row) => isFound(row, known));
    const found = nodes.listed.rows.filter(({ family }) => searched.has(family));
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(expected);
  });

  test("behavior: what has neither logs nor a search is told, and the rest begins", async () => {
    const { rows, warnings } = nodes.listed ?? (await begin(chain, withoutLogs));
    expect(rows.some(({ family }) => !searched.has(family))).toBe(true);
    expect(warnings).toContainEqual(
      expect.objectContaining({
        ...{ chainId, byTokens: [...searched] },
        leftOut: expect.arrayContaining([...logged].filter((family) => !searched.has(family))),
        reason: expect.stringContaining("no logs of 10 blocks"),
      }),
    );
    const again = await begin(chain, withoutLogs);
    expect(again.rows).toEqual(rows);
    expect(again.asked).toBe(1);
  });

  test("behavior: with logs after all, what was left out is listed too", async () => {
    const { rows: few } = nodes.listed ?? (await begin(chain, withoutLogs));
    await sql`delete from weir_seed.start`;
    await sql`delete from weir_seed.catalogue`;
    const { rows } = await begin(chain, (reader) => reader);
    expect(rows.length).toBeGreaterThan(few.length);
    expect(rows).toEqual(nodes.all);
  });
});
