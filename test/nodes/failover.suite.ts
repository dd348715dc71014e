import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { RpcRequestError } from "viem";
import { expect, test } from "vitest";
import {
  answering,
  anvil,
  failureOf,
  first,
  headOf,
  heightOf,
  logged,
  mined,
  nodesOf,
  over,
  resultOf,
  second,
} from "./unreliable-nodes.ts";

test("default: the answer of the first node, as it sent it", async () => {
  const nodes = nodesOf(first, second);
  expect(await resultOf(nodes, "eth_gasPrice")).toBe(await anvil.rpc.request("eth_gasPrice"));
  expect(await resultOf(nodes, "eth_chainId")).toBe("0x1");
  const head = await mined(anvil);
  expect(await headOf(nodes)).toBe(head);
  expect(Number(await resultOf(nodes, "eth_blockNumber"))).toBe(await heightOf(anvil));
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
  expect(await resultOf(nodes, "eth_getBlockByHash", [head, true])).toMatchObject({ hash: head });
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
  first.set(answering("eth_chainId", "0x5"));
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
