import type { Smooth } from "../../lib/curves/smooth.ts";
import { type CirclePoint, circlePoint } from "./eclp-math.ts";
import type { Ellipse } from "./ellipse.ts";

/**
 * An E-CLP in float64, seen from one of its tokens: with the angle θ on the unit circle, which
 * falls as the token comes in, its balance is r (F(end) - F(θ)), and the other's
 * r (G(θ) - G(start)).
 */
interface Arc {
  readonly r: number;
  readonly lambda: number;
  readonly s: number;
  readonly c: number;
  readonly theta: number;
  /** Where nothing is left of the token, and where nothing is left of the other. */
  readonly end: number;
  readonly start: number;
}

/** Functions free of fees, by the place of the token that comes in or is paid. */
export interface EclpShapes {
  /** Of the amount that comes in, what is paid of the other token. */
  swap(from: number): Smooth;
  /** Of the amount, the growth of the shares. */
  join(index: number): Smooth;
  /** Of a part of the shares, what is paid of the token. */
  exit(index: number): Smooth;
}

/** Null without an invariant. */
export function eclpShapes(ellipse: Ellipse, live: readonly bigint[]): EclpShapes | null {
  const point = circlePoint(ellipse, live);
  if (point === null) return null;
  const arc = (index: number): Arc => arcOf(ellipse, point, index);
  return {
    swap: (from) => swapOn(arc(from)),
    join: (index) => joinOn(balanceOn(arc(index))),
    exit: (index) => exitOn(balanceOn(arc(index))),
  };
}

function arcOf(
  { c, s, lambda, tauAlpha, tauBeta }: Ellipse,
  point: CirclePoint,
  index: number,
): Arc {
  const [stretch, cosine, sine] = [Number(lambda) / 1e18, Number(c) / 1e18, Number(s) / 1e18];
  const theta = Math.atan2(Number(point.across) * stretch, Number(point.along));
  const alpha = Math.atan2(Number(tauAlpha.x), Number(tauAlpha.y));
  const beta = Math.atan2(Number(tauBeta.x), Number(tauBeta.y));
  const common = { r: Number(point.invariant), lambda: stretch };
  return index === 0
    ? { ...common, s: sine, c: cosine, theta, end: beta, start: alpha }
    : { ...common, s: cosine, c: sine, theta: -theta, end: -alpha, start: -beta };
}

/** F, as a sine: r (F(θ0) - F(θ1)) of the token come in. */
function ownOf({ lambda, s, c }: Arc) {
  const [size, shift] = [Math.hypot(lambda * c, s), Math.atan2(s, lambda * c)];
  return {
    size,
    sine: (t: number) => Math.sin(t + shift),
    cosine: (t: number) => Math.cos(t + shift),
  };
}

/** G, as a sine. */
function otherOf({ lambda, s, c }: Arc) {
  const [size, shift] = [Math.hypot(lambda * s, c), Math.atan2(c, lambda * s)];
  return {
    size,
    sine: (t: number) => Math.sin(t - shift),
    cosine: (t: number) => Math.cos(t - shift),
  };
}

/**
 * Half of what an angle falls by when its sine does: the difference of two sines is not taken, as
 * of small amounts nothing would be left of it.
 */
function halfFall(sine: number, cosine: number, fall: number): number {
  const after = sine - fall;
  return Math.atan(fall / (cosine + Math.sqrt(Math.max(0, (1 - after) * (1 + after)))));
}

function swapOn(arc: Arc): Smooth {
  const { r, lambda, s, c, theta } = arc;
  const [own, other] = [ownOf(arc), otherOf(arc)];
  const scale = r * own.size;
  const half = (x: number) => halfFall(own.sine(theta), own.cosine(theta), x / scale);
  const slope = (t: number) => own.size * own.cosine(t);
  return {
    scale,
    output(x) {
      const fall = half(x);
      const middle = theta - fall;
      return 2 * r * Math.sin(fall) * (lambda * s * Math.cos(middle) + c * Math.sin(middle));
    },
    marginal(x) {
      const t = theta - 2 * half(x);
      return (other.size * other.cosine(t)) / slope(t);
    },
    curvature: (x) => -lambda / (r * slope(theta - 2 * half(x)) ** 3),
  };
}

/** What a balance changes by, with its first and second derivative by the part. */
type BalanceChange = (growth: number) => {
  readonly change: number;
  readonly first: number;
  readonly second: number;
};

/** When the invariant grows by a part and the other balance stays. */
function balanceOn(arc: Arc): BalanceChange {
  const { r, lambda, theta, end, start } = arc;
  const [own, other] = [ownOf(arc), otherOf(arc)];
  const rest = other.sine(theta) - other.sine(start);
  const held = r * other.size * rest;
  return (growth) => {
    const ratio = 1 + growth;
    const half = halfFall(other.sine(theta), other.cosine(theta), (rest * growth) / ratio);
    const t = theta - 2 * half;
    const left = own.size * (own.sine(end) - own.sine(t));
    const apart = 2 * own.size * own.cosine(theta - half) * Math.sin(half);
    const slope = own.size * own.cosine(t);
    const price = (other.size * other.cosine(t)) / slope;
    const turned = (lambda / (slope * slope)) * (rest / (ratio * ratio * other.cosine(t)));
    return {
      change: r * (growth * left + apart),
      first: r * left + held / (price * ratio),
      second: (held * turned) / (price * price * ratio),
    };
  };
}

function joinOn(at: BalanceChange): Smooth {
  const opening = at(0).first;
  /** By Newton's method from above, as the change is convex. */
  const growthOf = (x: number): number => {
    let growth = x / opening;
    for (let step = 0; step < 40; step++) {
      const { change, first } = at(growth);
      const better = growth - (change - x) / first;
      if (!(better < growth * (1 - 1e-15))) break;
      growth = better;
    }
    return growth;
  };
  return {
    scale: opening,
    output: growthOf,
    marginal: (x) => 1 / at(growthOf(x)).first,
    curvature(x) {
      const { first, second } = at(growthOf(x));
      return -second / first ** 3;
    },
  };
}

function exitOn(at: BalanceChange): Smooth {
  return {
    scale: 1,
    output: (part) => -at(-part).change,
    marginal: (part) => at(-part).first,
    curvature: (part) => -at(-part).second,
  };
}
