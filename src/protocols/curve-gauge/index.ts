import type { Protocol } from "../protocol.ts";
import { accountActions, deposit, redeem } from "./actions.ts";
import { type CurveGaugeContracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { load } from "./load.ts";
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

/** Gauges of Curve and its forks: stakes of liquidity tokens, one to one. */
export const curveGauge: Protocol<CurveGauge, CurveGaugeContracts> = {
  family: "curve-gauge",
  deployments,
  load,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { deposit, redeem },
  defiTokens,
  positions,
  accountActions,
  apy,
};
