import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { ZERO_ADDRESS } from "../../src/lib/address.ts";
import type { Builder } from "../builder.ts";
import type { DevnetToken, ManagedPool } from "../manifest.ts";
import { MARKET_MAKER } from "../protocols/market-maker.ts";
import { tokenBySymbol } from "../token-list.ts";
import { depth, type Market } from "./depth.ts";
import { type Range, tickSpacing, type V3Plan, type Venue } from "./pool-plan.ts";
import { type Shape, shapeV3 } from "./pool-shape.ts";
import { createRandom } from "./random.ts";

/** Pools of one contract: pair and fee by shape; `ETH` is the native currency. */
const POOLS: Readonly<Record<Shape, string>> = {
  pegged: "USDC/USDT:100 ETH/wstETH:100 DAI/USDC:100",
  volatile: `ETH/USDC:500 ETH/USDC:3000 ETH/USDT:500 ETH/WBTC:3000 WBTC/USDC:3000 ETH/LINK:3000 ETH/UNI:3000
    ETH/AAVE:3000 ETH/PEPE:10000`,
};

/** Native currency that the market maker holds for them, wei. */
const NATIVE_INVENTORY = 2_000_000n * 10n ** 18n;

const GAS = { initialize: 500_000n, range: 600_000n };

const makerAbi = parseAbi([
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function provideV4(address manager, Key key, Range[] ranges)",
]);
const managerAbi = parseAbi([
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function initialize(Key key, uint160 sqrtPriceX96) returns (int24)",
]);
const KEY = parseAbiParameters(
  "address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks",
);

/** The manager of a chain's pools, and the contract by which they are read. */
export interface Manager {
  readonly manager: Address;
  readonly view: Address;
}

interface Planned {
  readonly pool: ManagedPool;
  readonly sqrtPriceX96: bigint;
  readonly ranges: readonly Range[];
}

/** The pools as the manifest lists them. */
export function managedPools(tokens: readonly DevnetToken[], by: Manager): readonly ManagedPool[] {
  return planned(tokens, by).map(({ pool }) => pool);
}

/** Makes the pools, at the tokens' prices, and provides their liquidity. */
export async function seedManagedPools(
  builder: Builder,
  tokens: readonly DevnetToken[],
  by: Manager,
): Promise<void> {
  const balance = numberToHex(NATIVE_INVENTORY);
  await builder.rpc.request("anvil_setBalance", [MARKET_MAKER, balance]);
  const plans = planned(tokens, by);
  for (const { pool, sqrtPriceX96 } of plans) {
    const args = [keyOf(pool), sqrtPriceX96] as const;
    const data = encodeFunctionData({ abi: managerAbi, args });
    builder.queue({ to: by.manager, gas: GAS.initialize, label: `pool ${pool.id}`, data });
  }
  for (const { pool, ranges } of plans) {
    const args = [by.manager, keyOf(pool), ranges] as const;
    const data = encodeFunctionData({ abi: makerAbi, args });
    const gas = GAS.range * BigInt(ranges.length);
    builder.queue({ to: MARKET_MAKER, gas, label: `liquidity of ${pool.id}`, data });
  }
  await builder.flush();
}

/** The key by which the manager knows a pool. */
export function keyOf({ token0, token1, feePips, tickSpacing }: ManagedPool) {
  return {
    ...{ currency0: token0, currency1: token1, fee: feePips, tickSpacing },
    hooks: ZERO_ADDRESS,
  };
}

function planned(tokens: readonly DevnetToken[], by: Manager): readonly Planned[] {
  const market: Market = { tokens, random: createRandom("weir devnet managed pools") };
  const venue: Venue = { name: "uniswap-v4", factory: by.manager };
  return (["pegged", "volatile"] as const).flatMap((shape) =>
    POOLS[shape].split(/\s+/).map((written) => {
      const [pair = "", digits = ""] = written.split(":");
      const [a = "", b = ""] = pair.split("/");
      const both = [tokenOf(tokens, a), tokenOf(tokens, b)] as const;
      const fee = Number.parseInt(digits, 10);
      const plan = shapeV3(venue, both, { fee, tvlUsd: depth(market, both), shape });
      return { pool: entryOf(plan, by), sqrtPriceX96: plan.sqrtPriceX96, ranges: plan.ranges };
    }),
  );
}

/** `ETH` has the price of its wrapped form, and no address. */
function tokenOf(tokens: readonly DevnetToken[], symbol: string): DevnetToken {
  if (symbol !== "ETH") return tokenBySymbol(tokens, symbol);
  return { ...tokenBySymbol(tokens, "WETH"), symbol, address: ZERO_ADDRESS };
}

function entryOf({ token0, token1, fee }: V3Plan, { manager, view }: Manager): ManagedPool {
  const entry: Omit<ManagedPool, "id"> = {
    address: manager,
    view,
    venue: "uniswap-v4",
    family: "uniswap-v4",
    token0: token0.address,
    token1: token1.address,
    feePips: fee,
    tickSpacing: tickSpacing(fee),
    recorded: false,
  };
  const key = keyOf({ ...entry, id: "0x" });
  const fields = [key.currency0, key.currency1, key.fee, key.tickSpacing, key.hooks] as const;
  return { ...entry, id: keccak256(encodeAbiParameters(KEY, fields)) };
}
