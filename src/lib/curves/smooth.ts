import { type Curve, withTrades } from "./curve.ts";

/** A smooth increasing concave function through 0, in units of its own. */
export interface Smooth {
  /**
   * About how much input changes the slope: below it amounts count linearly, above by their
   * logarithm.
   */
  readonly scale: number;
  output(x: number): number;
  /** First derivative, above 0. */
  marginal(x: number): number;
  /** Second derivative, 0 or less. */
  curvature(x: number): number;
}

/** How the tokens' smallest units relate to the function's. */
export interface Units {
  /** Of the function's input per smallest unit of tokenIn, a fee on the input taken. */
  readonly scaleIn: number;
  /** Smallest units of tokenOut per unit of the function's output, a fee on the output taken. */
  readonly scaleOut: number;
  /** Smallest unit of tokenIn. */
  readonly capacity: number;
  /** Of the hop. */
  readonly gas: number;
}

/** Steps at most; about five are enough. */
const MAX_STEPS = 64;
/** Relative length of the last step: what remains is about its square. */
const LAST_STEP = 1e-8;
/**
 * Least fall of the price over the scale of the function: a search by prices needs some slope, also
 * where a function is straight.
 */
const LEAST_CURVATURE = 1e-11;
/**
 * Relative distance of the price from which on a step that does not halve it shows that rounding is
 * all that is left.
 */
const NEAR = 1e-12;

/**
 * A curve whose `inputAt` is found by Newton's method on the logarithm of the marginal price, kept
 * inside a bracket.
 */
export function smooth(shape: Smooth, { scaleIn, scaleOut, capacity, gas }: Units): Curve {
  const factor = scaleIn * scaleOut;
  const end = capacity * scaleIn;
  const opening = factor * shape.marginal(0);
  const closing = end > 0 ? factor * shape.marginal(end) : opening;
  return withTrades({
    capacity,
    gas: () => gas,
    output: (amountIn) => scaleOut * shape.output(Math.min(amountIn, capacity) * scaleIn),
    marginal: (amountIn) =>
      amountIn >= capacity ? 0 : factor * shape.marginal(amountIn * scaleIn),
    curvature(amountIn) {
      if (amountIn >= capacity) return 0;
      const x = amountIn * scaleIn;
      const least = (LEAST_CURVATURE * shape.marginal(x)) / (shape.scale + x);
      return factor * scaleIn * Math.min(-least, shape.curvature(x));
    },
    inputAt(price) {
      if (price >= opening) return 0;
      if (!(price > closing)) return capacity;
      return Math.min(search(shape, price / factor, end) / scaleIn, capacity);
    },
  });
}

/** The input in (0, end) whose marginal is `price`. */
function search(shape: Smooth, price: number, end: number): number {
  const { scale } = shape;
  let [low, high, x] = [0, end, 0];
  let distance = Number.POSITIVE_INFINITY;
  for (let step = 0; step < MAX_STEPS; step++) {
    const marginal = shape.marginal(x);
    const excess = Math.log(marginal / price);
    if (excess === 0 || (distance < NEAR && Math.abs(excess) > distance / 2)) return x;
    distance = Math.abs(excess);
    if (excess > 0) low = x;
    else high = x;
    const length = (-excess * marginal) / (shape.curvature(x) * (scale + x));
    const newton = x + (scale + x) * Math.expm1(length);
    if (Math.abs(newton - x) <= LAST_STEP * x) return newton;
    x =
      newton > low && newton < high
        ? newton
        : scale * Math.expm1((Math.log1p(low / scale) + Math.log1p(high / scale)) / 2);
  }
  return x;
}
