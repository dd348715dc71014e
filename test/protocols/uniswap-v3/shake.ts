import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { MARKET_MAKER, marketMaker } from "../../../devnet/protocols/market-maker.ts";
import { PANCAKESWAP_V3_FACTORY, pancakeswapV3 } from "../../../devnet/protocols/pancakeswap-v3.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { UNISWAP_V3_FACTORY, uniswapV3 } from "../../../devnet/protocols/uniswap-v3.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import {
  type ConcentratedPool,
  maxIn,
  type UniswapV3Pool,
} from "../../../src/protocols/uniswap-v3/pool.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const makerAbi = parseAbi([
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function createV3(address factory, address token0, address token1, uint24 fee, uint160 sqrtPriceX96)",
  "function provideV3(address pool, Range[] ranges)",
  "function withdrawV3(address pool, Range range)",
  "function swapV3(address pool, bool zeroForOne, uint256 amountIn, uint160 sqrtPriceLimitX96)",
]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/**
 * Factory, tokens, fee and tick of the first price: every tick spacing, prices far from 1, both
 * shapes of callback.
 */
const POOLS = [
  [UNISWAP_V3_FACTORY, "USDC", "DAI", 100, 276_324],
  [UNISWAP_V3_FACTORY, "LINK", "DAI", 500, -20_000],
  [UNISWAP_V3_FACTORY, "WBTC", "DAI", 3_000, 0],
  [PANCAKESWAP_V3_FACTORY, "UNI", "DAI", 10_000, 500_000],
] as const;

const RICH = 10n ** 40n;
const GAS = 8_000_000n;
/** A trade of the market maker may cross every tick that liquidity was put on before it. */
const MAKER_GAS = 16_000_000n;
/** So that a swap past all liquidity can be swapped back. */
export const FARTHEST_TICK = 800_000;
/** Words of the ticks' bitmap that a swap past all liquidity goes through, each for gas. */
const MOST_WORDS = 100;

const pools: DevnetProtocol = {
  slug: "test-pools",
  deploy: () => Promise.resolve(),
  async seed({ builder, tokens }) {
    for (const [factory, a, b, fee, tick] of POOLS) {
      const addresses = [a, b].map((symbol) => tokenBySymbol(tokens, symbol).address);
      const [token0, token1] = addresses.sort() as [Address, Address];
      for (const to of [token0, token1]) {
        const args = [MARKET_MAKER, RICH] as const;
        const data = encodeFunctionData({ abi: tokenAbi, functionName: "mint", args });
        builder.queue({ to, data, gas: GAS, label: `tokens of ${a}/${b}` });
      }
      const args = [factory, token0, token1, fee, getSqrtRatioAtTick(tick) + 7n] as const;
      const data = encodeFunctionData({ abi: makerAbi, functionName: "createV3", args });
      builder.queue({ to: MARKET_MAKER, data, gas: GAS, label: `pool of ${a}/${b}` });
    }
    await builder.flush();
  },
};

/** What the family's chain carries. */
export const V3_CHAIN: ProtocolChainOptions = {
  chainId: 1,
  protocols: [marketMaker, uniswapV3, pancakeswapV3, pools],
};

/** A position of the market maker. */
export interface Range {
  readonly lower: number;
  readonly upper: number;
  readonly liquidity: bigint;
}

/**
 * How the market maker acts on the pools of a family of this maths: data of calls of its functions.
 */
export interface Maker<S extends ConcentratedPool> {
  /** Positions and prices stay between this tick and its negative. */
  readonly farthestTick: number;
  read(chain: ProtocolChain): Promise<readonly S[]>;
  provide(pool: S, range: Range): Hex;
  withdraw(pool: S, range: Range): Hex;
  swap(pool: S, trade: Trade): Hex;
}

export interface Trade {
  readonly zeroForOne: boolean;
  readonly amountIn: bigint;
  readonly limit: bigint;
}

