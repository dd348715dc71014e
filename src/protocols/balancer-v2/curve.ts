import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { power } from "../../lib/curves/power.ts";
import { smooth } from "../../lib/curves/smooth.ts";
import { stableSwap, stableswap } from "../../lib/curves/stableswap.ts";
import { stableExit } from "../../lib/curves/stableswap-exit.ts";
import { stableJoin } from "../../lib/curves/stableswap-join.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { weightedAt } from "./bootstrapping.ts";
import { maxIn } from "./capacity.ts";
import { eclpShapes } from "./eclp-curve.ts";
import { gasOf } from "./gas.ts";
import { openLedger } from "./ledger.ts";
import { AMP_PRECISION } from "./stable-invariant.ts";
import {
  amplificationAt,
  type BalancerV2Pool,
  downscaledDown,
  type EclpPool,
  factorOf,
  type StablePool,
  scaledBalances,
  type TwoClpPool,
  type WeightedPool,
} from "./state.ts";
import { withRatesAt } from "./token-rate.ts";
import { twoClpPoint } from "./two-clp.ts";

const WAD = 1e18;

/** Bounds of an edge, and which tokens it moves: -1 stands for the share. */
interface Terms {
  readonly from: number;
  readonly to: number;
  /** By token, smallest unit; without what the protocol is due in tokens. */
  readonly balances: readonly number[];
  /** Smallest unit of the share, the protocol's due fees among them. */
  readonly supply: number;
  readonly capacity: number;
  readonly gas: number;
}

/**
 * The invariant in float64; null where the pool cannot compute it. Quotes are below it by what the
 * contracts' powers round, 10^-14 of a weighted pool's balance or supply for each of its tokens,
 * and by 10^-18 of a stable one's invariant or supply and up to 1,000 units of 18 decimals.
 */
export function curve(before: BalancerV2Pool, edge: Edge, at: BlockContext): Curve | null {
  const state = withRatesAt(before, at.timestamp);
  const ledger = edge.action === "swap" ? null : openLedger(state, at.timestamp);
  if (edge.action !== "swap" && ledger === null) return null;
  const terms: Terms = {
    from: state.tokens.indexOf(edge.tokenIn),
    to: state.tokens.indexOf(edge.tokenOut),
    balances: state.balances.map((balance, i) =>
      Number(balance - downscaledDown(state, i, ledger?.taken?.[i] ?? 0n)),
    ),
    supply: Number(ledger?.supply ?? 0n),
    capacity: capacityOf(maxIn(state, edge, at)),
    gas: Number(gasOf(state, edge.action)),
  };
  switch (state.kind) {
    case "weighted":
      return weightedCurve(state, edge, terms);
    case "bootstrapping":
      return weightedCurve(weightedAt(state, at.timestamp), edge, terms);
    case "stable":
      return stableCurve(state, edge, { ...terms, timestamp: at.timestamp });
    case "eclp":
      return eclpCurve(state, terms);
    case "2clp":
      return twoClpCurve(state, terms);
  }
}

/** Of swaps; null without an invariant. */
function eclpCurve(state: EclpPool, { from, to, capacity, gas }: Terms): Curve | null {
  const shapes = eclpShapes(state.ellipse, scaledBalances(state));
  if (shapes === null) return null;
  const scale = (i: number): number => Number(factorOf(state, i)) / WAD;
  const scaleIn = (1 - Number(state.swapFeeWad) / WAD) * scale(from);
  return smooth(shapes.swap(from), { scaleIn, scaleOut: 1 / scale(to), capacity, gas });
}

/** With reserves R, virtual ones among them, a swap pays R_out (1 - 1 / (1 + x / R_in)). */
function twoClpCurve(state: TwoClpPool, { from, to, capacity, gas }: Terms): Curve | null {
  const balances = scaledBalances(state);
  const point = twoClpPoint(state.range, balances);
  if (point === null) return null;
  const scale = (i: number): number => Number(factorOf(state, i)) / WAD;
  const reserve = (i: number): number => Number((balances[i] ?? 0n) + (point.virtual[i] ?? 0n));
  const rate = ((1 - Number(state.swapFeeWad) / WAD) * scale(from)) / reserve(from);
  return power({ size: -reserve(to) / scale(to), rate, exponent: -1, capacity, gas });
}

/**
 * With balances B and weights w a swap pays B_out * (1 - (1 + x / B_in)^(-w_in / w_out)), a join
 * mints supply * ((1 + x / B)^w - 1), and an exit pays B * (1 - (1 - x / supply)^(1 / w)). Joins
 * and exits pay the fee on the part that a proportional one would not have to swap.
 */
function weightedCurve(
  { weights, swapFeeWad }: WeightedPool,
  { action }: Edge,
  { from, to, balances, supply, capacity, gas }: Terms,
): Curve {
  const fee = Number(swapFeeWad) / WAD;
  const balance = (i: number): number => balances[i] ?? 0;
  const weight = (i: number): number => Number(weights[i] ?? 0n) / WAD;
  switch (action) {
    case "swap": {
      const exponent = -weight(from) / weight(to);
      return power({
        size: -balance(to),
        rate: (1 - fee) / balance(from),
        exponent,
        capacity,
        gas,
      });
    }
    case "deposit": {
      const rate = (1 - fee * (1 - weight(from))) / balance(from);
      return power({ size: supply, rate, exponent: weight(from), capacity, gas });
    }
    case "redeem": {
      const size = -balance(to) * (1 - fee * (1 - weight(to)));
      return power({ size, rate: -1 / supply, exponent: 1 / weight(to), capacity, gas });
    }
  }
}

/**
 * As in a weighted pool, a token's part of all balances is what a proportional join or exit would
 * bring or pay of it.
 */
function stableCurve(
  state: StablePool,
  { action }: Edge,
  { from, to, supply, capacity, gas, timestamp, ...terms }: Terms & { readonly timestamp: bigint },
): Curve {
  const { swapFeeWad, amplification } = state;
  const scale = (i: number): number => Number(factorOf(state, i)) / WAD;
  const balances = terms.balances.map((balance, i) => balance * scale(i));
  const amp = Number(amplificationAt(amplification, timestamp)) / Number(AMP_PRECISION);
  const pool = stableswap(balances, amp * balances.length);
  const fee = Number(swapFeeWad) / WAD;
  const sum = balances.reduce((total, balance) => total + balance, 0);
  const kept = (i: number): number => 1 - fee * (1 - (balances[i] ?? 0) / sum);
  const bounds = { capacity, gas };
  switch (action) {
    case "swap": {
      const scaleIn = (1 - fee) * scale(from);
      return smooth(stableSwap(pool, from, to), { scaleIn, scaleOut: 1 / scale(to), ...bounds });
    }
    case "deposit": {
      const scaleIn = kept(from) * scale(from);
      return smooth(stableJoin(pool, from, 0), { scaleIn, scaleOut: supply, ...bounds });
    }
    case "redeem": {
      const scaleOut = kept(to) / scale(to);
      return smooth(stableExit(pool, to, 0), { scaleIn: 1 / supply, scaleOut, ...bounds });
    }
  }
}
