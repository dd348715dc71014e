import { max, min } from "../../lib/math.ts";
import { sqrtDown } from "../../lib/sqrt.ts";
import { A_MULTIPLIER, E18, isNear, newtonY, type Shape } from "./newton.ts";
import { signedCbrt } from "./roots.ts";

/** A balance, and where a search for the invariant with it begins; 0: nowhere in particular. */
export interface Solved {
  readonly y: bigint;
  readonly k0: bigint;
}

const E36 = 10n ** 36n;
const LEAST_D = 10n ** 17n;
const MOST_D = 10n ** 33n;
/** From this gamma on, two coins have narrower limits. */
const WIDE_GAMMA = 2n * 10n ** 16n;

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/**
 * `get_y`: the balance of coin `index` that belongs to an invariant, by the root of a cubic, or by
 * Newton's method where that has three.
 *
 * @param xp In units of the first coin, 18 decimals; the one at `index` is not looked at.
 * @returns 18 decimals; null where the contract reverts.
 * @see https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveCryptoMathOptimized2.vy
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveCryptoMathOptimized3.vy
 */
export function solveBalance(
  xp: readonly bigint[],
  index: number,
  { d, shape }: { readonly d: bigint; readonly shape: Shape },
): Solved | null {
  if (d < LEAST_D || d > MOST_D) return null;
  const others = xp.filter((_, i) => i !== index);
  if (others.some((x) => x <= 0n)) return null;
  const [xj = 1n, xk] = others;
  const on = { d, shape };
  return xk === undefined ? solveOfTwo(xj, on) : solveOfThree([xj, xk], on);
}

interface Given {
  readonly d: bigint;
  readonly shape: Shape;
}

function solveOfTwo(xj: bigint, { d, shape }: Given): Solved | null {
  const { ann, gamma } = shape;
  const limit = gamma > WIDE_GAMMA ? (100n * E18 * WIDE_GAMMA) / gamma : 100n * E18;
  const k0j = (2n * E18 * xj) / d;
  if (k0j < max(2n * 10n ** 16n, E36 / limit) || k0j > limit) return null;
  const isFair = (y: bigint): boolean => {
    const part = (y * E18) / d;
    return part >= max(10n ** 16n, E36 / 2n / limit) && part <= limit / 2n;
  };
  const gamma2 = gamma * gamma;
  const weight = ann * gamma2;
  const cubic = {
    a: 10n ** 32n,
    b: (d * weight) / 400_000_000n / xj - 3n * 10n ** 32n - 2n * gamma * 10n ** 14n,
    c:
      3n * 10n ** 32n +
      4n * gamma * 10n ** 14n +
      gamma2 / 10_000n +
      (((4n * weight) / 400_000_000n) * xj) / d -
      (4n * weight) / 400_000_000n,
    d: -((E18 + gamma) ** 2n / 10_000n),
  };
  if (cubic.b === 0n) return null;
  const [delta0, delta1] = deltasOfTwo(cubic);
  const divider = dividerOfTwo(min(min(abs(delta0), abs(delta1)), cubic.a));
  const { a, b } = { a: cubic.a / divider, b: cubic.b / divider };
  const reduced = { a, b, c: cubic.c / divider, d: cubic.d / divider };
  if (a === 0n || b === 0n) return null;
  const [e0, e1] = deltasOfTwo(reduced);
  const radicand = e1 * e1 + ((4n * e0 * e0) / b) * e0;
  if (radicand <= 0n) {
    const y = newtonY([xj], d, shape);
    return y === null || !isFair(y) ? null : { y, k0: 0n };
  }
  const c1 = scaledRoot(b, e1, sqrtDown(radicand));
  if (c1 === 0n) return null;
  const root = (E18 * c1 - E18 * b - ((E18 * b) / c1) * e0) / (3n * a);
  const y = (((d * d) / xj) * root) / 4n / E18;
  return root < 0n || y < 0n || !isFair(y) ? null : { y, k0: root };
}

interface Cubic {
  readonly a: bigint;
  readonly b: bigint;
  readonly c: bigint;
  readonly d: bigint;
}

function deltasOfTwo({ a, b, c, d }: Cubic): readonly [bigint, bigint] {
  const delta0 = (3n * a * c) / b - b;
  return [delta0, 3n * delta0 + b - (((27n * a * a) / b) * d) / b];
}

