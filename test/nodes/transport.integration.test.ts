import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { pino } from "pino";
import { numberToHex, RpcRequestError } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { nodesTransport } from "../../src/nodes/transport.ts";
import { type ChaosRpc, startChaosRpc } from "../harness/chaos-rpc.ts";

const CHAIN_ID = 1;
const WAIT_MS = 4_000;
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

type Nodes = ReturnType<ReturnType<typeof nodesTransport>>;

function over(proxies: readonly ChaosRpc[], waitMs: number): Nodes {
  const urls = proxies.map(({ url }) => url);
  return nodesTransport({ chainId: CHAIN_ID, urls, log, waitMs })({});
}

function nodesOf(...proxies: readonly ChaosRpc[]): Nodes {
  return over(proxies, WAIT_MS);
}

function resultOf(nodes: Nodes, method: string, params: readonly unknown[] = []): Promise<unknown> {
  return nodes.request({ method, params });
}

/** What a request rejects with. */
async function failureOf(
  nodes: Nodes,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const given: unknown = await resultOf(nodes, method, params).catch((error: unknown) => ({
    error,
  }));
  expect(given).toHaveProperty("error");
  return z.object({ error: z.unknown() }).parse(given).error;
}

async function headOf(nodes: Nodes): Promise<string> {
  return block.parse(await resultOf(nodes, "eth_getBlockByNumber", ["latest", false])).hash;
}

async function mined(node: Anvil, blocks = 1): Promise<string> {
  await node.rpc.request("anvil_mine", [numberToHex(blocks)]);
  return block.parse(await node.rpc.request("eth_getBlockByNumber", ["latest", false])).hash;
}

