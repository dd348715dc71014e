import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Anvil, startAnvil } from "../../../devnet/anvil.ts";
import { createNodePool, type NodePool, type Outcome } from "../../../src/api/nodes/pool.ts";
import { type ChaosRpc, startChaosRpc } from "../../harness/chaos-rpc.ts";

const CHAIN_ID = 1;
const PATIENCE = { waitMs: 4_000, totalMs: 9_000 };
const DEPOSITED = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";

const block = z.object({ number: z.string(), hash: z.string(), parentHash: z.string() });
const unknownHash = `0x${"ab".repeat(32)}`;

let anvil: Anvil;
let other: Anvil;
let first: ChaosRpc;
let second: ChaosRpc;
let third: ChaosRpc;
let logged: { readonly level: number; readonly msg: string; readonly node?: number }[] = [];

const log = pino({ level: "debug" }, { write: (line: string) => logged.push(JSON.parse(line)) });

beforeAll(async () => {
  // Two chains with the same id and other blocks.
  [anvil, other] = await Promise.all([
    startAnvil({ chainId: CHAIN_ID, args: ["--timestamp", "1700000000"] }),
    startAnvil({ chainId: CHAIN_ID, args: ["--timestamp", "1600000000"] }),
  ]);
  await anvil.rpc.request("anvil_mine", [numberToHex(20)]);
  await other.rpc.request("anvil_mine", [numberToHex(20)]);
  [first, second, third] = await Promise.all([
    startChaosRpc(anvil.url),
    startChaosRpc(anvil.url),
    startChaosRpc(anvil.url),
  ]);
});

beforeEach(() => {
  logged = [];
});

afterEach(() => {
  for (const proxy of [first, second, third]) {
    proxy.set({ kind: "none" });
    proxy.connect(anvil.url);
  }
});

afterAll(async () => {
  await Promise.all([first, second, third].map((proxy) => proxy?.stop()));
  await Promise.all([anvil?.stop(), other?.stop()]);
});

function poolOf(...proxies: readonly ChaosRpc[]): NodePool {
  return createNodePool({ chainId: CHAIN_ID, urls: proxies.map(({ url }) => url), log });
}

function ask(pool: NodePool, method: string, params: readonly unknown[] = []): Promise<Outcome> {
  return pool.request({ method, params }, PATIENCE);
}

async function resultOf(pool: NodePool, method: string, params: readonly unknown[] = []) {
  const outcome = await ask(pool, method, params);
  if (outcome.kind !== "answer") throw new Error(JSON.stringify(outcome));
  return outcome.result;
}

async function headOf(pool: NodePool): Promise<string> {
  return block.parse(await resultOf(pool, "eth_getBlockByNumber", ["latest", false])).hash;
}

async function mined(node: Anvil, blocks = 1): Promise<string> {
  await node.rpc.request("anvil_mine", [numberToHex(blocks)]);
  return block.parse(await node.rpc.request("eth_getBlockByNumber", ["latest", false])).hash;
}

