import { chiSquared } from "./eclp-invariant.ts";
import type { Ellipse } from "./ellipse.ts";
import { ONE } from "./fixed-point.ts";
import { divXp, ONE_XP } from "./signed-fixed-point.ts";

/** Bounds of the numbers that a factory takes, or that its pools' arithmetic was made for. */
// https://github.com/gyrostable/concentrated-lps/blob/7e9bd3b20d/contracts/eclp/GyroECLPMath.sol
const MAX_STRETCH = 10n ** 26n;
const NORM_ACCURACY = 10n ** 23n;
const MAX_PER_DENOMINATOR = 10n ** 43n;

/** How far numbers may be off what float64 makes of an ellipse's shape. */
const TOLERANCE = 1e-5;

/** How far the square of the rotation's length may be off what its parts make, 38 decimals. */
const ROTATION_ACCURACY = 10n ** 10n;

/**
 * Whether an ellipse is one, so far that no number of the contract outgrows its word. Anybody can
 * make a pool, and gives the numbers that follow from its shape: the factory looks at their size
 * alone, and not from below.
 */
export function isSound(ellipse: Ellipse): boolean {
  const { c, s, lambda, tauAlpha, tauBeta, u, v, w, z, dSq } = ellipse;
  if (lambda < ONE || lambda > MAX_STRETCH || c < 0n || s < 0n || c > ONE || s > ONE) return false;
  if (distance(dSq, (c * c + s * s) * 100n) > ROTATION_ACCURACY) return false;
  if (distance(dSq, ONE_XP) > NORM_ACCURACY) return false;
  for (const { x, y } of [tauAlpha, tauBeta]) {
    if (y < 0n || distance((x * x + y * y) / ONE_XP, ONE_XP) > NORM_ACCURACY) return false;
  }
  if (tauBeta.x <= tauAlpha.x) return false;
  if ([u, v, w, z].some((number) => number > ONE_XP || number < -ONE_XP)) return false;
  const denominator = chiSquared(ellipse) - ONE_XP;
  if (denominator <= 0n || divXp(ONE_XP, denominator) > MAX_PER_DENOMINATOR) return false;
  return follows(ellipse);
}

/**
 * Whether the numbers follow from the shape.
 *
 * @see https://github.com/gyrostable/technical-papers/blob/main/E-CLP/E-CLP%20Mathematics.pdf
 */
function follows(ellipse: Ellipse): boolean {
  const { alpha, beta, tauAlpha, tauBeta, u, v, w, z } = ellipse;
  if (alpha <= 0n || beta <= alpha) return false;
  const [c, s, lambda] = [ellipse.c, ellipse.s, ellipse.lambda].map(
    (one) => Number(one) / 1e18,
  ) as [number, number, number];
  /** Where a price lies on the unit circle. */
  const tau = (price: bigint) => {
    const p = Number(price) / 1e18;
    const slope = (lambda * (c * p - s)) / (c + s * p);
    return { x: slope / Math.hypot(1, slope), y: 1 / Math.hypot(1, slope) };
  };
  const [a, b] = [tau(alpha), tau(beta)];
  const told = [tauAlpha.x, tauAlpha.y, tauBeta.x, tauBeta.y, u, v, w, z];
  const made = [
    ...[a.x, a.y, b.x, b.y],
    ...[s * c * (b.x - a.x), s * s * b.y + c * c * a.y],
    ...[s * c * (b.y - a.y), c * c * b.x + s * s * a.x],
  ];
  return made.every((one, i) => Math.abs(one - Number(told[i]) / 1e38) < TOLERANCE);
}

function distance(a: bigint, b: bigint): bigint {
  return a < b ? b - a : a - b;
}
