import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import type { Deps } from "../../../../src/api/http/deps.ts";
import { type RunningServer, startServer } from "../../../../src/api/http/server.ts";
import type { ListedToken } from "../../../../src/api/trade/listing.ts";
import { NOTHING_PRICED } from "../../fixture/answers.ts";
import { fixtureDeps, get } from "../../fixture/app.ts";
import { BLOCK, USDC, WETH } from "../../fixture/market.ts";

const MANY = 200_000;

let server: RunningServer | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

async function exported(path: string, changes: Partial<Deps> = {}) {
  const response = await createApp(fixtureDeps(changes)).request(`/api/v1/export/${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const parsed = (text: string): readonly unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** RFC 4180, read by its grammar. */
function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

/** Many tokens, which count how many of them were looked at. */
function manyTokens() {
  let read = 0;
  const tokens = Array.from({ length: MANY }, (_, index): ListedToken => {
    const token = {
      address: `0x${index.toString(16).padStart(40, "0")}` as const,
      get decimals() {
        read += 1;
        return 18;
      },
      symbol: "S".repeat(64),
      name: "N".repeat(64),
    };
    return { token, defi: null, apy: 0, apyReward: 0 };
  });
  const listing = () => ({ ...NOTHING_PRICED, tokens, positions: [] });
  return { listing, read: () => read };
}

async function start(changes: Partial<Deps>): Promise<RunningServer> {
  const log = pino({ level: "silent" });
  server = await startServer({
    ...{ app: createApp(fixtureDeps(changes)), host: "127.0.0.1", port: 0, log },
  });
  return server;
}

async function open(url: string): Promise<IncomingMessage> {
  const [response] = await once(httpGet(url), "response");
  return response as IncomingMessage;
}

/** Waits until `value` stays as it is. */
async function settled(value: () => number): Promise<number> {
  for (let before = -1; ; await sleep(300)) {
    if (value() === before) return before;
    before = value();
  }
}

describe("GET /api/v1/export/{kind}", () => {
  test("default", async () => {
    const { status, headers, text } = await exported("tokens?chainId=1");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/x-ndjson");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="tokens-1-${BLOCK}.ndjson"`,
    );
    const { body } = await get("/api/v1/tokens?chainId=1&includeMetadata=true");
    expect(parsed(text)).toEqual((body as { data: unknown }).data);
  });

  test("behavior: every chain, the order of the list", async () => {
    const { body } = await get("/api/v1/tokens?includeMetadata=true");
    const { headers, text } = await exported("tokens");
    expect(parsed(text)).toEqual((body as { data: unknown }).data);
    expect(headers.get("content-disposition")).toContain('"tokens.ndjson"');
  });

  test("behavior: CSV has the same records", async () => {
    const { headers, text } = await exported("tokens?chainId=1&format=csv");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const [columns = [], ...rows] = csvRows(text);
    const { body } = await get("/api/v1/tokens?chainId=1&includeMetadata=true");
    const { data } = body as { readonly data: readonly Readonly<Record<string, unknown>>[] };
    const expected = data.map((record) =>
      columns.map((column) => {
        const value = record[column] ?? "";
        return typeof value === "object" ? JSON.stringify(value) : String(value);
      }),
    );
    expect(rows).toEqual(expected);
    expect([...columns].sort()).toEqual(Object.keys(data[0] ?? {}).sort());
  });

  test("behavior: pools with what they hold", async () => {
    const { text } = await exported("pools?chainId=1");
    const pools = parsed(text) as readonly { id: string }[];
    expect(pools.map(({ id }) => id)).toEqual(pools.map(({ id }) => id).toSorted());
    expect(pools).toContainEqual({
      chainId: 1,
      id: "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc",
      protocol: "uniswap-v2",
      family: "uniswap-v2",
      updatedBlock: BLOCK,
      holdings: [
        { token: USDC, amount: String(50n * 10n ** 12n) },
        { token: WETH, amount: String(20_000n * 10n ** 18n) },
      ],
    });
  });

  test("behavior: nothing is an empty file, or a header alone", async () => {
    expect((await exported("tokens?chainId=7")).text).toBe("");
    expect((await exported("positions?chainId=7&format=csv")).text).toBe(
      "chainId,address,primaryAddress,positionId,protocol,underlyingTokens,apy\r\n",
    );
  });

  test("behavior: a past block, and errors before the first byte", async () => {
    expect((await exported(`pools?chainId=1&blockNumber=${BLOCK}`)).status).toBe(200);
    const past = await exported("tokens?chainId=1&blockNumber=5");
    expect(past.status).toBe(422);
    expect(past.text).toContain("BLOCK_UNAVAILABLE");
  });

  test("error: INVALID_ARGUMENT", async () => {
    for (const path of ["swaps", "tokens?format=xml", "tokens?blockNumber=5"]) {
      const { status, text } = await exported(path);
      expect(status, path).toBe(400);
      expect(text).toContain("INVALID_ARGUMENT");
    }
  });

  test("behavior: what a client does not read is not made", async () => {
    const { listing, read } = manyTokens();
    const { url } = await start({ listing });
    const response = await open(`${url}/api/v1/export/tokens?chainId=1`);
    response.pause();
    const made = await settled(read);
    expect(made).toBeLessThan(MANY / 2);
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    expect(read()).toBe(MANY);
    expect(bytes).toBeGreaterThan(MANY * 128);
  });

  test("behavior: a client that leaves ends it", async () => {
    const { listing, read } = manyTokens();
    const { url } = await start({ listing });
    const response = await open(`${url}/api/v1/export/tokens?chainId=1&format=csv`);
    await once(response, "readable");
    response.destroy();
    const made = await settled(read);
    expect(made).toBeLessThan(MANY / 2);
  });
});
