import type { Protocol } from "../protocol.ts";
import { deposit, functions, redeem, swap } from "./actions.ts";
import { deployments, type PendleContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { accountActions, fixedFunctions } from "./harvesting.ts";
import { liquidity } from "./liquidity.ts";
import { maxIn } from "./max-in.ts";
import { apy, defiTokens, edges, holdings, quote, spotPrice } from "./pool.ts";
import type { PendlePool } from "./state.ts";
import { states } from "./states.ts";

/** Markets of Pendle V2, the SYs that they trade, PT, YT, and liquidity. */
export const pendle: Protocol<PendlePool, PendleContracts> = {
  family: "pendle",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap, deposit, redeem },
  functions,
  fixedFunctions,
  liquidity,
  accountActions,
  defiTokens,
  apy,
};
