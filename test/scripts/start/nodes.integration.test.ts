import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../../devnet/anvil.ts";
import { requireNodes } from "../../../scripts/start/nodes.ts";
import { readEnvironment } from "../../../src/lib/env.ts";
import { freePort } from "../../harness/port.ts";

let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 });
});
afterAll(() => anvil?.stop());

describe("requireNodes", () => {
  test("default", async () => {
    const nodes = await requireNodes(readEnvironment({ PONDER_RPC_URL_1: anvil.url }));
    expect(await nodes.get(1)?.blockNumber()).toBe(0);
  });

  test("behavior: of several URLs the first that answers", async () => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    const environment = readEnvironment({ PONDER_RPC_URL_1: `${dead},${anvil.url}` });
    expect(await (await requireNodes(environment)).get(1)?.blockNumber()).toBe(0);
  });

  test("behavior: a URL with user name and password", async () => {
    const url = new URL(anvil.url);
    [url.username, url.password] = ["weir", "secret"];
    const environment = readEnvironment({ PONDER_RPC_URL_1: url.href });
    expect(await (await requireNodes(environment)).get(1)?.blockNumber()).toBe(0);
  });

  test("error: the node serves another chain", async () => {
    const environment = readEnvironment({ PONDER_RPC_URL_10: anvil.url });
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
