import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, functions, redeem } from "./actions.ts";
import { type CurveGaugeContracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import {
  apy,
  type CurveGauge,
  defiTokens,
  edges,
  holdings,
  maxIn,
  positions,
  quote,
  spotPrice,
} from "./pool.ts";
import { states } from "./states.ts";

/** Gauges of Curve and its forks: stakes of liquidity tokens, one to one. */
export const curveGauge: Protocol<CurveGauge, CurveGaugeContracts> = {
  family: "curve-gauge",
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
  fixedFunctions: functions,
  defiTokens,
  positions,
  accountActions,
  apy,
  paysRewards: true,
};
