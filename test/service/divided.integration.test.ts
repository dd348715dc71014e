import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKeyStore } from "../../src/api/keys/store.ts";
import { openRecords } from "../../src/api/records/open.ts";
import { type DividedService, startDividedService } from "../harness/divided-service.ts";
import type { Program } from "../harness/program.ts";

/** Beyond what the API processes may take to notice a thing, each test waits for it. */
const TIMEOUT_MS = 240_000;
/** An index that begins beside another may take half of it on a busy machine. */
const MAX_LAG_SECONDS = 25;
/** Between two requests of a load, which is not to slow the rest down. */
const PAUSE_MS = 20;
const MINING_PAUSE_MS = 1_000;
/** Within it processes tell each other what a key used. */
const SETTLED_MS = 1_000;
const ETH = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const WBERA = "0x6969696969696969696969696969696969696969";
const HONEY = "0xfcbd14dc51f0a4d49d5e53c2e0950e0bc26d0dce";
const ACCOUNT = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";

function trade(kind: "quote" | "route", tokenIn: string, amountIn: string): string {
  const query = { chainId: "80094", fromAddress: ACCOUNT, tokenIn, tokenOut: HONEY, amountIn };
  return `/api/v1/shortcuts/${kind}?${new URLSearchParams(query)}`;
}

const QUOTE = trade("quote", WBERA, "1000000000000000000");
const PATHS = [
  QUOTE,
  trade("quote", WBERA, "250000000000000000000"),
  trade("quote", ETH, "3000000000000000000"),
  trade("route", ETH, "1000000000000000000"),
  trade("route", WBERA, "40000000000000000000"),
  "/api/v1/tokens?chainId=80094&includeMetadata=true",
  "/api/v1/nontokenized?chainId=80094",
  "/api/v1/protocols?chainId=80094",
];

let service: DividedService;

beforeAll(async () => {
  service = await startDividedService({
    // A second indexer beside the first may slow it down by some blocks, of 12 s each.
    MAX_LAG_CHAIN_SECONDS: "240",
    MAX_LAG_SECONDS: String(MAX_LAG_SECONDS),
    STOP_DELAY_SECONDS: "0",
    RATE_LIMIT_PER_KEY: "1000",
  });
}, TIMEOUT_MS);
afterAll(() => service?.stop(), TIMEOUT_MS);

