import { createPublicClient, encodeFunctionData, http, multicall3Abi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../../devnet/index.ts";
import { startProvider } from "../../../devnet/provider/provider.ts";
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
    expect(await states().firstLasting(head - 1)).toBe(head - 1);
  });

  test("behavior: finds one halfway from the oldest that is kept to the newest", async () => {
    const lasting = await states().firstLasting(head - 50);
    let oldest = lasting;
    while (!(await states().isDropped(oldest - 1))) oldest -= 1;
    expect(oldest).toBeGreaterThan(head - 50);
    expect(lasting - oldest).toBe((head - oldest) >> 1);
    // The same from wherever it looks.
    expect(await states().firstLasting(oldest - 3)).toBe(lasting);
  });

  test("behavior: a block that the chain does not have was not dropped", async () => {
    expect(await states().isDropped(head + 100)).toBe(false);
  });
});

describe("aggregateAt", () => {
  /** Reads the state after the block through a node at a URL. */
  function read(nodeUrl: string, block: number): Promise<unknown> {
    const client = clientOf(nodeUrl);
    const on = { chain: chain(), blockNumber: BigInt(block), states: statesOf(client, chain()) };
    const callData = encodeFunctionData({
      abi: multicall3Abi,
      functionName: "getCurrentBlockTimestamp",
    });
    return aggregateAt(client, on)([{ target: chain().multicall3, callData, allowFailure: true }]);
  }

  test("error: StateDroppedError, of a block that the node knows", async () => {
    await expect(read(url, head - 50)).rejects.toThrow(StateDroppedError);
  });

  test("error: StateDroppedError at once, in the words of nodes", async () => {
    await createRpc(url).request("anvil_mine", ["0x80"]);
    for (const name of ["geth", "reth"] as const) {
      const provider = await startProvider({ nodeUrl: url, name });
      try {
        await expect(read(provider.url, head), name).rejects.toThrow(StateDroppedError);
        expect(provider.counts.get("eth_call"), name).toBe(1);
      } finally {
        await provider.stop();
      }
    }
  });
});
