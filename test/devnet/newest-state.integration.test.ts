import { type Hex, numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { createNewestState } from "../../devnet/newest-state.ts";
import { createRpc, type Rpc, RpcError } from "../../devnet/rpc.ts";
import { type RpcServer, serveRpc } from "../../devnet/rpc-server.ts";

const RICH = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const POOR = "0x00000000000000000000000000000000000a11ce";

let anvil: Anvil;
let server: RpcServer;
let node: Rpc;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1, args: ["--no-mining", "--prune-history", "1"] });
  const newestState = createNewestState(anvil.rpc, { newest: 0, unchangedSince: 0 });
  server = await serveRpc({
    answer: async (method, params) => anvil.rpc.request(method, await newestState(method, params)),
  });
  node = createRpc(server.url);
});

afterAll(async () => {
  await Promise.all([server?.stop(), anvil?.stop()]);
});

async function pay(): Promise<void> {
  await anvil.rpc.request("eth_sendTransaction", [{ from: RICH, to: POOR, value: "0x1" }]);
  await anvil.rpc.request("evm_mine");
}

async function hashOf(number: number): Promise<Hex> {
  const block = await anvil.rpc.request("eth_getBlockByNumber", [numberToHex(number), false]);
  return (block as { hash: Hex }).hash;
}

const balanceAt = (block: unknown) => node.request("eth_getBalance", [POOR, block]);

describe("createNewestState", () => {
  test("default: states are told back to the newest block with a transaction", async () => {
    await anvil.rpc.request("anvil_mine", ["0x5"]);
    await pay();
    await anvil.rpc.request("anvil_mine", ["0x5"]);
    for (const block of [numberToHex(6), numberToHex(9), "latest"]) {
      expect(await balanceAt(block), String(block)).toBe("0x1");
    }
    expect(await balanceAt(await hashOf(7))).toBe("0x1");
    expect(await balanceAt({ blockHash: await hashOf(7) })).toBe("0x1");
  });

  test("error: as the node says of a state before it, and of a block that is not there", async () => {
    await expect(balanceAt(numberToHex(3))).rejects.toThrow(RpcError);
    await expect(balanceAt(numberToHex(99))).rejects.toThrow(RpcError);
    await expect(balanceAt({ blockHash: `0x${"1".repeat(64)}` })).rejects.toThrow(RpcError);
  });

  test("behavior: a transaction ends what was equal, whoever asks meanwhile", async () => {
    await pay();
    const blocks = Array.from({ length: 8 }, () => balanceAt(numberToHex(12)));
    expect(await Promise.all(blocks)).toEqual(Array.from({ length: 8 }, () => "0x2"));
    await expect(balanceAt(numberToHex(9))).rejects.toThrow(RpcError);
  });
});