/** The product of the cube roots of b squared and of the radical, 18 decimals. */
function scaledRoot(b: bigint, delta1: bigint, root: bigint): bigint {
  const ofB = signedCbrt(b);
  const second = delta1 > 0n ? signedCbrt((delta1 + root) / 2n) : -signedCbrt((root - delta1) / 2n);
  return (((ofB * ofB) / E18) * second) / E18;
}

/** By how much the numbers of two coins' cubic are divided, so that their products fit a word. */
function dividerOfTwo(threshold: bigint): bigint {
  for (let power = 48n; power >= 26n; power -= 2n) {
    if (threshold > 10n ** power) return 10n ** (power - 18n);
  }
  if (threshold > 10n ** 24n) return 10n ** 6n;
  return threshold > 10n ** 20n ? 100n : 1n;
}

function solveOfThree([xj, xk]: readonly [bigint, bigint], { d, shape }: Given): Solved | null {
  const { ann, gamma } = shape;
  if (!isNear(xj, d, 3n) || !isNear(xk, d, 3n)) return null;
  const gamma2 = gamma * gamma;
  const whole: Cubic = {
    a: E36 / 27n,
    b:
      E36 / 9n +
      (2n * E18 * gamma) / 27n -
      (((d * d) / xj) * gamma2 * ann) / 729n / A_MULTIPLIER / xk,
    c:
      E36 / 9n +
      (gamma * (gamma + 4n * E18)) / 27n +
      (((gamma2 * (xj + xk - d)) / d) * ann) / 27n / A_MULTIPLIER,
    d: (E18 + gamma) ** 2n / 27n,
  };
  if (whole.b === 0n) return null;
  const reduced = reducedOfThree(whole);
  const { a, b } = reduced;
  if (a === 0n || b === 0n) return null;
  const product = 3n * a * reduced.c;
  const delta0 = product / b - b;
  const delta1 = (3n * product) / b - 2n * b - (((27n * a * a) / b) * reduced.d) / b;
  const radicand = delta1 * delta1 + ((4n * delta0 * delta0) / b) * delta0;
  if (radicand <= 0n) {
    const y = newtonY([xj, xk], d, shape);
    return y === null || !isNear(y, d, 3n) ? null : { y, k0: 0n };
  }
  const c1 = scaledRoot(b, delta1, sqrtDown(radicand));
  if (c1 === 0n) return null;
  const root = (b + (b * delta0) / c1 - c1) / 3n;
  const y = (((((d * d) / 27n / xk) * d) / xj) * root) / a;
  const k0 = (E18 * root) / a;
  return y <= 0n || k0 < 0n || !isNear(y, d, 3n) ? null : { y, k0 };
}

/** The numbers of three coins' cubic, brought near to each other and divided to fit a word. */
function reducedOfThree({ a, b, c, d }: Cubic): Cubic {
  const divider = dividerOfThree(abs((3n * a * c) / b - b));
  if (a > abs(b)) {
    const factor = abs(a / b);
    return {
      a: (a * factor) / divider,
      b: (b * factor) / divider,
      c: (c * factor) / divider,
      d: (d * factor) / divider,
    };
  }
  const factor = abs(b / a);
  return {
    a: a / factor / divider,
    b: b / factor / divider,
    c: c / factor / divider,
    d: d / factor / divider,
  };
}

function dividerOfThree(threshold: bigint): bigint {
  for (let power = 48n; power >= 24n; power -= 4n) {
    if (threshold > 10n ** power) return 10n ** (power - 18n);
  }
  return threshold > 10n ** 20n ? 100n : 1n;
}

/**
 * `get_p`: prices of the other coins in the first one, of balances that already count by a scale;
 * 18 decimals.
 *
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveCryptoMathOptimized3.vy
 */
export function pricesAt(xp: readonly bigint[], d: bigint, { ann, gamma }: Shape): bigint[] {
  const [x0 = 0n, x1 = 0n, x2] = xp;
  const k0 =
    x2 === undefined
      ? (((4n * x0 * x1) / d) * E36) / d
      : (((((27n * x0 * x1) / d) * x2) / d) * E36) / d;
  const gk0 =
    (((2n * k0 * k0) / E36) * k0) / E36 +
    (gamma + E18) ** 2n -
    (((k0 * k0) / E36) * (2n * gamma + 3n * E18)) / E18;
  const weight = (ann * gamma * gamma) / A_MULTIPLIER;
  const worth = (x: bigint): bigint => gk0 + (((weight * x) / d) * k0) / E36;
  return xp.slice(1).map((x) => (((x0 * worth(x)) / x) * E18) / worth(x0));
}
