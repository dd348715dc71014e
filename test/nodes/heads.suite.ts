import { numberToHex } from "viem";
import { expect, test } from "vitest";
import {
  anvil,
  type Block,
  blockOf,
  first,
  heading,
  headOf,
  heightOf,
  logged,
  mined,
  nodesOf,
  other,
  second,
  stateAsked,
  third,
} from "./unreliable-nodes.ts";

test("behavior: a node far behind is not used for the head nor for new state", async () => {
  await mined(anvil, 10);
  const height = await heightOf(anvil);
  const old = await blockOf(anvil, height - 8);
  first.set({
    kind: "lying",
    answer: ({ method, params }, result) => {
      if (params[0] === "latest") return old;
      if (!method.startsWith("eth_getBlockBy")) return undefined;
      return Number((result as Block | null)?.number) > height - 8 ? null : undefined;
    },
  });
  const nodes = nodesOf(first, second);
  expect(await headOf(nodes)).toBe((await blockOf(anvil)).hash);
  expect(await stateAsked(nodes)).toBe(0);
});

test("behavior: a head that goes back for a moment is not followed", async () => {
  const nodes = nodesOf(first);
  const old = await blockOf(anvil);
  const head = await mined(anvil, 2);
  expect(await headOf(nodes)).toBe(head);
  first.set(heading(old));
  expect(await headOf(nodes)).toBe(head);
  first.set({ kind: "none" });
  const next = await mined(anvil);
  expect(await headOf(nodes)).toBe(next);
});

test("behavior: an invented head is not served", async () => {
  const nodes = nodesOf(first, second);
  const head = await mined(anvil);
  expect(await headOf(nodes)).toBe(head);
  const [hash, parentHash] = [`0x${"ab".repeat(32)}`, `0x${"cd".repeat(32)}`];
  first.set(heading({ ...(await blockOf(anvil)), number: numberToHex(5_000), hash, parentHash }));
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
  expect(await stateAsked(nodes, 4)).toBe(0);
  expect(await headOf(nodes)).toBe(head);
});

test("behavior: a reorganisation is followed at once", async () => {
  const nodes = nodesOf(first, second);
  await headOf(nodes);
  await mined(anvil, 3);
  await headOf(nodes);
  await anvil.rpc.request("anvil_reorg", [3, []]);
  expect(await headOf(nodes)).toBe((await blockOf(anvil)).hash);
});