describe("createNodePool", () => {
  test("default: the answer of the first node, as it sent it", async () => {
    const pool = poolOf(first, second);
    expect(await resultOf(pool, "eth_gasPrice")).toBe(await anvil.rpc.request("eth_gasPrice"));
    expect(await resultOf(pool, "eth_chainId")).toBe("0x1");
    const head = await mined(anvil);
    expect(await headOf(pool)).toBe(head);
    expect(Number(await resultOf(pool, "eth_blockNumber"))).toBe(
      Number(await anvil.rpc.request("eth_blockNumber")),
    );
  });

  test("behavior: an unchanged head is asked for once", async () => {
    const pool = poolOf(first);
    await headOf(pool);
    const before = first.count("eth_getBlockByHash");
    await headOf(pool);
    expect(first.count("eth_getBlockByHash")).toBe(before);
  });

  test.each([
    ["down", { kind: "down" }],
    ["status 500", { kind: "status", status: 500 }],
    ["rate limited", { kind: "status", status: 429, retryAfter: "30" }],
    ["truncated", { kind: "truncated" }],
    ["null blocks", { kind: "lying", answer: () => null }],
    ["slow", { kind: "slow", ms: 3_500 }],
  ] as const)("behavior: %s, the next node answers", async (_, chaos) => {
    const pool = poolOf(first, second);
    const head = await mined(anvil);
    first.set(chaos);
    expect(await headOf(pool)).toBe(head);
    expect(block.parse(await resultOf(pool, "eth_getBlockByHash", [head, true])).hash).toBe(head);
  });

  test("behavior: a failing node is left alone and found again", async () => {
    const pool = poolOf(first, second);
    first.set({ kind: "status", status: 503 });
    const before = first.count();
    for (let i = 0; i < 10; i++) await resultOf(pool, "eth_gasPrice");
    expect(first.count() - before).toBe(3);
    first.set({ kind: "none" });
    second.set({ kind: "down" });
    expect(await resultOf(pool, "eth_gasPrice")).toBeTypeOf("string");
  });

  test("behavior: Retry-After is honoured, and told when every node asks for it", async () => {
    const pool = poolOf(first);
    first.set({ kind: "status", status: 429, retryAfter: "2" });
    const before = first.count();
    const limited = pool.request(
      { method: "eth_gasPrice", params: [] },
      { waitMs: 500, totalMs: 1_000 },
    );
    expect(await limited).toMatchObject({ kind: "unavailable", limited: true });
    expect(first.count() - before).toBe(1);
    first.set({ kind: "none" });
    expect(await resultOf(pool, "eth_gasPrice")).toBeTypeOf("string");
  });

  test("behavior: waits for nodes that are down, then says so", async () => {
    const pool = poolOf(first);
    first.set({ kind: "down" });
    const waiting = ask(pool, "eth_gasPrice");
    await sleep(800);
    first.set({ kind: "none" });
    expect((await waiting).kind).toBe("answer");
    first.set({ kind: "down" });
    const given = { method: "eth_gasPrice", params: [] };
    const outcome = await pool.request(given, { waitMs: 300, totalMs: 1_000 });
    expect(outcome).toMatchObject({ kind: "unavailable", limited: false });
    expect(JSON.stringify(outcome)).not.toContain(first.url);
  });

  test("behavior: a node of another chain is not asked, and its id is told when there is no other", async () => {
    const lying = {
      kind: "lying",
      answer: ({ method }: { method: string }) => (method === "eth_chainId" ? "0x5" : undefined),
    } as const;
    first.set(lying);
    const before = first.count("eth_gasPrice");
    const pool = poolOf(first, second);
    await headOf(pool);
    await resultOf(pool, "eth_gasPrice");
    expect(first.count("eth_gasPrice")).toBe(before);
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, node: 1, found: 5 }));
    expect(await resultOf(pool, "eth_chainId")).toBe("0x1");
    expect(await resultOf(poolOf(first), "eth_chainId")).toBe("0x5");
    expect(await ask(poolOf(first), "eth_gasPrice")).toMatchObject({ kind: "unavailable" });
  });

  test("behavior: errors of a request pass, a revert without asking others", async () => {
    const pool = poolOf(first, second);
    await headOf(pool);
    expect(await ask(pool, "eth_nonsense")).toMatchObject({
      kind: "error",
      error: { code: -32601 },
    });
    const before = second.count("eth_call");
    // PUSH0 PUSH0 REVERT as creation code.
    const reverted = await ask(pool, "eth_call", [{ data: "0x5f5ffd" }, "latest"]);
    expect(reverted).toMatchObject({ kind: "error", error: { code: 3 } });
    expect(second.count("eth_call")).toBe(before);
  });
});

