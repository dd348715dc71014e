import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import type { Builder } from "../builder.ts";
import type { DevnetPool, DevnetToken } from "../manifest.ts";
import { MARKET_MAKER } from "../protocols/market-maker.ts";
import { createdPools } from "./created-pools.ts";
import { type MarketPlan, type Range, tickSpacing, type V2Plan, type V3Plan } from "./pool-plan.ts";

const makerAbi = parseAbi([
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function wrap(address wrappedNative, uint256 amount)",
  "function provideV2(address factory, address token0, address token1, uint256 amount0, uint256 amount1)",
  "function createV3(address factory, address token0, address token1, uint24 fee, uint160 sqrtPriceX96)",
  "function provideV3(address pool, Range[] ranges)",
]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** US dollars of every token that the market maker holds, wrapped native apart. */
const INVENTORY_USD = 2e10;

/** Native currency that the market maker wraps, wei. */
const WRAPPED_INVENTORY = 20_000_000n * 10n ** 18n;

/**
 * Upper bounds of what the transactions use: blocks are filled by them, and each block costs time.
 * Ranges share ticks; the first ones of a transaction do not.
 */
const GAS = {
  wrap: 200_000n,
  mint: 200_000n,
  provideV2: 3_000_000n,
  createV3: 5_200_000n,
  firstRange: 600_000n,
  range: 130_000n,
};

const RANGES_PER_TRANSACTION = 60;

/** A market whose pools stand. */
export interface Market {
  /** In the order of their creation. */
  readonly pools: readonly DevnetPool[];
  /**
   * Provides the ranges of the V3 pools: most of what a chain stores, and a node hashes all of it
   * for each block that comes after.
   */
  fill(): Promise<void>;
}

/** Funds the market maker and makes every pool of a plan; pairs get their liquidity at once. */
export async function seedMarket(
  builder: Builder,
  plan: MarketPlan,
  tokens: readonly DevnetToken[],
): Promise<Market> {
  await fundMarketMaker(builder, tokens);
  for (const pool of plan.v2) queueV2(builder, pool);
  for (const pool of plan.v3) queueV3Creation(builder, pool);
  await builder.flush();
  const addresses = await createdPools(builder.rpc);
  const pools = [
    ...plan.v2.map((pool) =>
      v2Entry(pool, addresses.v2(pool.tokenA.address, pool.tokenB.address, pool.venue)),
    ),
    ...plan.v3.map((pool) => v3Entry(pool, addresses.v3(pool))),
  ];
  return {
    pools,
    async fill() {
      for (const pool of plan.v3) queueV3Liquidity(builder, addresses.v3(pool), pool.ranges);
      await builder.flush();
    },
  };
}

async function fundMarketMaker(builder: Builder, tokens: readonly DevnetToken[]): Promise<void> {
  const wrapped = builder.spec.wrappedNative.address;
  await builder.rpc.request("anvil_setBalance", [MARKET_MAKER, numberToHex(WRAPPED_INVENTORY)]);
  queueMaker(builder, GAS.wrap, {
    label: "wrap",
    data: encodeFunctionData({
      abi: makerAbi,
      functionName: "wrap",
      args: [wrapped, WRAPPED_INVENTORY],
    }),
  });
  for (const token of tokens) {
    if (token.address === wrapped.toLowerCase()) continue;
    const units = (INVENTORY_USD / token.priceUsd) * 10 ** token.decimals;
    const args = [MARKET_MAKER, BigInt(Math.floor(units))] as const;
    const data = encodeFunctionData({ abi: tokenAbi, functionName: "mint", args });
    builder.queue({ to: token.address, data, gas: GAS.mint, label: `mint of ${token.symbol}` });
  }
  await builder.flush();
}

function queueV2(builder: Builder, pool: V2Plan): void {
  const { venue, tokenA, tokenB, amountA, amountB } = pool;
  queueMaker(builder, GAS.provideV2, {
    label: `${venue.name} ${tokenA.symbol}/${tokenB.symbol}`,
    data: encodeFunctionData({
      abi: makerAbi,
      functionName: "provideV2",
      args: [venue.factory, tokenA.address, tokenB.address, amountA, amountB],
    }),
  });
}

function queueV3Creation(builder: Builder, pool: V3Plan): void {
  const { venue, token0, token1, fee, sqrtPriceX96 } = pool;
  queueMaker(builder, GAS.createV3, {
    label: `${venue.name} ${token0.symbol}/${token1.symbol} ${fee}`,
    data: encodeFunctionData({
      abi: makerAbi,
      functionName: "createV3",
      args: [venue.factory, token0.address, token1.address, fee, sqrtPriceX96],
    }),
  });
}

function queueV3Liquidity(builder: Builder, pool: Address, ranges: readonly Range[]): void {
  for (let start = 0; start < ranges.length; start += RANGES_PER_TRANSACTION) {
    const batch = ranges.slice(start, start + RANGES_PER_TRANSACTION);
    queueMaker(builder, GAS.firstRange + GAS.range * BigInt(batch.length), {
      label: `liquidity of ${pool}`,
      data: encodeFunctionData({ abi: makerAbi, functionName: "provideV3", args: [pool, batch] }),
    });
  }
}

function queueMaker(builder: Builder, gas: bigint, call: { label: string; data: Hex }): void {
  builder.queue({ to: MARKET_MAKER, gas, ...call });
}

/** A made pair as the manifest lists it. */
export function v2Entry(pool: V2Plan, address: Address): DevnetPool {
  const aFirst = BigInt(pool.tokenA.address) < BigInt(pool.tokenB.address);
  const [token0, token1] = aFirst ? [pool.tokenA, pool.tokenB] : [pool.tokenB, pool.tokenA];
  return {
    address,
    family: "uniswap-v2",
    venue: pool.venue.name,
    token0: token0.address,
    token1: token1.address,
    feePips: 3_000,
    tickSpacing: null,
    recorded: pool.recorded,
  };
}

function v3Entry(pool: V3Plan, address: Address): DevnetPool {
  return {
    address,
    family: "uniswap-v3",
    venue: pool.venue.name,
    token0: pool.token0.address,
    token1: pool.token1.address,
    feePips: pool.fee,
    tickSpacing: tickSpacing(pool.fee),
    recorded: pool.recorded,
  };
}
