import type { Address } from "viem";
import type { DefiToken } from "../position.ts";
import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, fixedFunctions, functions, redeem } from "./actions.ts";
import { type AaveV3Contracts, deployments } from "./contracts.ts";
import { type AaveV3Reserve, curve, edges, holdings, maxIn, quote, spotPrice } from "./pool.ts";
import { states } from "./states.ts";

/** One percent a year in ray. */
const PERCENT_RAY = 1e25;

/** The aToken, whose balances grow and whose transfers round to scaled units. */
function defiTokens({ aToken, underlying, pool }: AaveV3Reserve): readonly DefiToken[] {
  return [{ address: aToken, underlyingTokens: [underlying], primaryAddress: pool, exact: false }];
}

/**
 * The reserve's current liquidity rate: what suppliers earn a year without compounding, rewards not
 * counted.
 */
function apy(state: AaveV3Reserve, key: Address): number {
  return key === state.aToken ? Number(state.liquidityRateRay) / PERCENT_RAY : 0;
}

/** Reserves of Aave V3 markets and its forks. */
export const aaveV3: Protocol<AaveV3Reserve, AaveV3Contracts> = {
  family: "aave-v3",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { deposit, redeem },
  functions,
  fixedFunctions,
  defiTokens,
  accountActions,
  apy,
};
