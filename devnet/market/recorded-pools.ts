import { readFileSync } from "node:fs";
import type { Address } from "viem";
import { z } from "zod";
import type { Range } from "./pool-plan.ts";

const integer = z
  .string()
  .regex(/^-?[0-9]+$/)
  .transform(BigInt);
const token = z.object({
  address: z.custom<Address>(
    (value) => typeof value === "string" && /^0x[0-9a-f]{40}$/.test(value),
  ),
  symbol: z.string(),
  decimals: z.number().int(),
});
const ticks = z.string().transform((text) =>
  text.split(" ").map((entry) => {
    const [index = "", net = ""] = entry.split(":");
    return { index: z.coerce.number().int().parse(index), liquidityNet: BigInt(net) };
  }),
);
const fileSchema = z.object({
  source: z.string(),
  uniswapV2: z.array(
    z.object({ token0: token, token1: token, reserve0: integer, reserve1: integer }),
  ),
  uniswapV3: z.array(
    z.object({
      token0: token,
      token1: token,
      fee: z.number().int(),
      tickSpacing: z.number().int(),
      sqrtPriceX96: integer,
      tick: z.number().int(),
      liquidity: integer,
      ticks,
    }),
  ),
});

/**
 * Recorded mainnet pools; ticks by index, ascending, with the change of liquidity when the price
 * rises past them.
 */
export type RecordedPools = z.infer<typeof fileSchema>;

/** A tick of a recorded pool. */
export type RecordedTick = RecordedPools["uniswapV3"][number]["ticks"][number];

/** Reads the recorded mainnet pools; the file names its source. */
export function readRecordedPools(): RecordedPools {
  const file = new URL("../data/recorded-pools.json", import.meta.url);
  return fileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

/**
 * Positions that give every tick exactly its recorded net liquidity: one per interval between
 * neighbouring ticks, with the liquidity that is active there.
 */
export function ladder(ticksAscending: readonly RecordedTick[]): Range[] {
  const ranges: Range[] = [];
  let liquidity = 0n;
  for (const [position, { index, liquidityNet }] of ticksAscending.entries()) {
    liquidity += liquidityNet;
    const next = ticksAscending[position + 1];
    if (next !== undefined && liquidity > 0n)
      ranges.push({ lower: index, upper: next.index, liquidity });
  }
  if (liquidity !== 0n)
    throw new Error(`The recorded ticks do not add up to 0 but to ${liquidity}.`);
  return ranges;
}
