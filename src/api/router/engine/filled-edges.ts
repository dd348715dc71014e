import type { Problem } from "./problem.ts";

/** Part of what an edge takes that is nearly all: prices are found to within a part of that. */
const FULL = 0.999;
/** How much more its last unit has to pay than it costs for more of them to be wanted. */
const WANTED = 2;

/**
 * Those of some edges that trade all that they take, or nearly, and at the prices of their tokens
 * would trade more; without prices all that trade so much.
 */
export function filledEdges(
  { curves, from, to }: Problem,
  { edges, inputs }: { readonly edges: ArrayLike<number>; readonly inputs: ArrayLike<number> },
  values?: Float64Array,
): readonly number[] {
  const filled: number[] = [];
  for (let i = 0; i < edges.length; i++) {
    const e = edges[i] ?? 0;
    const curve = curves[e];
    const full = FULL * (curve?.capacity ?? 0);
    if (curve === undefined || (inputs[i] ?? 0) < full) continue;
    const [valueIn, valueOut] = [values?.[from[e] ?? 0] ?? 0, values?.[to[e] ?? 0] ?? 1];
    if (curve.marginal(full) * valueOut > WANTED * valueIn) filled.push(e);
  }
  return filled;
}
