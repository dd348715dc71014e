import { describe, expect, test } from "vitest";
import { TRADER } from "../../../devnet/chains.ts";
import { readPool } from "../../../devnet/trader/pool-state.ts";
import { startTrader } from "../../../devnet/trader/trader.ts";
import { type ChainUnderTest, startChainUnderTest } from "../running-devnet.ts";

/** Trades for some blocks and gives the calldata that was sent, in order. */
async function trade(chain: ChainUnderTest, seed: number, blocks: number): Promise<string[]> {
  const { rpc, client, manifest } = chain;
  const problems: string[] = [];
  const sent: string[] = [];
  const trader = startTrader({ rpc, manifest, seed, log: (line) => problems.push(line) });
  try {
    for (let count = 0; count < blocks; count++) {
      // The trader is done with a block when nothing has been added for two of its polls.
      let size = -1;
      await expect
        .poll(
          async () => {
            const before = size;
            size = await client.getTransactionCount({ address: TRADER, blockTag: "pending" });
            return size === before && size > sent.length;
          },
          { interval: 450 },
        )
        .toBe(true);
      await rpc.request("evm_mine");
      const block = await client.getBlock({ includeTransactions: true });
      for (const transaction of block.transactions) {
        expect((await client.getTransactionReceipt(transaction)).status).toBe("success");
        sent.push(transaction.input);
      }
    }
  } finally {
    trader.stop();
  }
  expect(problems).toEqual([]);
  return sent;
}

async function tradesOf(seed: number): Promise<string[]> {
  const chain = await startChainUnderTest(80094);
  try {
    return await trade(chain, seed, 4);
  } finally {
    await chain.devnet.stop();
  }
}

describe("startTrader", () => {
  test("default", async () => {
    const [first, second, other] = await Promise.all([tradesOf(7), tradesOf(7), tradesOf(8)]);
    expect(first.length).toBeGreaterThanOrEqual(4 * 2);
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });

  test("behavior: prices stay so near the tokens' prices that no circle pays", async () => {
    const chain = await startChainUnderTest(80094, { blockTimeMs: 100 });
    const tokens = new Map(chain.manifest.tokens.map((token) => [token.address, token]));
    const worst = async () => {
      let [largest, beyondFee] = [0, Number.NEGATIVE_INFINITY];
      for (const pool of chain.manifest.pools) {
        const state = await readPool(chain.rpc, pool);
        const [token0, token1] = [tokens.get(pool.token0), tokens.get(pool.token1)];
        if (state === null || token0 === undefined || token1 === undefined) {
          throw new Error(`The pool ${pool.address} is empty or unknown.`);
        }
        const target =
          token0.priceUsd / token1.priceUsd / 10 ** (token0.decimals - token1.decimals);
        const distance = Math.abs(Math.log(state.price / target));
        largest = Math.max(largest, distance);
        beyondFee = Math.max(beyondFee, distance - pool.feePips / 1e6);
      }
      return { largest, beyondFee };
    };
    try {
      expect((await worst()).largest).toBeLessThan(1e-6);
      chain.devnet.startTrader();
      const start = await chain.client.getBlockNumber();
      await expect
        .poll(() => chain.client.getBlockNumber(), { interval: 500 })
        .toBeGreaterThan(start + 60n);
      chain.devnet.stopTrader();
      const moved = await worst();
      expect(moved.largest).toBeGreaterThan(1e-5);
      expect(moved.beyondFee).toBeLessThan(0);
    } finally {
      await chain.devnet.stop();
    }
  });

  test("behavior: goes on after the node fails to answer", async () => {
    const chain = await startChainUnderTest(80094);
    const problems: string[] = [];
    let failing = true;
    const rpc: ChainUnderTest["rpc"] = {
      url: chain.rpc.url,
      request: (method, params) =>
        failing ? Promise.reject(new Error("no answer")) : chain.rpc.request(method, params),
    };
    const log = (line: string) => problems.push(line);
    const trader = startTrader({ rpc, manifest: chain.manifest, seed: 1, log });
    try {
      await expect.poll(() => problems.length).toBeGreaterThan(0);
      failing = false;
      await expect
        .poll(() => chain.client.getTransactionCount({ address: TRADER, blockTag: "pending" }))
        .toBeGreaterThan(0);
      expect(problems[0]).toContain("no answer");
    } finally {
      trader.stop();
      await chain.devnet.stop();
    }
  });
});