/** The maker's calls for pools that are contracts of their own. */
export const ownPoolCalls = {
  provide: ({ address }: Pick<UniswapV3Pool, "address">, range: Range): Hex =>
    encodeFunctionData({ abi: makerAbi, functionName: "provideV3", args: [address, [range]] }),
  withdraw: ({ address }: Pick<UniswapV3Pool, "address">, range: Range): Hex =>
    encodeFunctionData({ abi: makerAbi, functionName: "withdrawV3", args: [address, range] }),
  swap({ address }: Pick<UniswapV3Pool, "address">, { zeroForOne, amountIn, limit }: Trade): Hex {
    const args = [address, zeroForOne, amountIn, limit] as const;
    return encodeFunctionData({ abi: makerAbi, functionName: "swapV3", args });
  },
};

const maker: Maker<UniswapV3Pool> = {
  ...ownPoolCalls,
  farthestTick: FARTHEST_TICK,
  read: ({ client }) => read(client, 1),
};

/** Real changes of every pool: new and ended positions, swaps up to the end of the liquidity. */
export function createShake(): (chain: ProtocolChain, random: Random) => Promise<void> {
  return shakeBy(maker);
}

/**
 * As `createShake`, on pools of another family; as the market is new in every chain, it starts with
 * no positions.
 */
export function shakeBy<S extends ConcentratedPool>(
  by: Maker<S>,
): (chain: ProtocolChain, random: Random) => Promise<void> {
  const positions = new Map<string, Range[]>();
  return async (chain, random) => {
    for (const pool of await by.read(chain)) {
      const own = positions.get(pool.id) ?? [];
      positions.set(pool.id, own);
      const kind = random();
      if (own.length === 0 || kind < (pool.liquidity === 0n ? 0.6 : 0.25)) {
        const range = newRange(pool, random, by.farthestTick);
        own.push(range);
        call(chain, by.provide(pool, range));
      } else if (kind < 0.35 && own.length > 2) {
        const range = takenRange(own, random);
        if (range !== null) call(chain, by.withdraw(pool, range));
      } else {
        const trade = newTrade(pool, random, by.farthestTick);
        if (trade !== null) call(chain, by.swap(pool, trade));
      }
    }
    await chain.builder.flush();
  };
}

function newRange(
  { tick, tickSpacing }: ConcentratedPool,
  random: Random,
  farthestTick: number,
): Range {
  const end = Math.floor(farthestTick / tickSpacing);
  const centre = Math.max(-end, Math.min(end - 1, Math.floor(tick / tickSpacing)));
  const isWide = random() < 0.3;
  const reach = isWide ? 2_000 : 30;
  const lower = Math.max(centre - Math.floor(random() * reach), -end) * tickSpacing;
  const upper = Math.min(centre + 1 + Math.floor(random() * reach), end) * tickSpacing;
  return { lower, upper, liquidity: randomAmount(random, 6, 22) };
}

function takenRange(own: Range[], random: Random): Range | null {
  const [range] = own.splice(Math.floor(random() * own.length), 1);
  if (range === undefined) return null;
  const part = random() < 0.5 ? range.liquidity : range.liquidity / 3n;
  if (part < range.liquidity) own.push({ ...range, liquidity: range.liquidity - part });
  return { ...range, liquidity: part };
}

function newTrade(pool: ConcentratedPool, random: Random, farthestTick: number): Trade | null {
  const { token0, token1, tick, tickSpacing } = pool;
  const zeroForOne = random() < 0.5;
  const [tokenIn, tokenOut] = zeroForOne ? [token0, token1] : [token1, token0];
  const most = maxIn(pool, { action: "swap", tokenIn, tokenOut });
  if (most === 0n) return null;
  // Now and then more than the pool takes: the price then stands beyond all liquidity.
  const amountIn = random() < 0.03 ? most * 2n : most / BigInt(2 + Math.floor(random() * 50)) + 1n;
  const reach = MOST_WORDS * 256 * tickSpacing;
  const limit = getSqrtRatioAtTick(
    zeroForOne ? Math.max(tick - reach, -farthestTick) : Math.min(tick + reach, farthestTick),
  );
  return { zeroForOne, amountIn, limit };
}

function call({ builder }: ProtocolChain, data: Hex): void {
  builder.queue({
    to: MARKET_MAKER,
    data,
    gas: MAKER_GAS,
    label: `market maker ${data.slice(0, 10)}`,
  });
}
