import { type Address, numberToHex } from "viem";
import { ZERO_ADDRESS } from "../../src/lib/address.ts";
import type { Builder } from "../builder.ts";
import type { DevnetToken, RangedPool } from "../manifest.ts";
import { MARKET_MAKER } from "../protocols/market-maker.ts";
import { tokenBySymbol } from "../token-list.ts";
import { depth, type Market } from "./depth.ts";
import { callsOf, idOf } from "./managed-calls.ts";
import { type Range, tickSpacing, type V3Plan, type Venue } from "./pool-plan.ts";
import { type Shape, shapeV3 } from "./pool-shape.ts";
import { createRandom } from "./random.ts";

/** Native currency that the market maker holds for them, wei. */
export const nativeInventory = numberToHex(2_000_000n * 10n ** 18n);

const GAS = { initialize: 500_000n, range: 600_000n };

/** The manager of a chain's pools, and those. */
export interface Manager {
  readonly family: RangedPool["family"];
  readonly manager: Address;
  /** The contract by which they are read. */
  readonly view: Address;
  /** What their depths are drawn by. */
  readonly seed: string;
  /** Pair and fee by shape; `ETH` is the native currency. */
  readonly pools: Readonly<Record<Shape, string>>;
}

interface Planned {
  readonly pool: RangedPool;
  readonly sqrtPriceX96: bigint;
  readonly ranges: readonly Range[];
}

/** The pools as the manifest lists them. */
export function managedPools(tokens: readonly DevnetToken[], by: Manager): readonly RangedPool[] {
  return planned(tokens, by).map(({ pool }) => pool);
}

/** Makes the pools, at the tokens' prices, and provides their liquidity. */
export async function seedManagedPools(
  builder: Builder,
  tokens: readonly DevnetToken[],
  by: Manager,
): Promise<void> {
  await builder.rpc.request("anvil_setBalance", [MARKET_MAKER, nativeInventory]);
  const plans = planned(tokens, by);
  for (const { pool, sqrtPriceX96 } of plans) {
    const data = callsOf(pool).initialize(sqrtPriceX96);
    builder.queue({ to: by.manager, gas: GAS.initialize, label: `pool ${pool.id}`, data });
  }
  for (const { pool, ranges } of plans) {
    const data = callsOf(pool).provide(ranges);
    const gas = GAS.range * BigInt(ranges.length);
    builder.queue({ to: MARKET_MAKER, gas, label: `liquidity of ${pool.id}`, data });
  }
  await builder.flush();
}

function planned(tokens: readonly DevnetToken[], by: Manager): readonly Planned[] {
  const market: Market = { tokens, random: createRandom(by.seed) };
  const venue: Venue = { name: by.family, factory: by.manager };
  return (["pegged", "volatile"] as const).flatMap((shape) =>
    by.pools[shape].split(/\s+/).map((written) => {
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
export function tokenOf(tokens: readonly DevnetToken[], symbol: string): DevnetToken {
  if (symbol !== "ETH") return tokenBySymbol(tokens, symbol);
  return { ...tokenBySymbol(tokens, "WETH"), symbol, address: ZERO_ADDRESS };
}

function entryOf({ token0, token1, fee }: V3Plan, { family, manager, view }: Manager): RangedPool {
  const entry: Omit<RangedPool, "id"> = {
    address: manager,
    view,
    venue: family,
    family,
    token0: token0.address,
    token1: token1.address,
    feePips: fee,
    tickSpacing: tickSpacing(fee),
    recorded: false,
  };
  return { ...entry, id: idOf(entry) };
}
