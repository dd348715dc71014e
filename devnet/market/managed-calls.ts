import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { ZERO_ADDRESS } from "../../src/lib/address.ts";
import type { InfinityPoolKey, V4PoolKey } from "../../src/protocols/operation.ts";
import type { ManagedPool, RangedPool } from "../manifest.ts";
import type { Range } from "./pool-plan.ts";

/** A swap that ends where the price reaches the limit. */
export interface LimitedSwap {
  readonly zeroForOne: boolean;
  readonly amountIn: bigint;
  readonly sqrtPriceLimitX96: bigint;
}

const v4Abi = parseAbi([
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function initialize(Key key, uint160 sqrtPriceX96) returns (int24)",
  "function provideV4(address manager, Key key, Range[] ranges)",
  "function withdrawV4(address manager, Key key, Range range)",
  "function swapV4(address manager, Key key, bool zeroForOne, uint256 amountIn, uint160 sqrtPriceLimitX96)",
]);
const V4_KEY = parseAbiParameters(
  "address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks",
);
const infinityAbi = parseAbi([
  "struct Key { address currency0; address currency1; address hooks; address poolManager; uint24 fee; bytes32 parameters; }",
  "struct Change { int24 tickLower; int24 tickUpper; int256 liquidityDelta; bytes32 salt; }",
  "struct Trade { bool zeroForOne; int256 amountSpecified; uint160 sqrtPriceLimitX96; }",
  "function initialize(Key key, uint160 sqrtPriceX96) returns (int24)",
  "function modifyLiquidity(Key key, Change change, bytes hookData) returns (int256, int256)",
  "function swap(Key key, Trade trade, bytes hookData) returns (int256)",
]);
const makerAbi = parseAbi([
  "function actInfinity(address manager, address currency0, address currency1, bytes[] actions)",
]);
const INFINITY_KEY = parseAbiParameters(
  "address currency0, address currency1, address hooks, address poolManager, uint24 fee, bytes32 parameters",
);
const TICK_SPACING_SHIFT = 16n;
export const NO_SALT = numberToHex(0, { size: 32 });

/** Data of calls about one pool: the first is the manager's, the others the market maker's. */
export interface ManagedCalls {
  initialize(sqrtPriceX96: bigint): Hex;
  provide(ranges: readonly Range[]): Hex;
  withdraw(range: Range): Hex;
  swap(trade: LimitedSwap): Hex;
}

/** The calls for a pool of the market. */
export function callsOf(pool: RangedPool): ManagedCalls {
  switch (pool.family) {
    case "uniswap-v4":
      return v4Calls(pool.address, v4Key(pool));
    case "pancakeswap-infinity":
      return infinityCalls(infinityKey(pool));
  }
}

/** Hash of the key of a pool of the market, by which its manager knows it. */
export function idOf(pool: Omit<ManagedPool, "id">): Hex {
  if (pool.family === "uniswap-v4") {
    const { currency0, currency1, fee, tickSpacing, hooks } = v4Key(pool);
    return keccak256(encodeAbiParameters(V4_KEY, [currency0, currency1, fee, tickSpacing, hooks]));
  }
  const { currency0, currency1, hooks, poolManager, fee, parameters } = infinityKey(pool);
  const fields = [currency0, currency1, hooks, poolManager, fee, parameters] as const;
  return keccak256(encodeAbiParameters(INFINITY_KEY, fields));
}

type Keyed = Omit<ManagedPool, "id">;

/** The key of a pool of Uniswap V4; those of the market have no hooks. */
export function v4Key({ token0, token1, feePips, tickSpacing }: Keyed): V4PoolKey {
  return {
    ...{ currency0: token0, currency1: token1, fee: feePips, tickSpacing },
    hooks: ZERO_ADDRESS,
  };
}

/** The key of a pool of PancakeSwap Infinity; those of the market have no hooks. */
export function infinityKey({ address, token0, token1, feePips, ...pool }: Keyed): InfinityPoolKey {
  return {
    ...{ currency0: token0, currency1: token1, fee: feePips },
    ...{ hooks: ZERO_ADDRESS, poolManager: address },
    parameters: infinityParameters(pool.tickSpacing, 0n),
  };
}

/** Tick spacing and the bits of what a hook is told of. */
export function infinityParameters(tickSpacing: number, bits: bigint): Hex {
  return numberToHex((BigInt(tickSpacing) << TICK_SPACING_SHIFT) | bits, { size: 32 });
}

/** The calls for a pool of Uniswap V4. */
export function v4Calls(manager: Address, key: V4PoolKey): ManagedCalls {
  return {
    initialize: (sqrtPriceX96) =>
      encodeFunctionData({ abi: v4Abi, functionName: "initialize", args: [key, sqrtPriceX96] }),
    provide: (ranges) =>
      encodeFunctionData({ abi: v4Abi, functionName: "provideV4", args: [manager, key, ranges] }),
    withdraw: (range) =>
      encodeFunctionData({ abi: v4Abi, functionName: "withdrawV4", args: [manager, key, range] }),
    swap({ zeroForOne, amountIn, sqrtPriceLimitX96 }) {
      const args = [manager, key, zeroForOne, amountIn, sqrtPriceLimitX96] as const;
      return encodeFunctionData({ abi: v4Abi, functionName: "swapV4", args });
    },
  };
}

/** Has the market maker act on a pool of PancakeSwap Infinity, as the data for its manager say. */
export function actInfinity(
  { poolManager, currency0, currency1 }: InfinityPoolKey,
  actions: readonly Hex[],
): Hex {
  return encodeFunctionData({ abi: makerAbi, args: [poolManager, currency0, currency1, actions] });
}

/** The calls for a pool of PancakeSwap Infinity. */
export function infinityCalls(key: InfinityPoolKey): ManagedCalls {
  const act = (actions: readonly Hex[]) => actInfinity(key, actions);
  const change = ({ lower, upper }: Range, liquidityDelta: bigint) => {
    const args = [
      key,
      { tickLower: lower, tickUpper: upper, liquidityDelta, salt: NO_SALT },
      "0x",
    ] as const;
    return encodeFunctionData({ abi: infinityAbi, functionName: "modifyLiquidity", args });
  };
  return {
    initialize: (sqrtPriceX96) =>
      encodeFunctionData({
        ...{ abi: infinityAbi, functionName: "initialize", args: [key, sqrtPriceX96] },
      }),
    provide: (ranges) => act(ranges.map((range) => change(range, range.liquidity))),
    withdraw: (range) => act([change(range, -range.liquidity)]),
    swap({ zeroForOne, amountIn, sqrtPriceLimitX96 }) {
      const trade = { zeroForOne, amountSpecified: -amountIn, sqrtPriceLimitX96 };
      const args = [key, trade, "0x"] as const;
      return act([encodeFunctionData({ abi: infinityAbi, functionName: "swap", args })]);
    },
  };
}
