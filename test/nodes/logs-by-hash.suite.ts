import { numberToHex } from "viem";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  answering,
  anvil,
  blockOf,
  failureOf,
  first,
  headOf,
  heightOf,
  mined,
  nodesOf,
  over,
  resultOf,
  second,
} from "./unreliable-nodes.ts";

/** Of WETH's `Deposit`. */
const TOPIC = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";

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
  const failure = await failureOf(nodes, "eth_getLogs", [{ blockHash: `0x${"ab".repeat(32)}` }]);
  expect(failure).toMatchObject({ code: "BLOCK_REPLACED" });
});

test("behavior: none where the bloom says some are an error of the node", async () => {
  const nodes = over([first, second], 300);
  // LOG1 in creation code: PUSH32 topic PUSH0 PUSH0 LOG1.
  const [from] = z.array(z.string()).parse(await anvil.rpc.request("eth_accounts"));
  const data = `0x7f${TOPIC.slice(2)}5f5fa1`;
  await anvil.rpc.request("eth_sendTransaction", [{ from, data, gas: numberToHex(200_000) }]);
  await mined(anvil, 1);
  const height = await heightOf(anvil);
  const blocks = await Promise.all([0, 1].map((back) => blockOf(anvil, height - back)));
  const logging = blocks.find(({ logsBloom }) => /[1-9a-f]/.test(logsBloom.slice(2)));
  if (logging === undefined) throw new Error("no block has logs");
  await resultOf(nodes, "eth_getBlockByHash", [logging.hash, false]);
  first.set(answering("eth_getLogs", []));
  expect(await resultOf(nodes, "eth_getLogs", [{ blockHash: logging.hash }])).toHaveLength(1);
  second.set(answering("eth_getLogs", []));
  const failure = await failureOf(nodes, "eth_getLogs", [{ blockHash: logging.hash }]);
  expect(failure).toMatchObject({ code: "NODES_UNAVAILABLE" });
});
