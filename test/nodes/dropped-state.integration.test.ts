import { pino } from "pino";
import { type Hex, numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import type { ProviderName } from "../../devnet/provider/classes.ts";
import { startProvider } from "../../devnet/provider/provider.ts";
import { isStateGone } from "../../src/nodes/refusals.ts";
import { nodesTransport } from "../../src/nodes/transport.ts";

const CHAIN_ID = 1;
const HEAD = 200;
/** Below the 128 that nodes without an archive keep. */
const OLD = HEAD - 150;

let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, args: ["--no-mining", "--prune-history", "512"] });
  await anvil.rpc.request("anvil_mine", [numberToHex(HEAD)]);
}, 60_000);

afterAll(() => anvil?.stop());

/** Asks for the state of an old block by its number and by its hash. */
async function stateOf(name: ProviderName): Promise<readonly PromiseSettledResult<unknown>[]> {
  const provider = await startProvider({ nodeUrl: anvil.url, name });
  try {
    const log = pino({ level: "silent" });
    const options = { chainId: CHAIN_ID, urls: [provider.url], log, waitMs: 1_000 };
    const { request } = nodesTransport(options)({});
    await request({ method: "eth_blockNumber" });
    const old = await request({
      method: "eth_getBlockByNumber",
      params: [numberToHex(OLD), false],
    });
    const { hash } = z.object({ hash: z.custom<Hex>() }).parse(old);
    const at = [numberToHex(OLD), { blockHash: hash }, { blockHash: hash, requireCanonical: true }];
    return await Promise.allSettled(
      at.map((block) => request({ method: "eth_call", params: [{ data: "0x00" }, block] })),
    );
  } finally {
    await provider.stop();
  }
}

describe("a state that a node has dropped", () => {
  test.each([
    "geth",
    "reth",
  ] as const)("default: %s says so of a block by number and by hash, which is not taken for a replaced one", async (name) => {
    const settled = await stateOf(name);
    expect(settled.map(({ status }) => status)).toEqual(settled.map(() => "rejected"));
    for (const each of settled) {
      expect(each.status === "rejected" && isStateGone(each.reason)).toBe(true);
    }
  });

  test("behavior: an archive has it", async () => {
    const settled = await stateOf("archive");
    expect(settled.map(({ status }) => status)).toEqual(settled.map(() => "fulfilled"));
  });
});
