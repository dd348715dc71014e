import { type Address, encodeFunctionData, multicall3Abi, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../../devnet/chains.ts";
import { priceFeedAbi } from "../../../devnet/protocols/price-feeds.ts";
import { feedsOf, PRICE_FEEDS } from "../../../src/catalog/price-feeds/feeds.ts";
import { type FeedAnswer, readFeeds } from "../../../src/catalog/price-feeds/reading.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { type ChainUnderTest, startChainUnderTest } from "../running-devnet.ts";

const HOUR = 3_600n;

describe.each([1, 8453])("feeds of chain %i", (chainId) => {
  const feeds = PRICE_FEEDS.get(chainId) ?? new Map<never, never>();
  const wrapped = CHAINS.get(chainId)?.wrappedNative ?? "0x";
  const ether: Address = feeds.get(wrapped)?.feed ?? "0x";
  let chain: ChainUnderTest;

  beforeAll(async () => {
    chain = await startChainUnderTest(chainId, { automine: true });
  });

  afterAll(() => chain?.devnet.stop());

  const read = (): Promise<ReadonlyMap<Address, FeedAnswer>> =>
    readFeeds(
      (calls) =>
        chain.client.readContract({
          ...{ abi: multicall3Abi, functionName: "aggregate3", args: [calls] },
          address: CHAINS.get(chainId)?.multicall3 ?? "0x",
        }),
      feedsOf(chainId),
    );
  const send = (data: `0x${string}`) =>
    chain.rpc.request("eth_sendTransactionSync", [{ from: OPERATOR, to: ether, data }]);
  const now = async (): Promise<bigint> => (await chain.client.getBlock()).timestamp;

  test("default: all tokens with a feed have one that answers the price of the market", async () => {
    const answers = await read();
    const listed = chain.manifest.tokens.filter(({ address }) => feeds.has(address));
    expect(listed.length).toBeGreaterThan(chainId === 1 ? 20 : 4);
    for (const { address, symbol, priceUsd } of listed) {
      const answer = answers.get(feeds.get(address)?.feed ?? "0x");
      expect(answer?.answer, symbol).toBe(BigInt(Math.round(priceUsd * 1e8)));
      expect(answer?.decimals).toBe(8);
    }
    // Those of tokens that are not on the devnet do not answer.
    expect(answers.size).toBe(new Set(listed.map(({ address }) => feeds.get(address)?.feed)).size);
    const description = await chain.client.readContract({
      ...{ address: ether, abi: parseAbi(["function description() view returns (string)"]) },
      functionName: "description",
    });
    expect(description).toBe("WETH / USD");
  });

  test("behavior: anybody moves one, and it answers anew with every heartbeat", async () => {
    await send(encodeFunctionData({ abi: priceFeedAbi, functionName: "setAnswer", args: [5n] }));
    const set = await now();
    expect((await read()).get(ether)).toEqual({ answer: 5n, decimals: 8, updatedAt: set });
    const heartbeat = BigInt(feeds.get(wrapped)?.heartbeatSeconds ?? 0);
    for (const [later, at] of [
      [set + heartbeat - 1n, set],
      [set + heartbeat + HOUR / 2n, set + heartbeat],
    ]) {
      await chain.rpc.request("evm_setNextBlockTimestamp", [Number(later)]);
      await chain.rpc.request("evm_mine");
      expect((await read()).get(ether)?.updatedAt).toBe(at);
    }
  });

  test("behavior: one that is stopped keeps its answer and its time", async () => {
    const at = (await now()) - 9n;
    const args = [-7n, at] as const;
    await send(encodeFunctionData({ abi: priceFeedAbi, functionName: "stopAt", args }));
    await chain.rpc.request("evm_setNextBlockTimestamp", [Number(at + 30n * HOUR)]);
    await chain.rpc.request("evm_mine");
    expect((await read()).get(ether)).toEqual({ answer: -7n, decimals: 8, updatedAt: at });
  });
});