describe("nodesTransport", () => {
  test("default: the answer of the first node, as it sent it", async () => {
    const nodes = nodesOf(first, second);
    expect(await resultOf(nodes, "eth_gasPrice")).toBe(await anvil.rpc.request("eth_gasPrice"));
    expect(await resultOf(nodes, "eth_chainId")).toBe("0x1");
    const head = await mined(anvil);
    expect(await headOf(nodes)).toBe(head);
    expect(Number(await resultOf(nodes, "eth_blockNumber"))).toBe(
      Number(await anvil.rpc.request("eth_blockNumber")),
    );
  });

  test("behavior: an unchanged head is asked for once", async () => {
    const nodes = nodesOf(first);
    await headOf(nodes);
    const before = first.count("eth_getBlockByHash");
    await headOf(nodes);
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
    const nodes = nodesOf(first, second);
    const head = await mined(anvil);
    first.set(chaos);
    expect(await headOf(nodes)).toBe(head);
    expect(block.parse(await resultOf(nodes, "eth_getBlockByHash", [head, true])).hash).toBe(head);
  });

  test("behavior: a failing node is left alone and found again", async () => {
    const nodes = nodesOf(first, second);
    first.set({ kind: "status", status: 503 });
    const before = first.count();
    for (let i = 0; i < 10; i++) await resultOf(nodes, "eth_gasPrice");
    expect(first.count() - before).toBe(3);
    first.set({ kind: "none" });
    second.set({ kind: "down" });
    expect(await resultOf(nodes, "eth_gasPrice")).toBeTypeOf("string");
  });

  test("behavior: Retry-After is honoured, and told when every node asks for it", async () => {
    const nodes = over([first], 500);
    first.set({ kind: "status", status: 429, retryAfter: "2" });
    const before = first.count();
    const limited = await failureOf(nodes, "eth_gasPrice");
    expect(limited).toMatchObject({ code: "NODES_UNAVAILABLE", isLimited: true });
    expect(first.count() - before).toBe(1);
    first.set({ kind: "none" });
    await sleep(1_500);
    expect(await resultOf(nodes, "eth_gasPrice")).toBeTypeOf("string");
  });

  test("behavior: waits for nodes that are down, then says so", async () => {
    const nodes = nodesOf(first);
    first.set({ kind: "down" });
    const waiting = resultOf(nodes, "eth_gasPrice");
    await sleep(800);
    first.set({ kind: "none" });
    expect(await waiting).toBeTypeOf("string");
    first.set({ kind: "down" });
    const failure = await failureOf(over([first], 300), "eth_gasPrice");
    expect(failure).toMatchObject({ code: "NODES_UNAVAILABLE", isLimited: false });
    expect(inspect(failure)).not.toContain(first.url);
  });

  test("behavior: a node of another chain is not asked, and its id is told when there is no other", async () => {
    const lying = {
      kind: "lying",
      answer: ({ method }: { method: string }) => (method === "eth_chainId" ? "0x5" : undefined),
    } as const;
    first.set(lying);
    const before = first.count("eth_gasPrice");
    const nodes = nodesOf(first, second);
    await headOf(nodes);
    await resultOf(nodes, "eth_gasPrice");
    expect(first.count("eth_gasPrice")).toBe(before);
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, node: 1, found: 5 }));
    expect(await resultOf(nodes, "eth_chainId")).toBe("0x1");
    expect(await resultOf(nodesOf(first), "eth_chainId")).toBe("0x5");
    const failure = await failureOf(over([first], 300), "eth_gasPrice");
    expect(failure).toMatchObject({ code: "NODES_UNAVAILABLE" });
  });

  test("behavior: errors of a request pass, a revert without asking others", async () => {
    const nodes = nodesOf(first, second);
    await headOf(nodes);
    expect(await failureOf(nodes, "eth_nonsense")).toMatchObject({ code: -32601 });
    const before = second.count("eth_call");
    // PUSH0 PUSH0 REVERT as creation code.
    const reverted = await failureOf(nodes, "eth_call", [{ data: "0x5f5ffd" }, "latest"]);
    expect(reverted).toBeInstanceOf(RpcRequestError);
    expect(reverted).toMatchObject({ code: 3 });
    expect(inspect(reverted)).not.toContain(first.url);
    expect(second.count("eth_call")).toBe(before);
  });

  test("behavior: a node is not asked again for a method that it lacks, another one is", async () => {
    const nodes = nodesOf(first, second);
    const before = first.count("eth_gasPrice");
    first.set({ kind: "refusing", method: "eth_gasPrice", code: -32601 });
    for (let i = 0; i < 3; i++) expect(await resultOf(nodes, "eth_gasPrice")).toBeTypeOf("string");
    expect(await resultOf(nodes, "eth_chainId")).toBe("0x1");
    expect(first.count("eth_gasPrice") - before).toBe(1);
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
    const nodes = nodesOf(first, second);
    const head = await headOf(nodes);
    expect(head).toBe(
      block.parse(await anvil.rpc.request("eth_getBlockByNumber", ["latest", false])).hash,
    );
    const before = first.count("eth_getBalance");
    await resultOf(nodes, "eth_getBalance", [`0x${"11".repeat(20)}`, numberToHex(height)]);
    expect(first.count("eth_getBalance")).toBe(before);
  });

  test("behavior: a head that goes back for a moment is not followed", async () => {
    const nodes = nodesOf(first);
    const old = await anvil.rpc.request("eth_getBlockByNumber", ["latest", false]);
    const head = await mined(anvil, 2);
    expect(await headOf(nodes)).toBe(head);
    first.set({
      kind: "lying",
      answer: ({ params }) => (params[0] === "latest" ? old : undefined),
    });
    expect(await headOf(nodes)).toBe(head);
    first.set({ kind: "none" });
    const next = await mined(anvil);
    expect(await headOf(nodes)).toBe(next);
  });

  test("behavior: an invented head is not served", async () => {
    const nodes = nodesOf(first, second);
    const head = await mined(anvil);
    expect(await headOf(nodes)).toBe(head);
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
    expect(await headOf(nodes)).toBe(head);
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, node: 1 }));
    const next = await mined(anvil);
    expect(await headOf(nodes)).toBe(next);
  });

  test("behavior: the minority of three on another chain is set aside", async () => {
    third.connect(other.url);
    const nodes = nodesOf(third, first, second);
    const head = await mined(anvil);
    expect(await headOf(nodes)).toBe(head);
    const again = await mined(anvil);
    await mined(other, 3);
    expect(await headOf(nodes)).toBe(again);
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, node: 1 }));
  });

  test("behavior: of two nodes, the one that leaves the chain is set aside and asked for nothing", async () => {
    const nodes = nodesOf(first, second);
    const head = await mined(anvil);
    expect(await headOf(nodes)).toBe(head);
    first.connect(other.url);
    expect(await headOf(nodes)).toBe(head);
    const height = Number(await anvil.rpc.request("eth_blockNumber"));
    const before = first.count("eth_getBalance");
    for (let i = 0; i < 4; i++) {
      await resultOf(nodes, "eth_getBalance", [`0x${"11".repeat(20)}`, numberToHex(height)]);
    }
    expect(first.count("eth_getBalance")).toBe(before);
    expect(await headOf(nodes)).toBe(head);
  });

  test("behavior: a reorganisation is followed at once", async () => {
    const nodes = nodesOf(first, second);
    await headOf(nodes);
    await mined(anvil, 3);
    await headOf(nodes);
    await anvil.rpc.request("anvil_reorg", [3, []]);
    const replaced = block.parse(
      await anvil.rpc.request("eth_getBlockByNumber", ["latest", false]),
    ).hash;
    expect(await headOf(nodes)).toBe(replaced);
  });
});

describe("logs by block hash", () => {
  test("behavior: of a replaced block they are gone at once", async () => {
    const nodes = nodesOf(first);
    await headOf(nodes);
    const orphan = await mined(anvil);
    expect(await headOf(nodes)).toBe(orphan);
    await anvil.rpc.request("anvil_reorg", [1, []]);
    const before = first.count("eth_getLogs");
    const failure = await failureOf(nodes, "eth_getLogs", [{ blockHash: orphan }]);
    expect(failure).toMatchObject({ code: "BLOCK_REPLACED" });
    expect(first.count("eth_getLogs") - before).toBe(1);
  });

  test("behavior: of a block that nobody knows they are gone after a moment", async () => {
    const nodes = nodesOf(first, second);
    const failure = await failureOf(nodes, "eth_getLogs", [{ blockHash: unknownHash }]);
    expect(failure).toMatchObject({ code: "BLOCK_REPLACED" });
  });

  test("behavior: none where the bloom says some are an error of the node", async () => {
    const nodes = over([first, second], 300);
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
    await resultOf(nodes, "eth_getBlockByHash", [logging.hash, false]);
    const empty = {
      kind: "lying",
      answer: ({ method }: { method: string }) => (method === "eth_getLogs" ? [] : undefined),
    } as const;
    first.set(empty);
    expect(await resultOf(nodes, "eth_getLogs", [{ blockHash: logging.hash }])).toHaveLength(1);
    second.set(empty);
    const failure = await failureOf(nodes, "eth_getLogs", [{ blockHash: logging.hash }]);
    expect(failure).toMatchObject({ code: "NODES_UNAVAILABLE" });
  });
});
