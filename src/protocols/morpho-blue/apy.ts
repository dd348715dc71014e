import type { Address } from "viem";
import type { ApyContext } from "../position.ts";
import { borrowRate, utilizationWad } from "./interest.ts";
import type { MorphoMarket } from "./pool.ts";

const SECONDS_PER_YEAR = 31_536_000;
const WAD = 1e18;

/**
 * Yearly yield of suppliers in percent, without compounding: borrow rate per second * utilization *
 * (1 - fee) * 31,536,000 * 100, as of the block.
 */
export function apy(state: MorphoMarket, _key: Address, { at }: ApyContext): number {
  if (state.model === "unknown") return 0;
  const ratePerSecond = Number(borrowRate(state, at.timestamp).rateWad) / WAD;
  const lent = Number(utilizationWad(state)) / WAD;
  const kept = 1 - Number(state.feeWad) / WAD;
  return ratePerSecond * lent * kept * SECONDS_PER_YEAR * 100;
}
