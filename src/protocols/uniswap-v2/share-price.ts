import { sqrtDown } from "../../lib/sqrt.ts";
import { annualPercent } from "../growth.ts";
import type { ApyContext } from "../position.ts";
import { supplyAfterFee } from "./liquidity.ts";
import type { UniswapV2Pool } from "./pool.ts";

const SCALE = 10n ** 18n;

/**
 * sqrt(reserve0 * reserve1) per share, scaled by 10^18 and rounded down: it grows by swap fees
 * alone, whatever the price does.
 *
 * @param totalSupply Shares, at least 1, those that the protocol's fee would mint included.
 */
export function sharePrice(reserve0: bigint, reserve1: bigint, totalSupply: bigint): bigint {
  return (sqrtDown(reserve0 * reserve1) * SCALE) / totalSupply;
}

/**
 * Yearly percent of the growth of the share price since the observation, the protocol's fee
 * deducted.
 */
export function apy(state: UniswapV2Pool, _key: string, { at }: ApyContext): number {
  const { reserve0, reserve1, liquidity } = state;
  if (liquidity === null || liquidity.since === null || liquidity.totalSupply === 0n) return 0;
  return annualPercent(liquidity.since, {
    price: sharePrice(reserve0, reserve1, supplyAfterFee(state)),
    timestamp: Number(at.timestamp),
  });
}
