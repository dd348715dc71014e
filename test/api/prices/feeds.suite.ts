import { type Address, encodeFunctionData, type Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../../devnet/chains.ts";
import { priceFeedAbi } from "../../../devnet/protocols/price-feeds.ts";
import { tokenList } from "../../../devnet/token-list.ts";
import type { PriceFeedAnswer } from "../../../src/api/graph/snapshot.ts";
import { createPriceBook } from "../../../src/api/prices/prices.ts";
import { PRICE_FEEDS } from "../../../src/catalog/price-feeds/feeds.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import type { RunningService } from "../../harness/service.ts";
import { sharedService } from "../../harness/shared-service.ts";
import { tokenOf } from "../../harness/trading.ts";
import { dollars } from "./dollars.ts";

const HOUR = 3_600n;
/** Bytecode that reverts: PUSH0 PUSH0 REVERT. */
const REVERTING = "0x5f5ffd";

let weir: RunningService;
beforeAll(async () => {
  weir = await sharedService();
}, 300_000);
function proxyOf(symbol: string): Address {
  const feed = PRICE_FEEDS.get(1)?.get(tokenOf(weir, symbol))?.feed;
  if (feed === undefined) throw new Error(`${symbol} has no feed.`);
  return feed;
}

/** What the service holds of a token's feed. */
function held(symbol: string): PriceFeedAnswer | undefined {
  return weir.service(1).snapshot().priceFeeds.get(tokenOf(weir, symbol));
}

function priceOf(symbol: string): number | null {
  const snapshot = weir.service(1).snapshot();
  const token = symbol === "ETH" ? NATIVE : tokenOf(weir, symbol);
  return dollars(createPriceBook(snapshot).usd(token), snapshot.tokens.get(token)?.decimals);
}

/** Sends to a feed and mines; resolves when the graph has the block. */
async function tell(symbol: string, data: Hex): Promise<void> {
  const node = weir.node(1);
  await node.impersonateAccount({ address: OPERATOR });
  await node.sendTransaction({
    ...{ account: OPERATOR, to: proxyOf(symbol), data, chain: null, gas: 200_000n },
  });
  await weir.mine(1);
}

function answer(usd: number): Hex {
  const args = [BigInt(Math.round(usd * 1e8))] as const;
  return encodeFunctionData({ abi: priceFeedAbi, functionName: "setAnswer", args });
}

function stopped(usd: number, updatedAt: bigint): Hex {
  const args = [BigInt(Math.round(usd * 1e8)), updatedAt] as const;
  return encodeFunctionData({ abi: priceFeedAbi, functionName: "stopAt", args });
}

describe("price feeds of the devnet", () => {
  test("default: every token with a feed has its answer", () => {
    const { priceFeeds, block } = weir.service(1).snapshot();
    const listed = tokenList(1).filter(({ address }) => PRICE_FEEDS.get(1)?.has(address));
    expect(listed.length).toBeGreaterThan(20);
    for (const { address, symbol, priceUsd } of listed) {
      const feed = priceFeeds.get(address);
      expect(feed?.answer, symbol).toBe(BigInt(Math.round(priceUsd * 1e8)));
      expect(feed?.decimals).toBe(8);
      expect(Number(feed?.updatedAt)).toBeGreaterThan(block.timestamp - 86_400);
    }
    expect(priceOf("USDT")).toBe(0.9992);
  });

  test("behavior: a stablecoin follows its feed, in the block of the answer", async () => {
    for (const usd of [0.9, 0.87654321, 1]) {
      await tell("USDC", answer(usd));
      expect(priceOf("USDC")).toBe(usd);
    }
  });

  test("behavior: a row changes with its feed alone", async () => {
    const before = held("USDC");
    await tell("DAI", answer(0.99));
    await weir.mine(1);
    expect(held("USDC")).toEqual(before);
    expect(priceOf("DAI")).toBe(0.99);
    const { timestamp } = weir.service(1).snapshot().block;
    expect(Number(held("DAI")?.updatedAt)).toBeLessThan(timestamp);
    await tell("DAI", answer(1));
  });

  test("behavior: pools that are deep hold ether's price while its feed is stuck", async () => {
    const before = priceOf("ETH") ?? 0;
    await tell("WETH", answer(before * 2));
    expect(Math.abs((priceOf("ETH") ?? 0) / before - 1)).toBeLessThan(0.02);
    await tell("WETH", answer(before));
  });

  test("behavior: a stale, zero or negative answer is dropped", async () => {
    const { timestamp } = weir.service(1).snapshot().block;
    for (const data of [
      stopped(0.5, BigInt(timestamp) - 25n * HOUR),
      answer(0),
      answer(-1),
      stopped(0.5, 0n),
    ]) {
      await tell("USDC", answer(0.8));
      expect(priceOf("USDC")).toBe(0.8);
      await tell("USDC", data);
      expect(priceOf("USDC")).toBe(1);
    }
    await tell("USDC", answer(1));
  });

  test("behavior: a feed that fails keeps its last answer, and the others are read", async () => {
    const node = weir.node(1);
    const code = await node.getCode({ address: proxyOf("USDS") });
    await tell("USDS", answer(0.97));
    await node.setCode({ address: proxyOf("USDS"), bytecode: REVERTING });
    await tell("USDC", answer(0.96));
    expect(priceOf("USDS")).toBe(0.97);
    expect(priceOf("USDC")).toBe(0.96);
    await node.setCode({ address: proxyOf("USDS"), bytecode: code ?? "0x" });
    await tell("USDS", answer(1));
    expect(priceOf("USDS")).toBe(1);
  });

  test("behavior: reorganisations take answers back", async () => {
    const reorganise = async (depth: number) => {
      await weir.node(1).request({ method: "anvil_reorg" as never, params: [depth, []] as never });
      await weir.mine(1);
    };
    await tell("USDC", answer(0.93));
    for (let block = 0; block < 12; block++) await weir.mine(1);
    const before = held("USDC");
    for (const depth of [1, 3, 8]) {
      for (let block = 1; block < depth; block++) await tell("USDC", answer(0.5 + block / 100));
      await tell("USDC", answer(0.4));
      expect(priceOf("USDC")).toBe(0.4);
      await reorganise(depth);
      expect(held("USDC"), `after ${depth} blocks`).toEqual(before);
      expect(priceOf("USDC")).toBe(0.93);
    }
  });
});
