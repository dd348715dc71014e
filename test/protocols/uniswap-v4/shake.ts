import { type Address, encodeFunctionData, parseAbi } from "viem";
import { MARKET_MAKER, marketMaker } from "../../../devnet/protocols/market-maker.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { UNISWAP_V4_MANAGER, uniswapV4 } from "../../../devnet/protocols/uniswap-v4.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { V4PoolKey } from "../../../src/protocols/operation.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import { swap } from "../../../src/protocols/uniswap-v4/actions.ts";
import type { UniswapV4Pool } from "../../../src/protocols/uniswap-v4/pool.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { shakeBy } from "../uniswap-v3/shake.ts";
import { read } from "./read.ts";

const makerAbi = parseAbi([
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function provideV4(address manager, Key key, Range[] ranges)",
  "function withdrawV4(address manager, Key key, Range range)",
  "function swapV4(address manager, Key key, bool zeroForOne, uint256 amountIn, uint160 sqrtPriceLimitX96)",
]);
const managerAbi = parseAbi([
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function initialize(Key key, uint160 sqrtPriceX96) returns (int24)",
  "function setProtocolFee(Key key, uint24 fee)",
]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** Asked when a pool is made and when liquidity is added, which its bits say: 12 and 11. */
const LIQUIDITY_HOOK: Address = "0x00000000000000000000000000000000000f1800";
/** Asked before and after swaps too. */
const SWAP_HOOK: Address = "0x00000000000000000000000000000000000f00c0";
/** Answers every call with its own selector. */
const HOOK_CODE = "0x60003560005260206000f3";
/**
 * Tokens, fee, spacing, hook and tick of the first price: the native currency, fees of all sizes,
 * hooks that are not asked.
 */
const POOLS = [
  ["ETH", "USDC", 500, 10, ZERO_ADDRESS, -196_250],
  ["LINK", "DAI", 0, 1, ZERO_ADDRESS, -20_000],
  ["WBTC", "DAI", 3_000, 60, LIQUIDITY_HOOK, 0],
  ["UNI", "DAI", 123_456, 32_767, ZERO_ADDRESS, 500_000],
  ["ETH", "DAI", 1_000_000, 60, ZERO_ADDRESS, 0],
  ["ETH", "UNI", 3_000, 60, SWAP_HOOK, 0],
] as const;

const RICH = 10n ** 40n;
/** Beyond it the manager cannot account for what the positions take: it counts in int128. */
export const FARTHEST_TICK = 650_000;
const GAS = 8_000_000n;
const MOST_PROTOCOL_FEE = 1_000;

const pools: DevnetProtocol = {
  slug: "test-pools",
  deploy: () => Promise.resolve(),
  async seed({ builder, tokens }) {
    await builder.rpc.request("anvil_setBalance", [MARKET_MAKER, `0x${RICH.toString(16)}`]);
    for (const hook of [LIQUIDITY_HOOK, SWAP_HOOK]) {
      await builder.rpc.request("anvil_setCode", [hook, HOOK_CODE]);
    }
    for (const [a, b, fee, tickSpacing, hooks, tick] of POOLS) {
      const addressOf = (symbol: string) =>
        symbol === "ETH" ? ZERO_ADDRESS : tokenBySymbol(tokens, symbol).address;
      const [currency0, currency1] = [addressOf(a), addressOf(b)].sort() as [Address, Address];
      for (const to of [currency0, currency1]) {
        if (to === ZERO_ADDRESS) continue;
        const data = encodeFunctionData({ abi: tokenAbi, args: [MARKET_MAKER, RICH] });
        builder.queue({ to, data, gas: GAS, label: `tokens of ${a}/${b}` });
      }
      const key = { currency0, currency1, fee, tickSpacing, hooks };
      const args = [key, getSqrtRatioAtTick(tick) + 7n] as const;
      const data = encodeFunctionData({ abi: managerAbi, functionName: "initialize", args });
      builder.queue({ to: UNISWAP_V4_MANAGER, data, gas: GAS, label: `pool of ${a}/${b}` });
    }
    await builder.flush();
  },
};

/** What the family's chain carries. */
export const V4_CHAIN: ProtocolChainOptions = {
  chainId: 1,
  protocols: [marketMaker, uniswapV4, pools],
};

/** The key of a pool, as its swaps name it. */
export function keyOf(pool: UniswapV4Pool): V4PoolKey {
  const operation = swap(pool, { action: "swap", tokenIn: pool.token0, tokenOut: NATIVE });
  if (operation.kind !== "v4-swap") throw new Error("a pool of V4 is swapped by its manager");
  return operation.key;
}

const changePools = () =>
  shakeBy<UniswapV4Pool>({
    farthestTick: FARTHEST_TICK,
    read: ({ client }) => read(client),
    provide(pool, range) {
      const args = [UNISWAP_V4_MANAGER, keyOf(pool), [range]] as const;
      return encodeFunctionData({ abi: makerAbi, functionName: "provideV4", args });
    },
    withdraw(pool, range) {
      const args = [UNISWAP_V4_MANAGER, keyOf(pool), range] as const;
      return encodeFunctionData({ abi: makerAbi, functionName: "withdrawV4", args });
    },
    swap(pool, { zeroForOne, amountIn, limit }) {
      const args = [UNISWAP_V4_MANAGER, keyOf(pool), zeroForOne, amountIn, limit] as const;
      return encodeFunctionData({ abi: makerAbi, functionName: "swapV4", args });
    },
  });

/** Positions and swaps, and now and then another protocol fee for each direction. */
export function createShake(): (chain: ProtocolChain, random: Random) => Promise<void> {
  const shake = changePools();
  return async (chain, random) => {
    for (const pool of await read(chain.client)) {
      if (random() > 0.1) continue;
      const part = () => (random() < 0.3 ? 0 : Math.floor(random() * (MOST_PROTOCOL_FEE + 1)));
      const data = encodeFunctionData({
        abi: managerAbi,
        functionName: "setProtocolFee",
        args: [keyOf(pool), part() | (part() << 12)],
      });
      chain.builder.queue({ to: UNISWAP_V4_MANAGER, data, gas: GAS, label: "protocol fee" });
    }
    await chain.builder.flush();
    await shake(chain, random);
  };
}
