import { pino } from "pino";
import { numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import type { ProviderName } from "../../devnet/provider/classes.ts";
import { startProvider } from "../../devnet/provider/provider.ts";
import { finalityBlocks } from "../../src/lib/finality.ts";
import { nodesTransport } from "../../src/nodes/transport.ts";
import { newestFinal } from "../../src/seed/final-block.ts";
import { createSeedReader } from "../../src/seed/reader.ts";
import { type ChaosRpc, startChaosRpc } from "../harness/chaos-rpc.ts";

const CHAIN_ID = 8453;
const HEAD = 400;
/** Below which the node's `finalized` is, as two epochs of Ethereum. */
const FINALIZED = HEAD - 64;
const COUNTED = HEAD - finalityBlocks(CHAIN_ID);
const log = pino({ level: "silent" });

let anvil: Anvil;
let chaos: ChaosRpc;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, args: ["--no-mining", "--prune-history", "512"] });
  await anvil.rpc.request("anvil_mine", [numberToHex(HEAD), "0x2"]);
  chaos = await startChaosRpc(anvil.url);
}, 60_000);

afterAll(async () => {
  await chaos?.stop();
  await anvil?.stop();
});

/** Number of the block that an index of the chain at a URL begins with. */
async function beginning(url: string): Promise<number | undefined> {
  const transport = nodesTransport({ chainId: CHAIN_ID, urls: [url], log, waitMs: 1_000 });
  const reader = createSeedReader(transport);
  const head = await reader.block("latest");
  if (head === null) throw new Error("the node has no head");
  return (await newestFinal({ chainId: CHAIN_ID, reader, log }, head))?.number;
}

async function behind(name: ProviderName): Promise<number | undefined> {
  const provider = await startProvider({ nodeUrl: anvil.url, name });
  try {
    return await beginning(provider.url);
  } finally {
    await provider.stop();
  }
}

/** With another block in place of the final one. */
function lying(final: (own: unknown) => unknown): Promise<number | undefined> {
  chaos.set({
    kind: "lying",
    answer: ({ params: [block] }, own) => (block === "finalized" ? final(own) : undefined),
  });
  return beginning(chaos.url);
}

describe("newestFinal", () => {
  test("default: the node's final block, where it keeps states for twice as long", async () => {
    expect(await behind("archive")).toBe(FINALIZED);
  });

  test("behavior: blocks are counted where its state would be gone while it is read", async () => {
    for (const name of ["geth", "reth", "bor", "free"] as const) {
      expect(await behind(name), name).toBe(COUNTED);
    }
  });

  test("behavior: also where the final block is very old, or the newest", async () => {
    for (const name of ["nitro", "coreth"] as const) expect(await behind(name), name).toBe(COUNTED);
  });

  test("behavior: a node that does not know the tag, or has no final block", async () => {
    chaos.set({
      ...{ kind: "refusing", method: "eth_getBlockByNumber", code: -32_602 },
      first: "finalized",
    });
    expect(await beginning(chaos.url)).toBe(COUNTED);
    expect(await lying(() => null)).toBe(COUNTED);
  });

  test("behavior: a node whose final block is of another chain, or not there yet", async () => {
    const forged = `0x${"ab".repeat(32)}`;
    expect(await lying((own) => ({ ...(own as object), hash: forged }))).toBe(COUNTED);
    expect(
      await lying((own) => ({ ...(own as object), number: numberToHex(HEAD + 9), hash: forged })),
    ).toBe(COUNTED);
    // The same proxy without a lie.
    expect(await lying((own) => own)).toBe(FINALIZED);
  });

  test("behavior: a node whose final block is hours old", async () => {
    const old = await anvil.rpc.request("eth_getBlockByNumber", [numberToHex(FINALIZED), false]);
    await anvil.rpc.request("evm_increaseTime", [3_601]);
    await anvil.rpc.request("anvil_mine", ["0x1"]);
    expect(await lying(() => old)).toBe(COUNTED + 1);
  });
});
