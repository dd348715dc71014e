import { bestValues, leastCosts, startPrices } from "../../../../src/api/router/engine/prices.ts";
import {
  createProblem,
  type Problem,
  type ProblemEdge,
} from "../../../../src/api/router/engine/problem.ts";
import { constantProduct } from "../../../../src/lib/curves/constant-product.ts";

/** A constant-product pool between two tokens. */
export interface SmallPool {
  readonly tokens: readonly [number, number];
  readonly reserves: readonly [number, number];
}

export interface SmallMarket {
  readonly tokenCount: number;
  readonly pools: readonly SmallPool[];
  readonly amountIn: number;
  readonly gasPrice: number;
}

/** Part of the input that a pool keeps back. */
export const FEE = 0.003;
/** Of any hop. */
export const GAS = 100;

/** A problem from token 0 to the last one over both directions of every pool. */
export function problemOfPools(market: SmallMarket): Problem {
  const { tokenCount, pools, amountIn, gasPrice } = market;
  const edges = pools.flatMap(({ tokens: [a, b], reserves: [x, y] }, pool): ProblemEdge[] => [
    edgeOf({ from: a, to: b, pool }, x, y),
    edgeOf({ from: b, to: a, pool }, y, x),
  ]);
  edges.sort((a, b) => a.from - b.from);
  return createProblem(
    { tokenCount, source: 0, target: tokenCount - 1, amountIn, gasPrice },
    edges,
  );
}

function edgeOf(
  ends: { readonly from: number; readonly to: number; readonly pool: number },
  reserveIn: number,
  reserveOut: number,
): ProblemEdge {
  const capacity = 1e30;
  const curve = constantProduct({ reserveIn, reserveOut, kept: 1 - FEE, capacity, gas: GAS });
  return { ...ends, curve };
}

/** Pools at consistent prices, off by less than their fees. */
export function randomMarket(
  random: () => number,
  size: { readonly tokenCount: number; readonly poolCount: number; readonly gasPrice: number },
): SmallMarket {
  const { tokenCount, poolCount, gasPrice } = size;
  const prices = Array.from({ length: tokenCount }, () => 10 ** (random() * 2 - 1));
  const pools = Array.from({ length: poolCount }, (): SmallPool => {
    const a = Math.floor(random() * tokenCount);
    const b = (a + 1 + Math.floor(random() * (tokenCount - 1))) % tokenCount;
    const worth = 10 ** (5 + random() * 2);
    const noise = 1 + (random() - 0.5) * FEE;
    return {
      tokens: [a, b],
      reserves: [worth / (prices[a] ?? 1), (worth / (prices[b] ?? 1)) * noise],
    };
  });
  const amountIn = 10 ** (3 + random() * 3) / (prices[0] ?? 1);
  return { tokenCount, pools, amountIn, gasPrice: gasPrice / (prices[tokenCount - 1] ?? 1) };
}

/** The prices that a search starts from. */
export function startOf(problem: Problem): Float64Array {
  const values = bestValues(problem);
  const costs = leastCosts(problem, values[problem.source] ?? 0);
  return startPrices(problem, { values, costs });
}
