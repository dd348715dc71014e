import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { power } from "../../lib/curves/power.ts";
import { type Smooth, smooth } from "../../lib/curves/smooth.ts";
import { stableSwap, stableswap } from "../../lib/curves/stableswap.ts";
import { stableExit } from "../../lib/curves/stableswap-exit.ts";
import { stableJoin } from "../../lib/curves/stableswap-join.ts";
import { eclpShapes } from "../balancer-v2/eclp-curve.ts";
import { AMP_PRECISION } from "../balancer-v2/stable-invariant.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { GAS, maxIn } from "./pool.ts";
import { factorOf, loaded } from "./scaling.ts";
import { taxedExit, taxedJoin, weightedExit, weightedJoin } from "./share-curve.ts";
import { ampAt, type BalancerV3Pool } from "./state.ts";

const WAD = 1e18;

/**
 * The invariant in float64; null of a pool whose fee grows with the amount, which is sampled, and
 * of an ellipse without invariant. Quotes are below it by what the contracts' powers round, 10^-14
 * of a weighted pool's balance or supply for each of its tokens, and by 10^-18 of another one's
 * invariant or supply and up to 1,000 units of 18 decimals.
 */
export function curve(state: BalancerV3Pool, edge: Edge, at: BlockContext): Curve | null {
  if (state.kind === "stable" && state.surge !== null) return null;
  const [from, to] = [state.tokens.indexOf(edge.tokenIn), state.tokens.indexOf(edge.tokenOut)];
  const { live } = loaded(state, "down");
  const balances = live.map(Number);
  const fee = Number(state.swapFeeWad) / WAD;
  const scale = (i: number): number => Number(factorOf(state, i)) / WAD;
  const balance = (i: number): number => balances[i] ?? 0;
  const supply = Number(state.supply);
  const gas = Number(GAS[state.kind][edge.action]);
  const bounds = { capacity: capacityOf(maxIn(state, edge, at)), gas };
  const shapes = shapesOf(state, { live, balances, at });
  if (shapes === null) return null;
  switch (edge.action) {
    case "swap": {
      if (shapes.kind === "weighted") {
        // A swap pays B_out * (1 - (1 + x / B_in)^(-w_in / w_out)).
        const exponent = -shapes.weight(from) / shapes.weight(to);
        const rate = ((1 - fee) * scale(from)) / balance(from);
        return power({ size: -balance(to) / scale(to), rate, exponent, ...bounds });
      }
      const scaleIn = (1 - fee) * scale(from);
      return smooth(shapes.swap(from, to), { scaleIn, scaleOut: 1 / scale(to), ...bounds });
    }
    case "deposit": {
      const join = taxedJoin(shapes.join(from), balance(from), fee);
      return smooth(join, { scaleIn: scale(from), scaleOut: supply, ...bounds });
    }
    case "redeem": {
      const exit = taxedExit(shapes.exit(to), balance(to), fee);
      return smooth(exit, { scaleIn: 1 / supply, scaleOut: 1 / scale(to), ...bounds });
    }
  }
}

interface Joins {
  /** Free of fees, by the token. */
  join(index: number): Smooth;
  exit(index: number): Smooth;
}

type Shapes =
  | (Joins & { readonly kind: "weighted"; weight(index: number): number })
  | (Joins & { readonly kind: "stable" | "eclp"; swap(from: number, to: number): Smooth });

function shapesOf(
  state: BalancerV3Pool,
  {
    live,
    balances,
    at: { timestamp },
  }: {
    readonly live: readonly bigint[];
    readonly balances: readonly number[];
    readonly at: BlockContext;
  },
): Shapes | null {
  if (state.kind === "weighted") {
    const weight = (i: number): number => Number(state.weights[i] ?? 0n) / WAD;
    return {
      kind: "weighted",
      weight,
      join: (i) => weightedJoin(balances[i] ?? 0, weight(i)),
      exit: (i) => weightedExit(balances[i] ?? 0, weight(i)),
    };
  }
  if (state.kind === "eclp") {
    const shapes = eclpShapes(state.ellipse, live);
    return shapes && { kind: "eclp", ...shapes };
  }
  const amp = Number(ampAt(state, timestamp)) / Number(AMP_PRECISION);
  const pool = stableswap(balances, amp * balances.length);
  return {
    kind: "stable",
    swap: (from, to) => stableSwap(pool, from, to),
    join: (i) => stableJoin(pool, i, 0),
    exit: (i) => stableExit(pool, i, 0),
  };
}
