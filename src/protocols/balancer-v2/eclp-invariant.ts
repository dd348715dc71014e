import type { Ellipse } from "./ellipse.ts";
import { divWadDown, mulWadDown, ONE } from "./fixed-point.ts";
import {
  divUp,
  divXp,
  mulUp,
  mulXp,
  ONE_XP,
  squareRoot,
  timesXpCeiling,
  timesXpFloor,
} from "./signed-fixed-point.ts";

/** More of both tokens together, 18 decimals, and a larger invariant are refused. */
export const MAX_BALANCES = 10n ** 34n;
export const MAX_INVARIANT = 3n * 10n ** 37n;

/** An invariant, rounded down, and how much it may be too small by; 18 decimals. */
export interface Invariant {
  readonly value: bigint;
  readonly error: bigint;
}

/**
 * The invariant of an ellipse by its pool's balances; null where the contract refuses. With the
 * names of the paper: r = (At·Aχ + √((At·Aχ)² − (Aχ·Aχ − 1)·At·At)) / (Aχ·Aχ − 1).
 *
 * @param balances 18 decimals.
 * @see https://github.com/gyrostable/technical-papers/blob/main/E-CLP/E-CLP%20Mathematics.pdf, section 2.2.1
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/lib/GyroECLPMath.sol `calculateInvariantWithError`
 */
export function invariantOf(ellipse: Ellipse, balances: readonly bigint[]): Invariant | null {
  const [x = 0n, y = 0n] = balances;
  if (x + y > MAX_BALANCES) return null;
  const { lambda } = ellipse;
  const under =
    squareOfAcross(ellipse, x, y) + mixedProduct(ellipse, x, y) + squareOfAlong(ellipse, x, y);
  const root = squareRoot(under);
  if (root === null) return null;
  const inRoot = errorInRoot((mulUp(x, x) + mulUp(y, y)) / ONE_XP, root);
  if (inRoot === null) return null;
  const inNumerator = (mulUp(lambda, x + y) / ONE_XP + inRoot + 1n) * 20n;
  const perDenominator = divXp(ONE_XP, chiSquared(ellipse) - ONE_XP);
  const numerator = productWithChi(ellipse, x, y) + root - inNumerator;
  const value = timesXpFloor(numerator, perDenominator);
  const scaled = timesXpCeiling(value, perDenominator) * ((lambda * lambda) / ONE ** 2n) * 40n;
  const error = timesXpCeiling(inNumerator, perDenominator) + scaled / ONE_XP + 1n;
  return value + error > MAX_INVARIANT ? null : { value, error };
}

function errorInRoot(error: bigint, root: bigint): bigint | null {
  if (root > 0n) return divUp(error + 1n, 2n * root);
  return error > 0n ? squareRoot(error) : 10n ** 9n;
}

/** At·Aχ. */
function productWithChi({ c, s, lambda, u, v, w, z, dSq }: Ellipse, x: bigint, y: bigint): bigint {
  const d2 = mulXp(dSq, dSq);
  const across = divXp(divWadDown(divWadDown(w, lambda) + z, lambda), d2);
  const along = mulWadDown(mulWadDown(x, lambda), s) + mulWadDown(mulWadDown(y, lambda), c);
  return (
    timesXpFloor(mulWadDown(x, c) - mulWadDown(y, s), across) +
    timesXpFloor(along, divXp(u, d2)) +
    timesXpFloor(mulWadDown(x, s) + mulWadDown(y, c), divXp(v, d2))
  );
}

/** Aχ·Aχ, 38 decimals, rounded up. */
export function chiSquared({ lambda, u, v, w, z, dSq }: Ellipse): bigint {
  const d3 = mulXp(mulXp(dSq, dSq), dSq);
  const across = divUp(w, lambda) + z;
  return (
    mulUp(lambda, divXp(mulXp(2n * u, v), d3)) +
    mulUp(mulUp(divXp(mulXp(u + 1n, u + 1n), d3), lambda), lambda) +
    divXp(mulXp(v, v), d3) +
    divXp(mulXp(across, across), d3)
  );
}

/** (At)x² less (At)x²·(Aχ)y², rounded down. */
function squareOfAcross(ellipse: Ellipse, x: bigint, y: bigint): bigint {
  const { c, s, lambda, u, v, dSq } = ellipse;
  const square =
    mulUp(mulUp(mulUp(x, x), c), c) +
    mulUp(mulUp(mulUp(y, y), s), s) -
    mulWadDown(mulWadDown(mulWadDown(x, y), c * 2n), s);
  const chi =
    mulXp(u, u) +
    divWadDown(mulXp(2n * u, v), lambda) +
    divWadDown(divWadDown(mulXp(v, v), lambda), lambda);
  const own = divWadDown(divWadDown(square - 9n, lambda), lambda);
  return timesXpFloor(-square, divXp(chi, d4(ellipse))) + timesXpFloor(own, divXp(ONE_XP, dSq));
}

/** (At)y² less (At)y²·(Aχ)x², rounded down. */
function squareOfAlong(ellipse: Ellipse, x: bigint, y: bigint): bigint {
  const { c, s, lambda, w, z, dSq } = ellipse;
  const square =
    mulUp(mulUp(mulUp(x, x), s), s) +
    mulUp(mulUp(mulUp(y, y), c), c) +
    mulUp(mulUp(mulUp(x, y), s * 2n), c);
  const chi =
    mulXp(z, z) +
    divWadDown(divWadDown(mulXp(w, w), lambda), lambda) +
    divWadDown(mulXp(2n * z, w), lambda);
  return (
    timesXpFloor(-square, divXp(chi, d4(ellipse))) + timesXpFloor(square - 9n, divXp(ONE_XP, dSq))
  );
}

/** 2·(At)x·(At)y·(Aχ)x·(Aχ)y. */
function mixedProduct(ellipse: Ellipse, x: bigint, y: bigint): bigint {
  const { c, s, lambda, u, v, w, z } = ellipse;
  const twice = mulWadDown(y, 2n * x);
  const product =
    mulWadDown(mulWadDown(mulWadDown(x, x) - mulUp(y, y), 2n * c), s) +
    mulWadDown(mulWadDown(twice, c), c) -
    mulWadDown(mulWadDown(twice, s), s);
  const chi =
    mulXp(z, u) +
    divWadDown(divWadDown(mulXp(w, v), lambda), lambda) +
    divWadDown(mulXp(w, u) + mulXp(z, v), lambda);
  return timesXpFloor(product, divXp(chi, d4(ellipse)));
}

function d4({ dSq }: Ellipse): bigint {
  return mulXp(mulXp(mulXp(dSq, dSq), dSq), dSq);
}