async function ask(baseUrl: string, path: string, key?: string) {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}${path}`, { headers });
  // A link in one of the answers leads to where the request was sent.
  const body = (await response.text()).replaceAll(baseUrl, "");
  return { status: response.status, body, headers: response.headers };
}

async function metric(api: Program, sample: string): Promise<number | null> {
  const { body } = await ask(api.url, "/metrics");
  const line = body.split("\n").find((each) => each.startsWith(`${sample} `));
  return line === undefined ? null : Number(line.slice(sample.length));
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(100);
}

async function everyApi(holds: (api: Program) => Promise<boolean>): Promise<boolean> {
  const found = await Promise.all(service.apis.map(holds));
  return found.every(Boolean);
}

/** Mines, and compares what both processes answer then. */
async function expectSameBytes(): Promise<void> {
  await service.followed();
  for (const path of PATHS) {
    const [one, other] = await Promise.all(service.apis.map(({ url }) => ask(url, path)));
    expect(one?.status, path).toBe(200);
    expect(other?.body, path).toBe(one?.body);
  }
}

/** Quotes through the proxy until told to stop; tells of each answer that is none. */
function startLoad(): { stop(): Promise<{ answered: number; refused: readonly string[] }> } {
  const refused: string[] = [];
  let answered = 0;
  let isRunning = true;
  const work = Array.from({ length: 2 }, async () => {
    for (; isRunning; await sleep(PAUSE_MS)) {
      const { status, body } = await ask(service.proxyUrl, QUOTE);
      if (status === 200) answered += 1;
      else refused.push(`${status} ${body}`);
    }
  });
  return {
    async stop() {
      isRunning = false;
      await Promise.all(work);
      return { answered, refused };
    },
  };
}

/**
 * Mines a block whenever the last one was followed for a while, so that a slow machine is not taken
 * for a gap.
 */
function startMining(): { stop(): Promise<void> } {
  let isRunning = true;
  const work = (async () => {
    for (; isRunning; await sleep(MINING_PAUSE_MS)) await service.followed();
  })();
  return {
    async stop() {
      isRunning = false;
      await work;
    },
  };
}

describe("two APIs on one database", () => {
  test(
    "default: the same bytes at the same block",
    async () => {
      service.devnet.startTrader();
      for (let round = 0; round < 4; round++) await expectSameBytes();
      service.devnet.stopTrader();
    },
    TIMEOUT_MS,
  );

  test(
    "behavior: killing one loses no request through the proxy",
    async () => {
      const load = startLoad();
      await sleep(1_000);
      const [killed] = service.apis;
      killed?.child.kill("SIGKILL");
      await sleep(1_000);
      const { answered, refused } = await load.stop();
      expect(refused).toEqual([]);
      expect(answered).toBeGreaterThan(0);
      if (killed !== undefined) await service.replaceApi(killed);
    },
    TIMEOUT_MS,
  );

  test(
    "behavior: without the database, answers while they are fresh, then INDEX_STALE, then answers again",
    async () => {
      await service.followed();
      const before = await ask(service.proxyUrl, QUOTE);
      const restarting = service.postgres.crash((MAX_LAG_SECONDS + 4) * 1_000);
      expect(await ask(service.proxyUrl, QUOTE)).toMatchObject({ status: 200, body: before.body });
      await service.mine();
      await until(() =>
        everyApi(async ({ url }) => {
          const { status, body } = await ask(url, QUOTE);
          if (status === 503) expect(body).toContain("INDEX_STALE");
          else expect(status).toBe(200);
          return status === 503;
        }),
      );
      await restarting;
      await service.followed();
      expect((await ask(service.proxyUrl, QUOTE)).status).toBe(200);
      for (const { child } of [...service.apis, ...service.indexers]) {
        expect(child.exitCode).toBeNull();
      }
    },
    TIMEOUT_MS,
  );

  test(
    "behavior: a redeploy leaves no gap",
    async () => {
      const [before] = service.indexers;
      const load = startLoad();
      const mining = startMining();
      const next = await service.startIndexer("weir2");
      await until(() =>
        everyApi(
          async (api) => (await metric(api, 'weir_served_chains{schema="weir2_80094"}')) === 1,
        ),
      );
      await before?.stop();
      await mining.stop();
      await expectSameBytes();
      const { answered, refused } = await load.stop();
      expect(refused).toEqual([]);
      expect(answered).toBeGreaterThan(0);
      expect(next.output()).toContain("the chains are served from this schema");
      const sql = postgres(service.postgres.url, { max: 1 });
      await until(async () => {
        const [views] = await sql`select obj_description('defi'::regnamespace) as version`;
        return String(views?.version).includes("the tables of weir2_80094");
      });
      await sql.end();
    },
    TIMEOUT_MS,
  );

  test(
    "behavior: a key is valid on both at once, and what it uses is counted together",
    async () => {
      const records = await openRecords(service.postgres.url);
      const key = await createKeyStore(records).create("both");
      await records.close();
      // An API that has not heard of any key yet answers everybody.
      await until(() =>
        everyApi(
          async ({ url }) =>
            (await ask(url, QUOTE)).status === 401 && (await ask(url, QUOTE, key)).status === 200,
        ),
      );
      expect((await ask(service.proxyUrl, QUOTE)).status).toBe(401);
      const left = async ({ url }: Program) => {
        const { headers } = await ask(url, "/api/v1/standards", key);
        return Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
      };
      const used = 20;
      for (const api of service.apis) {
        const others = service.apis.filter((other) => other !== api);
        // Asking again uses one. A window may end meanwhile, or the shared counters be slow, when
        // each counts alone.
        await until(async () => {
          const before = Math.max(...(await Promise.all(others.map(left))));
          for (let n = 0; n < used; n++) await left(api);
          await sleep(SETTLED_MS);
          return Math.max(...(await Promise.all(others.map(left)))) <= before - used;
        });
      }
    },
    TIMEOUT_MS,
  );
});
