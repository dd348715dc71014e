import { readFileSync } from "node:fs";
import type { Address, Hex } from "viem";
import { z } from "zod";

const address = z.custom<Address>(
  (value) => typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value),
);

const tokenSchema = z.object({
  address,
  symbol: z.string(),
  name: z.string(),
  decimals: z.number().int(),
  tier: z.enum(["hub", "major", "minor", "recorded", "hostile", "tail"]),
  /** US dollars per whole token; the price that every pool was made at. */
  priceUsd: z.number().positive(),
});

const poolSchema = z.object({
  address,
  family: z.enum(["uniswap-v2", "uniswap-v3", "ramses-v3", "algebra", "liquidity-book", "fluid"]),
  /** The deployment, e.g. `pancakeswap-v3`. */
  venue: z.string(),
  token0: address,
  token1: address,
  /** Hundredths of a basis point: 3000 is 0.3 %. */
  feePips: z.number().int(),
  tickSpacing: z.number().int().nullable(),
  /** Whether it carries the state of a recorded mainnet pool. */
  recorded: z.boolean(),
});

const managedPoolSchema = poolSchema.extend({
  /** The contract that holds it with all others. */
  address,
  family: z.enum(["uniswap-v4", "pancakeswap-infinity", "pancakeswap-infinity-bin"]),
  /** Of a pool of bins its bin step, basis points. */
  tickSpacing: z.number().int(),
  /** Hash of its key; it has no hooks. */
  id: z.custom<Hex>((value) => typeof value === "string" && /^0x[0-9a-f]{64}$/.test(value)),
  /** Contract that tells its state. */
  view: address,
});

const manifestSchema = z.object({
  chainId: z.number().int(),
  blockNumber: z.number().int(),
  blockHash: z.string(),
  /** Contract that holds the liquidity; only the operator and the trader can use it. */
  marketMaker: address,
  tokens: z.array(tokenSchema),
  pools: z.array(poolSchema),
  /** Pools that share a contract; the zero address among their tokens is the native currency. */
  managedPools: z.array(managedPoolSchema),
});

/** A token of the devnet. Addresses are lower-case. */
export type DevnetToken = z.infer<typeof tokenSchema>;

/** A pool of the devnet. Addresses are lower-case. */
export type DevnetPool = z.infer<typeof poolSchema>;

/** A pool of a contract with many. */
export type ManagedPool = z.infer<typeof managedPoolSchema>;

/** One with liquidity in ranges of ticks. */
export type RangedPool = ManagedPool & {
  readonly family: Exclude<ManagedPool["family"], "pancakeswap-infinity-bin">;
};

/** What a prepared chain carries. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Reads a manifest file. */
export function readManifest(path: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
}
