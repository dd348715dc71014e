import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import { ENDPOINTS } from "../../../../src/api/http/routes/endpoints.ts";
import { type RunningServer, startServer } from "../../../../src/api/http/server.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { fixtureDeps } from "../../fixture/app.ts";
import { ALICE, BOB, ROUTER, USDC, WETH } from "../../fixture/market.ts";

const root = new URL("../../../../", import.meta.url).pathname;
let server: RunningServer;

beforeAll(async () => {
  const deps = fixtureDeps();
  server = await startServer({ app: createApp(deps), host: "127.0.0.1", port: 0, log: deps.log });
});

afterAll(() => server.close());

type Transport = Parameters<Client["connect"]>[0];

const transports: Readonly<Record<string, () => Transport>> = {
  "POST /mcp": () => new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as Transport,
  "npm run mcp": () =>
    new StdioClientTransport({
      command: process.execPath,
      args: ["scripts/run.mjs", "scripts/mcp.ts", "--url", server.url],
      cwd: root,
    }),
};

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  return client;
}

/** What a tool answers, as JSON. */
async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content as { readonly text: string }[];
  const text = first?.text ?? "null";
  return { isError: isError === true, text, body: /^[[{]/.test(text) ? JSON.parse(text) : null };
}

describe.each(Object.keys(transports))("%s", (name) => {
  let client: Client;
  beforeAll(async () => {
    client = await connected(transports[name]?.() as Transport);
  }, 60_000);
  afterAll(() => client.close());

  test("default: all tools are there, and only read", async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name).sort()).toEqual([
      ...["build_bundle", "build_route", "decode_transaction", "find_yield"],
      ...["get_balances", "get_quote", "search_tokens"],
    ]);
    for (const { annotations, description } of tools) {
      expect(annotations?.readOnlyHint).toBe(true);
      expect(description).toMatch(/\w{3}/);
    }
  });

  test("behavior: a token is found, quoted, and its route built", async () => {
    const found = await call(client, "search_tokens", { query: "usdc", chainId: 1 });
    expect(found.body.data).toMatchObject([{ address: USDC, symbol: "USDC" }]);
    const quote = await call(client, "get_quote", {
      ...{ tokenIn: NATIVE, tokenOut: USDC, amountIn: "1000000000000000000" },
    });
    expect(quote.body).toMatchObject({ amountOut: expect.stringMatching(/^24\d{8}$/) });
    expect(quote.body.amountInUsd).toBeGreaterThan(2_000);
    const route = await call(client, "build_route", {
      ...{ tokenIn: NATIVE, tokenOut: USDC, amountOut: "1000000000", fromAddress: ALICE },
      ...{ slippage: "30", include: ["calls", "legs"], receiver: BOB },
    });
    expect(route.body.tx).toMatchObject({ to: ROUTER.toLowerCase(), from: ALICE });
    expect(route.body.calls).toHaveLength(1);
    expect(BigInt(route.body.amountOut)).toBeGreaterThanOrEqual(1_000_000_000n);
  });

  test("behavior: bundles", async () => {
    const bundle = await call(client, "build_bundle", {
      fromAddress: ALICE,
      actions: [
        {
          ...{ protocol: "core", action: "route" },
          args: { tokenIn: NATIVE, tokenOut: USDC, amountIn: "1000000000000000000" },
        },
      ],
    });
    expect(bundle.body).toMatchObject({ gas: "300000", amountsOut: { [USDC]: "7" } });
  });

  test("behavior: yields, of what is there", async () => {
    const found = await call(client, "find_yield", { chainId: 1, underlyingToken: WETH });
    expect(found).toMatchObject({ isError: false, body: [] });
  });

  test("error: the API's own, and arguments that are none", async () => {
    const failed = await call(client, "get_quote", {
      ...{ tokenIn: NATIVE, tokenOut: BOB, amountIn: "1" },
    });
    expect(failed).toMatchObject({ isError: true, body: { code: "UNKNOWN_TOKEN" } });
    const undecoded = await call(client, "decode_transaction", { to: BOB, data: "0x12" });
    expect(undecoded).toMatchObject({ isError: true, body: { code: "INVALID_ARGUMENT" } });
    const wrong = await call(client, "get_quote", { tokenIn: "eth", tokenOut: USDC });
    expect(wrong.isError).toBe(true);
    expect(wrong.text).toContain("tokenIn");
  });
});

describe("POST /mcp", () => {
  test("error: keys are those of the API", async () => {
    const deps = fixtureDeps();
    const keyed = await startServer({
      app: createApp({
        ...deps,
        protection: {
          keys: { needsKey: () => true, idOf: (key) => (key === "right" ? "1" : null) },
          limits: { consume: async () => ({ allowed: true, remaining: 3, resetSeconds: 9 }) },
          ...{ clientAddress: () => "127.0.0.1", ratePerKey: 10, ratePerAddress: null },
          requestTimeoutMs: 5_000,
        },
      }),
      ...{ host: "127.0.0.1", port: 0, log: deps.log },
    });
    try {
      const transport = (key: string) =>
        new StreamableHTTPClientTransport(new URL(`${keyed.url}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${key}` } },
        }) as Transport;
      await expect(connected(transport("wrong"))).rejects.toThrow();
      const client = await connected(transport("right"));
      const answered = await call(client, "search_tokens", { query: "weth" });
      expect(answered).toMatchObject({ isError: false, body: { meta: { total: 1 } } });
      await client.close();
    } finally {
      await keyed.close();
    }
  });

  test("error: what is no JSON, and what is too large", async () => {
    const post = (body: string) =>
      fetch(`${server.url}/mcp`, {
        ...{ method: "POST", body },
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
      });
    expect((await post("{")).status).toBe(400);
    expect((await post(`"${"x".repeat(70_000)}"`)).status).toBe(413);
    expect((await fetch(`${server.url}/mcp`)).status).toBe(405);
  });
});

describe("GET /llms.txt", () => {
  test("default: every endpoint in a line", async () => {
    const answered = await fetch(`${server.url}/llms.txt`);
    expect(answered.headers.get("content-type")).toContain("text/plain");
    const text = await answered.text();
    expect(text.startsWith("# Weir\n\n> ")).toBe(true);
    for (const { path, summary } of ENDPOINTS)
      expect(text).toContain(`${path}](/openapi.json): ${summary}`);
  });
});
