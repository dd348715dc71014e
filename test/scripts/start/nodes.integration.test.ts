import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../../devnet/anvil.ts";
import { requireSameChains } from "../../../scripts/start/identity.ts";
import { nodeRpc } from "../../../scripts/start/node-rpc.ts";
import { requireNodes } from "../../../scripts/start/nodes.ts";
import { readEnvironment } from "../../../src/lib/env.ts";
import { freePort } from "../../harness/port.ts";

let first: Anvil;
let second: Anvil;
let directory = "";

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "weir-identity-"));
  // Two chains with one id: their first blocks differ by their time.
  first = await startAnvil({ chainId: 1, args: ["--timestamp", "1700000000"] });
  second = await startAnvil({ chainId: 1, args: ["--timestamp", "1800000000"] });
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const nodesOf = (anvil: Anvil) => new Map([[1, nodeRpc("PONDER_RPC_URL_1", anvil.url)]]);

describe("requireNodes", () => {
  test("default", async () => {
    const nodes = await requireNodes(readEnvironment({ PONDER_RPC_URL_1: first.url }));
    expect(await nodes.get(1)?.blockNumber()).toBe(0);
  });

  test("behavior: of several URLs the first that answers", async () => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    const environment = readEnvironment({ PONDER_RPC_URL_1: `${dead},${first.url}` });
    expect(await (await requireNodes(environment)).get(1)?.blockNumber()).toBe(0);
  });

  test("behavior: a URL with user name and password", async () => {
    const url = new URL(first.url);
    [url.username, url.password] = ["weir", "secret"];
    const environment = readEnvironment({ PONDER_RPC_URL_1: url.href });
    expect(await (await requireNodes(environment)).get(1)?.blockNumber()).toBe(0);
  });

  test("error: the node serves another chain", async () => {
    const environment = readEnvironment({ PONDER_RPC_URL_10: first.url });
    await expect(requireNodes(environment)).rejects.toThrow(
      "The node of PONDER_RPC_URL_10 serves chain 1; set the URL of a node of chain 10, or name the variable PONDER_RPC_URL_1.",
    );
  });

  test("error: no answer, and the URL with its key is not shown", async () => {
    const url = `http://127.0.0.1:${await freePort()}/secret-key`;
    const environment = readEnvironment({ PONDER_RPC_URL_1: url });
    const refusal = requireNodes(environment);
    await expect(refusal).rejects.toThrow(
      "The node of PONDER_RPC_URL_1 did not answer eth_chainId: ECONNREFUSED; check the URL and that the node is up.",
    );
  });
});

describe("requireSameChains", () => {
  test("default", async () => {
    await requireSameChains(nodesOf(first), directory);
    await requireSameChains(nodesOf(first), directory);
  });

  test("error: another chain with the same id", async () => {
    await requireSameChains(nodesOf(first), directory);
    await expect(requireSameChains(nodesOf(second), directory)).rejects.toThrow(
      `${directory} holds data of another chain 1: block 0 is 0x`,
    );
    await requireSameChains(nodesOf(first), directory);
  });
});
