import { type Address, type Log, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { chainSpec, OPERATOR } from "../../devnet/chains.ts";
import { prepareDevnet, startDevnet } from "../../devnet/index.ts";
import { PortBusyError } from "../../devnet/port.ts";
import {
  ACCOUNT_7702_ADDRESS,
  CORE_WALLET_FACTORY_ADDRESS,
  CORE_WALLET_IMPLEMENTATION_ADDRESS,
  DELEGATE_EXECUTOR_ADDRESS,
  EXECUTOR_IMPLEMENTATION_ADDRESS,
  PREPAID_INFINITY_ADDRESS,
  PREPAID_V3_ADDRESS,
  PREPAID_V4_ADDRESS,
  ROUTER_ADDRESS,
  SHARED_EXECUTOR_ADDRESS,
} from "../../src/api/program/contracts.ts";
import { type ChainUnderTest, startChainUnderTest } from "./running-devnet.ts";

async function onChain(chainId: number, body: (chain: ChainUnderTest) => Promise<void>) {
  const chain = await startChainUnderTest(chainId);
  try {
    await body(chain);
  } finally {
    await chain.devnet.stop();
  }
}

describe("startDevnet", () => {
  test("default", async () => {
    const devnet = await startDevnet({ blockTimeMs: null });
    try {
      expect(devnet.chains.map((chain) => chain.chainId)).toEqual([1, 80094]);
      for (const chain of devnet.chains) {
        expect(chain.url).toBe(`http://127.0.0.1:${chain.port}`);
        expect(chain.wsUrl).toBe(`ws://127.0.0.1:${chain.port}`);
      }
    } finally {
      await devnet.stop();
    }
    for (const chain of devnet.chains) await expect(fetch(chain.url)).rejects.toThrow(TypeError);
  });

  test("behavior: a second start prepares nothing and stands on the same block", async () => {
    await prepareDevnet();
    for (let start = 0; start < 2; start++) {
      const startedAt = performance.now();
      await onChain(1, async ({ client, manifest }) => {
        expect(performance.now() - startedAt).toBeLessThan(30_000);
        const head = await client.getBlock();
        expect(head.hash).toBe(manifest.blockHash);
        expect(Number(head.number)).toBe(manifest.blockNumber);
      });
    }
  });

  test("behavior: blocks, transactions and logs are there from block 0", async () => {
    await onChain(1, async ({ client, manifest }) => {
      const logs: Log<bigint, number, false>[] = [];
      // All at once would pass the 10 MiB that viem reads of an answer.
      for (let fromBlock = 0n; fromBlock <= manifest.blockNumber; fromBlock += 50n) {
        logs.push(...(await client.getLogs({ fromBlock, toBlock: fromBlock + 49n })));
      }
      const emitters = new Set(logs.map((log) => log.address));
      // A pool of Fluid tells of swaps alone, and nobody has to have traded there yet.
      const telling = manifest.pools.filter(({ family }) => family !== "fluid");
      expect(telling.filter((pool) => !emitters.has(pool.address))).toEqual([]);
      const [first] = logs;
      if (first === undefined) throw new Error("The chain has no logs.");
      const block = await client.getBlock({ blockNumber: first.blockNumber });
      expect(block.transactions).toContain(first.transactionHash);
      const receipt = await client.getTransactionReceipt({ hash: first.transactionHash });
      expect(receipt.logs[0]?.data).toBe(first.data);
      const parent = await client.getBlock({ blockNumber: first.blockNumber - 1n });
      expect(block.parentHash).toBe(parent.hash);
    });
  });

  test.each([
    1, 80094, 8453, 43114,
  ])("behavior: blocks of chain %i keep its block time", async (chainId) => {
    await onChain(chainId, async ({ rpc, client }) => {
      const before = await client.getBlock();
      for (let count = 0; count < 3; count++) await rpc.request("evm_mine");
      const after = await client.getBlock();
      const blockTime = BigInt(chainSpec(chainId).blockTimeSeconds);
      expect(after.timestamp - before.timestamp).toBe(3n * blockTime);
    });
  });

  test("behavior: calls see the state of past blocks", async () => {
    await onChain(1, async ({ rpc, client }) => {
      const account: Address = "0x00000000000000000000000000000000000000aa";
      const start = await client.getBlockNumber();
      for (let count = 0; count < 3; count++) {
        const transfer = { from: OPERATOR, to: account, value: numberToHex(1) };
        await rpc.request("eth_sendTransaction", [transfer]);
        await rpc.request("evm_mine");
      }
      for (let past = 0n; past <= 3n; past++) {
        expect(await client.getBalance({ address: account, blockNumber: start + past })).toBe(past);
      }
    });
  });

  test("behavior: a reorganization replaces recent blocks", async () => {
    await onChain(80094, async ({ rpc, client }) => {
      await rpc.request("anvil_mine", [numberToHex(20)]);
      const before = await client.getBlock();
      await rpc.request("anvil_reorg", [20, []]);
      const after = await client.getBlock();
      expect(after.number).toBe(before.number);
      expect(after.hash).not.toBe(before.hash);
    });
  });

  test.each([
    1, 80094, 8453, 43114,
  ])("behavior: chain %i carries Weir's contracts", async (chainId) => {
    await onChain(chainId, async ({ client }) => {
      for (const address of [
        ROUTER_ADDRESS,
        SHARED_EXECUTOR_ADDRESS,
        EXECUTOR_IMPLEMENTATION_ADDRESS,
        DELEGATE_EXECUTOR_ADDRESS,
        CORE_WALLET_FACTORY_ADDRESS,
        CORE_WALLET_IMPLEMENTATION_ADDRESS,
        ACCOUNT_7702_ADDRESS,
        PREPAID_V3_ADDRESS,
        PREPAID_V4_ADDRESS,
        PREPAID_INFINITY_ADDRESS,
      ]) {
        expect(await client.getCode({ address })).toBeDefined();
      }
    });
  });

  test("behavior: mines by interval with the chain's base fee", async () => {
    const devnet = await startDevnet({ chainIds: [80094], blockTimeMs: 50 });
    try {
      const chain = devnet.chains[0];
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "eth_getBlockByNumber",
        params: ["latest", false],
      });
      const headers = { "content-type": "application/json" };
      const head = async () => {
        const response = await fetch(chain?.url ?? "", { method: "POST", headers, body });
        const { result } = (await response.json()) as {
          result: { number: string; baseFeePerGas: string };
        };
        return { number: Number(result.number), baseFee: BigInt(result.baseFeePerGas) };
      };
      const { number } = await head();
      await expect.poll(async () => (await head()).number).toBeGreaterThan(number + 3);
      expect((await head()).baseFee).toBe(chainSpec(80094).baseFeePerGas);
    } finally {
      await devnet.stop();
    }
  });

  test("behavior: mines each transaction at once when asked to", async () => {
    const chain = await startChainUnderTest(80094, { automine: true });
    try {
      const before = await chain.client.getBlockNumber();
      const transfer = { from: OPERATOR, to: OPERATOR, value: "0x1" };
      await chain.rpc.request("eth_sendTransactionSync", [transfer]);
      expect(await chain.client.getBlockNumber()).toBe(before + 1n);
    } finally {
      await chain.devnet.stop();
    }
  });

  test("error: a busy port", async () => {
    const first = await startDevnet({ chainIds: [80094], blockTimeMs: null });
    try {
      const port = first.chains[0]?.port ?? 0;
      const second = startDevnet({ blockTimeMs: null, ports: { 80094: port } });
      await expect(second).rejects.toThrow(PortBusyError);
      await expect(second).rejects.toThrow("DEVNET_PORT_80094");
    } finally {
      await first.stop();
    }
  });

  test("error: an unknown chain", async () => {
    await expect(startDevnet({ chainIds: [5] })).rejects.toThrow(
      "no chain 5; choose from 1, 80094",
    );
  });
});
