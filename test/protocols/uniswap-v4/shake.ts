import { type Address, encodeFunctionData, parseAbi } from "viem";
import { v4Calls } from "../../../devnet/market/managed-calls.ts";
import { marketMaker } from "../../../devnet/protocols/market-maker.ts";
import { UNISWAP_V4_MANAGER, uniswapV4 } from "../../../devnet/protocols/uniswap-v4.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { V4PoolKey } from "../../../src/protocols/operation.ts";
import { swap } from "../../../src/protocols/uniswap-v4/actions.ts";
import type { UniswapV4Pool } from "../../../src/protocols/uniswap-v4/pool.ts";
import { randomProtocolFee, shakeManaged, testPools } from "../managed-shake.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const managerAbi = parseAbi([
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function setProtocolFee(Key key, uint24 fee)",
]);

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

const MOST_PROTOCOL_FEE = 1_000;

const pools = testPools(
  UNISWAP_V4_MANAGER,
  POOLS.map(([a, b, fee, tickSpacing, hooks, tick]) => ({
    ...{ pair: [a, b], tick },
    calls: (currencies) => v4Calls(UNISWAP_V4_MANAGER, { ...currencies, fee, tickSpacing, hooks }),
  })),
  async ({ builder }) => {
    for (const hook of [LIQUIDITY_HOOK, SWAP_HOOK]) {
      await builder.rpc.request("anvil_setCode", [hook, HOOK_CODE]);
    }
  },
);

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

/** Positions and swaps, and now and then another protocol fee for each direction. */
export function createShake(): (chain: ProtocolChain, random: Random) => Promise<void> {
  return shakeManaged<UniswapV4Pool>({
    read: ({ client }) => read(client),
    calls: (pool) => v4Calls(UNISWAP_V4_MANAGER, keyOf(pool)),
    fees(pool, random) {
      const args = [keyOf(pool), randomProtocolFee(random, MOST_PROTOCOL_FEE)] as const;
      const data = encodeFunctionData({ abi: managerAbi, functionName: "setProtocolFee", args });
      return [{ to: UNISWAP_V4_MANAGER, data }];
    },
  });
}
