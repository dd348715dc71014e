import { sqrtDown } from "../../lib/sqrt.ts";
import type { ProtocolFee } from "./forks.ts";

/** What the protocol's fee is computed from. */
export interface FeeBasis {
  /** Smallest unit of token0. */
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /** Shares before the fee is minted. */
  readonly totalSupply: bigint;
  /**
   * Product of the reserves after the last mint or burn with the fee on; 0 after one with the fee
   * off.
   */
  readonly kLast: bigint;
}

/**
 * Shares that the pair mints to the protocol before it mints or burns others, while the fee is on,
 * rounded down.
 *
 * @see https://github.com/Uniswap/v2-core/blob/ee547b17853e71ed4e0101ccfd52e70d5acded58/contracts/UniswapV2Pair.sol#L88
 */
export function feeShares(
  { reserve0, reserve1, totalSupply, kLast }: FeeBasis,
  { share, rootWeight, rootLastWeight }: ProtocolFee,
): bigint {
  if (kLast === 0n) return 0n;
  const root = sqrtDown(reserve0 * reserve1);
  const rootLast = sqrtDown(kLast);
  if (root <= rootLast) return 0n;
  const numerator = totalSupply * (root - rootLast) * BigInt(share);
  return numerator / (root * BigInt(rootWeight) + rootLast * BigInt(rootLastWeight));
}
