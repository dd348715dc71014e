import { createPublicClient, encodeFunctionData, http, multicall3Abi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../../devnet/index.ts";
import { createRpc } from "../../../devnet/rpc.ts";
import { aggregateAt, StateDroppedError } from "../../../src/catalog/live/node.ts";
import { type States, statesOf } from "../../../src/catalog/live/states.ts";
import type { Chain } from "../../../src/lib/chain.ts";
import { CHAINS } from "../../../src/lib/chains.ts";

const CHAIN_ID = 1;
const KEPT_STATES = 16;

let devnet: Devnet;
let url: string;
let head: number;

beforeAll(async () => {
  const blockTimeMs = null;
  devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs, keptStates: KEPT_STATES });
  url = devnet.chains[0]?.url ?? "";
  await createRpc(url).request("anvil_mine", ["0x40"]);
  head = Number(await clientOf(url).getBlockNumber());
}, 240_000);

afterAll(() => devnet?.stop());

function clientOf(nodeUrl: string) {
  return createPublicClient({ transport: http(nodeUrl, { retryCount: 0 }), cacheTime: 0 });
}

function chain(): Chain {
  const config = CHAINS.get(CHAIN_ID);
  if (config === undefined) throw new Error(`chain ${CHAIN_ID} is unknown`);
  return config;
}

function states(): States {
  return statesOf(clientOf(url), chain());
}

describe("statesOf", () => {
  test("default: a state that the node has", async () => {
    expect(await states().isDropped(head)).toBe(false);
    expect(await states().firstKept(head - 1)).toBe(head - 1);
  });

  test("behavior: finds the first that is kept", async () => {
    const first = await states().firstKept(head - 50);
    expect(first).toBeGreaterThan(head - 50);
    expect(await states().isDropped(first - 1)).toBe(true);
    expect(await states().isDropped(first)).toBe(false);
    // The same from wherever it looks.
    expect(await states().firstKept(first - 3)).toBe(first);
  });

  test("behavior: a block that the chain does not have was not dropped", async () => {
    expect(await states().isDropped(head + 100)).toBe(false);
  });
});

describe("aggregateAt", () => {
  test("error: StateDroppedError, of a block that the node knows", async () => {
    const blockNumber = BigInt(head - 50);
    const aggregate = aggregateAt(clientOf(url), {
      chain: chain(),
      blockNumber,
      states: states(),
    });
    const { multicall3: target } = chain();
    const callData = encodeFunctionData({
      abi: multicall3Abi,
      functionName: "getCurrentBlockTimestamp",
    });
    const reading = aggregate([{ target, callData, allowFailure: true }]);
    await expect(reading).rejects.toThrow(StateDroppedError);
  });
});
