import { pino } from "pino";
import { type Address, createPublicClient, numberToHex, type PublicClient } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../../devnet/anvil.ts";
import { simulationOf } from "../../../src/nodes/simulators/chain-simulation.ts";
import { nodesTransport } from "../../../src/nodes/transport.ts";
import { type Chaos, type ChaosRpc, startChaosRpc } from "../../harness/chaos-rpc.ts";

const CHAIN_ID = 1;
const WAIT_MS = 1_500;
const FROM: Address = "0x00000000000000000000000000000000000a11ce";
const TO: Address = "0x00000000000000000000000000000000000f41e4";
const log = pino({ level: "silent" });

/** As Avalanche's and Polygon's nodes, of which the latter uses another code for it. */
const NO_METHOD: Chaos = { kind: "refusing", method: "eth_simulateV1", code: -32601 };
const BOR: Chaos = { kind: "refusing", method: "eth_simulateV1", code: -32000 };
/** Takes no overrides: what it calls has no code. */
const PLAIN: Chaos = {
  kind: "lying",
  answer: ({ method }) => (/^eth_(call|simulateV1)$/.test(method) ? "0x" : undefined),
};

let anvil: Anvil;
let first: ChaosRpc;
let second: ChaosRpc;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, args: ["--no-mining"] });
  await anvil.rpc.request("anvil_setBalance", [FROM, numberToHex(10n ** 18n)]);
  await anvil.rpc.request("anvil_mine", [numberToHex(3)]);
  [first, second] = await Promise.all([startChaosRpc(anvil.url), startChaosRpc(anvil.url)]);
}, 60_000);

afterEach(() => {
  for (const proxy of [first, second]) proxy.set({ kind: "none" });
});

afterAll(async () => {
  await Promise.all([first, second].map((proxy) => proxy?.stop()));
  await anvil?.stop();
});

function clientOf(...proxies: readonly ChaosRpc[]): PublicClient {
  const urls = proxies.map(({ url }) => url);
  const transport = nodesTransport({ chainId: CHAIN_ID, urls, log, waitMs: WAIT_MS });
  return createPublicClient({ transport, cacheTime: 0 });
}

/** Sends one wei. */
async function send(client: PublicClient) {
  const { number, hash, timestamp } = await client.getBlock();
  const { transaction } = await simulationOf(client).run({
    block: { number: Number(number), hash },
    next: { number: number + 1n, timestamp: timestamp + 12n },
    ...{ overrides: [], preceding: [], reads: [], reporter: null },
    transaction: { from: FROM, to: TO, data: "0x", value: 1n },
  });
  return transaction;
}

describe("simulation on the nodes of a chain", () => {
  test.each([
    ["a node that has it all", { kind: "none" }, "eth_simulateV1"],
    ["one without the method", NO_METHOD, "eth_call"],
    ["one that says so by another code", BOR, "eth_call"],
    ["one without overrides", PLAIN, "none"],
  ] as const)("default: %s", async (_, chaos, means) => {
    first.set(chaos);
    const client = clientOf(first);
    expect(simulationOf(client).means()).toEqual(["unknown"]);
    await simulationOf(client).look();
    expect(simulationOf(client).means()).toEqual([means]);
    if (means === "none") {
      await expect(send(client)).rejects.toMatchObject({ code: "CANNOT_SIMULATE" });
    } else expect((await send(client)).ok).toBe(true);
  });

  test("behavior: only the nodes that can are asked", async () => {
    first.set(PLAIN);
    const client = clientOf(first, second);
    await simulationOf(client).look();
    expect(simulationOf(client).means()).toEqual(["none", "eth_simulateV1"]);
    const before = first.count("eth_simulateV1");
    for (let time = 0; time < 5; time++) expect((await send(client)).ok).toBe(true);
    expect(first.count("eth_simulateV1")).toBe(before);
  });

  test("behavior: while those that can are down it is no lack of means", async () => {
    first.set(PLAIN);
    const client = clientOf(first, second);
    await simulationOf(client).look();
    const { number, hash, timestamp } = await client.getBlock();
    second.set({ kind: "down" });
    const sending = simulationOf(client).run({
      block: { number: Number(number), hash },
      next: { number: number + 1n, timestamp: timestamp + 12n },
      ...{ overrides: [], preceding: [], reads: [], reporter: null },
      transaction: { from: FROM, to: TO, data: "0x", value: 1n },
    });
    await expect(sending).rejects.toMatchObject({ code: "NODES_UNAVAILABLE" });
  });

  test("behavior: a node that is back is probed anew", async () => {
    const client = clientOf(first);
    await simulationOf(client).look();
    first.set({ kind: "down" });
    await expect(client.getBlock()).rejects.toThrow();
    expect(simulationOf(client).means()).toEqual(["unknown"]);
    first.set(NO_METHOD);
    await expect.poll(() => send(client).then(({ ok }) => ok), { timeout: 10_000 }).toBe(true);
    expect(simulationOf(client).means()).toEqual(["eth_call"]);
  });

  test("behavior: a node that gives the method up goes on by the other means", async () => {
    const client = clientOf(first);
    await send(client);
    first.set(BOR);
    expect((await send(client)).ok).toBe(true);
    expect(simulationOf(client).means()).toEqual(["eth_call"]);
  });
});
