import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { type Smooth, smooth } from "../../lib/curves/smooth.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { largestIn } from "./max-in.ts";
import { gasOf, placeOf } from "./pool.ts";
import type { Reserves } from "./reserves.ts";
import { configOf, type FluidPool } from "./state.ts";
import { marketAt } from "./swap.ts";

/** A constant product of 12 decimals, with what the fee leaves of the input. */
interface Product {
  readonly given: number;
  readonly got: number;
  readonly kept: number;
}

/**
 * Both reserves as constant products: the better one alone until their prices meet, then both in a
 * fixed proportion. Null where nothing can be traded.
 */
export function curve(state: FluidPool, edge: Edge, { timestamp }: BlockContext): Curve | null {
  const market = marketAt(state, timestamp);
  const tokenIn = placeOf(state, edge.tokenIn);
  const tokenOut = tokenIn === 0 ? 1 : 0;
  if (market === null) return null;
  const kept = 1 - Number(configOf(state).feePips) / 1e6;
  const productOf = (reserves: Reserves | null): Product[] => {
    const [given, got] = [reserves?.imaginary[tokenIn] ?? 0n, reserves?.imaginary[tokenOut] ?? 0n];
    return given === 0n || got === 0n ? [] : [{ given: Number(given), got: Number(got), kept }];
  };
  const { collateral, debt } = market.reserves;
  const [first, second] = [...productOf(collateral), ...productOf(debt)];
  if (first === undefined) return null;
  const { numerators, denominators } = state;
  return smooth(second === undefined ? alone(first) : together(first, second), {
    scaleIn: Number(numerators[tokenIn]) / Number(denominators[tokenIn]),
    scaleOut: Number(denominators[tokenOut]) / Number(numerators[tokenOut]),
    capacity: capacityOf(largestIn(market, tokenIn)),
    gas: Number(gasOf(market)),
  });
}

function alone({ given, got, kept }: Product): Smooth {
  return {
    scale: given,
    output: (x) => (got * kept * x) / (given + kept * x),
    marginal: (x) => (got * given * kept) / (given + kept * x) ** 2,
    curvature: (x) => (-2 * got * given * kept * kept) / (given + kept * x) ** 3,
  };
}

function together(one: Product, other: Product): Smooth {
  const isFirst = one.got * other.given >= other.got * one.given;
  const [better, worse] = isFirst ? [one, other] : [other, one];
  const [root, rest] = [better, worse].map(({ given, got }) => Math.sqrt(given * got)) as [
    number,
    number,
  ];
  // What makes the better price as low as the other.
  const lead = Math.max(0, (worse.given * root) / rest - better.given);
  const share = root / (root + rest);
  const [a, b] = [alone(better), alone(worse)];
  const parts = (x: number): readonly [number, number] =>
    x <= lead ? [x, 0] : [lead + (x - lead) * share, (x - lead) * (1 - share)];
  return {
    scale: better.given + worse.given,
    output(x) {
      const [through, left] = parts(x);
      return a.output(through) + (left === 0 ? 0 : b.output(left));
    },
    marginal(x) {
      if (x < lead) return a.marginal(x);
      const [through, left] = parts(x);
      return share * a.marginal(through) + (1 - share) * b.marginal(left);
    },
    curvature(x) {
      if (x < lead) return a.curvature(x);
      const [through, left] = parts(x);
      return share ** 2 * a.curvature(through) + (1 - share) ** 2 * b.curvature(left);
    },
  };
}
