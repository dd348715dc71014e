import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createPublicClient, hexToBytes, http } from "viem";
import { afterEach, describe, expect, test } from "vitest";
import { startAnvil } from "../../devnet/anvil.ts";
import { mineBlock } from "../../devnet/builder.ts";
import { asHex } from "../../devnet/rpc.ts";
import { addEmptyBlocks } from "../../devnet/settling-blocks.ts";
import { parseState } from "../../devnet/state-file.ts";

const FEE = 1_000_000_000n;
const INTERVAL = 12;

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** A node without blocks of its own accord, and what it answers. */
async function node(args: readonly string[] = []) {
  const anvil = await startAnvil({ chainId: 1, args: ["--no-mining", ...args] });
  stops.push(() => anvil.stop());
  const client = createPublicClient({ transport: http(anvil.url), cacheTime: 0 });
  return { rpc: anvil.rpc, block: (number: bigint) => client.getBlock({ blockNumber: number }) };
}

async function dump(rpc: Awaited<ReturnType<typeof node>>["rpc"]) {
  const bytes = hexToBytes(asHex(await rpc.request("anvil_dumpState", [false])));
  return parseState(gunzipSync(bytes).toString("utf8"));
}

describe("addEmptyBlocks", () => {
  test("default: a node goes on from them, and they are those that it mines itself", async () => {
    const first = await node(["--timestamp", "1767225600"]);
    await first.rpc.request("anvil_setBlockTimestampInterval", [INTERVAL]);
    const [from] = (await first.rpc.request("eth_accounts", [])) as string[];
    await first.rpc.request("eth_sendTransaction", [{ from, to: from, value: "0x1" }]);
    await mineBlock(first.rpc, FEE);
    const state = await dump(first.rpc);
    const head = addEmptyBlocks(state, { count: 40, intervalSeconds: INTERVAL });
    for (let block = 0; block < 40; block++) await mineBlock(first.rpc, FEE);

    const directory = mkdtempSync(join(tmpdir(), "weir-state-"));
    stops.push(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "state.json");
    writeFileSync(file, JSON.stringify(state));
    const second = await node(["--load-state", file]);
    // The randomness is their own, and they write no hashes into the contract of EIP-2935.
    const { stateRoot: root, hash: start } = await first.block(1n);
    let parent = start;
    for (let number = 2n; number <= 41n; number++) {
      const [mined, added] = await Promise.all([first.block(number), second.block(number)]);
      expect([added.parentHash, added.stateRoot]).toEqual([parent, root]);
      parent = added.hash;
      const { hash, parentHash, mixHash, stateRoot } = mined;
      expect({ ...added, hash, parentHash, mixHash, stateRoot }).toEqual(mined);
    }
    expect(head).toEqual({ number: 41, hash: parent });

    await second.rpc.request("evm_mine", []);
    expect((await second.block(42n)).parentHash).toBe(parent);
  });

  test("error: a state without its head", async () => {
    const { rpc } = await node();
    const state = { ...(await dump(rpc)), best_block_number: 7 };
    const blocks = { count: 1, intervalSeconds: INTERVAL };
    expect(() => addEmptyBlocks(state, blocks)).toThrow(/block 7/);
  });
});
