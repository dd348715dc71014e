import { type Address, type Hex, slice } from "viem";
import { lower, ZERO_ADDRESS } from "../../lib/address.ts";
import { MAX_TICK, MIN_TICK } from "./tick-math.ts";

/** What a pool's key says besides its tokens. */
export interface PoolConfig {
  /** Called by the Core where bits of its address say so; the zero address: none. */
  readonly extension: Address;
  /** Part of the input, times 2^64. */
  readonly feeX64: bigint;
  /** Ticks between those that positions may use; null where all liquidity is in one range. */
  readonly tickSpacing: number | null;
  /** That range; of a pool of positions all ticks. */
  readonly range: readonly [lower: number, upper: number];
}

/**
 * Bits of an extension's address by which it is called before and after a swap.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/types/callPoints.sol
 */
const SWAP_BITS = (64n | 32n) << 152n;
/**
 * Ekubo's extensions that are called before a swap and change nothing that it is made of: one notes
 * the price, the other pays fees to positions.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/extensions/Oracle.sol#L167
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.1.1/src/extensions/BoostedFees.sol
 */
const ONLOOKERS: ReadonlySet<Address> = new Set([
  "0x517e506700271aea091b02f42756f5e174af5230",
  "0xd4b54d0ca6979da05f25895e6e269e678ba00f9e",
]);
/** Of pools that are traded: the bitmap of one with a smaller one takes too long to read. */
const LEAST_SPACING = 50;
const CONCENTRATED = 1n << 31n;

/**
 * Reads a configuration: extension, fee, and the kind of the pool.
 *
 * @param config 32 bytes.
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/types/poolConfig.sol
 */
export function configOf(config: Hex): PoolConfig {
  const extension = lower(slice(config, 0, 20));
  const feeX64 = BigInt(slice(config, 20, 28));
  const kind = BigInt(slice(config, 28, 32));
  if ((kind & CONCENTRATED) !== 0n) {
    const tickSpacing = Number(kind & (CONCENTRATED - 1n));
    return { extension, feeX64, tickSpacing, range: [MIN_TICK, MAX_TICK] };
  }
  const width = MAX_TICK >> Number(kind >> 24n);
  const center = Number(BigInt.asIntN(24, kind)) * 16;
  const range = [Math.max(MIN_TICK, center - width), Math.min(MAX_TICK, center + width)] as const;
  return { extension, feeX64, tickSpacing: null, range };
}

/** Whether a pool's swaps follow from the Core's own words alone, and its ticks can be read. */
export function isAdmitted({ extension, tickSpacing }: PoolConfig): boolean {
  if (tickSpacing !== null && tickSpacing < LEAST_SPACING) return false;
  return (
    extension === ZERO_ADDRESS || (BigInt(extension) & SWAP_BITS) === 0n || ONLOOKERS.has(extension)
  );
}