describe("heads", () => {
  test("behavior: a node far behind is not used for the head nor for new state", async () => {
    await mined(anvil, 10);
    const height = Number(await anvil.rpc.request("eth_blockNumber"));
    first.set({
      kind: "lying",
      answer: ({ method, params }, result) => {
        if (params[0] === "latest") return old;
        if (!method.startsWith("eth_getBlockBy")) return undefined;
        return Number(block.nullable().parse(result)?.number) > height - 8 ? null : undefined;
      },
    });
    const old = await anvil.rpc.request("eth_getBlockByNumber", [numberToHex(height - 8), false]);
    const pool = poolOf(first, second);
    const head = await headOf(pool);
    expect(head).toBe(
      block.parse(await anvil.rpc.request("eth_getBlockByNumber", ["latest", false])).hash,
    );
    const before = first.count("eth_getBalance");
    await resultOf(pool, "eth_getBalance", [`0x${"11".repeat(20)}`, numberToHex(height)]);
    expect(first.count("eth_getBalance")).toBe(before);
  });

  test("behavior: a head that goes back for a moment is not followed", async () => {
    const pool = poolOf(first);
    const old = await anvil.rpc.request("eth_getBlockByNumber", ["latest", false]);
    const head = await mined(anvil, 2);
    expect(await headOf(pool)).toBe(head);
    first.set({
      kind: "lying",
      answer: ({ params }) => (params[0] === "latest" ? old : undefined),
    });
    expect(await headOf(pool)).toBe(head);
    first.set({ kind: "none" });
    const next = await mined(anvil);
    expect(await headOf(pool)).toBe(next);
  });

  test("behavior: an invented head is not served", async () => {
    const pool = poolOf(first, second);
    const head = await mined(anvil);
    expect(await headOf(pool)).toBe(head);
    const invented = {
      ...z
        .object({})
        .loose()
        .parse(await anvil.rpc.request("eth_getBlockByNumber", ["latest", false])),
      number: numberToHex(5_000),
      hash: unknownHash,
      parentHash: `0x${"cd".repeat(32)}`,
    };
    first.set({
      kind: "lying",
      answer: ({ method, params }) =>
        method === "eth_getBlockByNumber" && params[0] === "latest" ? invented : undefined,
    });
    expect(await headOf(pool)).toBe(head);
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, node: 1 }));
    const next = await mined(anvil);
    expect(await headOf(pool)).toBe(next);
  });

  test("behavior: the minority of three on another chain is set aside", async () => {
    third.connect(other.url);
    const pool = poolOf(third, first, second);
    const head = await mined(anvil);
    expect(await headOf(pool)).toBe(head);
    const again = await mined(anvil);
    await mined(other, 3);
    expect(await headOf(pool)).toBe(again);
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, node: 1 }));
  });

  test("behavior: of two nodes, the one that leaves the chain is set aside and asked for nothing", async () => {
    const pool = poolOf(first, second);
    const head = await mined(anvil);
    expect(await headOf(pool)).toBe(head);
    first.connect(other.url);
    expect(await headOf(pool)).toBe(head);
    const height = Number(await anvil.rpc.request("eth_blockNumber"));
    const before = first.count("eth_getBalance");
    for (let i = 0; i < 4; i++) {
      await resultOf(pool, "eth_getBalance", [`0x${"11".repeat(20)}`, numberToHex(height)]);
    }
    expect(first.count("eth_getBalance")).toBe(before);
    expect(await headOf(pool)).toBe(head);
  });

  test("behavior: a reorganisation is followed at once", async () => {
    const pool = poolOf(first, second);
    await headOf(pool);
    await mined(anvil, 3);
    await headOf(pool);
    await anvil.rpc.request("anvil_reorg", [3, []]);
    const replaced = block.parse(
      await anvil.rpc.request("eth_getBlockByNumber", ["latest", false]),
    ).hash;
    expect(await headOf(pool)).toBe(replaced);
  });
});

describe("logs by block hash", () => {
  test("behavior: of a replaced block they are gone at once", async () => {
    const pool = poolOf(first);
    await headOf(pool);
    const orphan = await mined(anvil);
    expect(await headOf(pool)).toBe(orphan);
    await anvil.rpc.request("anvil_reorg", [1, []]);
    const before = first.count("eth_getLogs");
    expect(await ask(pool, "eth_getLogs", [{ blockHash: orphan }])).toEqual({ kind: "gone" });
    expect(first.count("eth_getLogs") - before).toBe(1);
  });

  test("behavior: of a block that nobody knows they are gone after a moment", async () => {
    const pool = poolOf(first, second);
    expect(await ask(pool, "eth_getLogs", [{ blockHash: unknownHash }])).toEqual({ kind: "gone" });
  });

  test("behavior: none where the bloom says some are an error of the node", async () => {
    const pool = poolOf(first, second);
    // LOG1 in creation code: PUSH32 topic PUSH0 PUSH0 LOG1.
    const [from] = z.array(z.string()).parse(await anvil.rpc.request("eth_accounts"));
    const data = `0x7f${DEPOSITED.slice(2)}5f5fa1`;
    await anvil.rpc.request("eth_sendTransaction", [{ from, data, gas: numberToHex(200_000) }]);
    await mined(anvil, 1);
    const blocks = await Promise.all(
      [0, 1].map(async (back) => {
        const height = Number(await anvil.rpc.request("eth_blockNumber")) - back;
        return z
          .object({ hash: z.string(), logsBloom: z.string() })
          .parse(await anvil.rpc.request("eth_getBlockByNumber", [numberToHex(height), false]));
      }),
    );
    const logging = blocks.find(({ logsBloom }) => /[1-9a-f]/.test(logsBloom.slice(2)));
    if (logging === undefined) throw new Error("no block has logs");
    await resultOf(pool, "eth_getBlockByHash", [logging.hash, false]);
    const empty = {
      kind: "lying",
      answer: ({ method }: { method: string }) => (method === "eth_getLogs" ? [] : undefined),
    } as const;
    first.set(empty);
    expect(await resultOf(pool, "eth_getLogs", [{ blockHash: logging.hash }])).toHaveLength(1);
    second.set(empty);
    const outcome = await pool.request(
      { method: "eth_getLogs", params: [{ blockHash: logging.hash }] },
      { waitMs: 300, totalMs: 1_000 },
    );
    expect(outcome.kind).toBe("unavailable");
  });
});
