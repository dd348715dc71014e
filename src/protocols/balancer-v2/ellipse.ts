/** A point; which decimals it has says the field. */
export interface Vector {
  readonly x: bigint;
  readonly y: bigint;
}

/**
 * The arc of an ellipse that an E-CLP trades on: prices of the first token in the second, at
 * balances with rates, from alpha to beta.
 *
 * @see https://github.com/gyrostable/technical-papers/blob/main/E-CLP/E-CLP%20Mathematics.pdf
 */
export interface Ellipse {
  /** 18 decimals, as are `beta`, cosine and sine of the rotation, and the stretch. */
  readonly alpha: bigint;
  readonly beta: bigint;
  readonly c: bigint;
  readonly s: bigint;
  readonly lambda: bigint;
  /** Where prices alpha and beta lie on the unit circle; 38 decimals, as all below. */
  readonly tauAlpha: Vector;
  readonly tauBeta: Vector;
  readonly u: bigint;
  readonly v: bigint;
  readonly w: bigint;
  readonly z: bigint;
  readonly dSq: bigint;
}

/** The numbers of a pool's column. */
export function ellipseOf(numbers: readonly bigint[]): Ellipse {
  const at = (place: number): bigint => numbers[place] ?? 0n;
  return {
    ...{ alpha: at(0), beta: at(1), c: at(2), s: at(3), lambda: at(4) },
    ...{ tauAlpha: { x: at(5), y: at(6) }, tauBeta: { x: at(7), y: at(8) } },
    ...{ u: at(9), v: at(10), w: at(11), z: at(12), dSq: at(13) },
  };
}

/** What `getECLPParams` of a pool answers: what its maker chose, and what follows from that. */
export type EllipseTold = readonly [
  Pick<Ellipse, "alpha" | "beta" | "c" | "s" | "lambda">,
  Omit<Ellipse, "alpha" | "beta" | "c" | "s" | "lambda">,
];

/** In the order of the column. */
export function ellipseNumbers([{ alpha, beta, c, s, lambda }, derived]: EllipseTold): bigint[] {
  const { tauAlpha, tauBeta, u, v, w, z, dSq } = derived;
  const points = [tauAlpha.x, tauAlpha.y, tauBeta.x, tauBeta.y];
  return [alpha, beta, c, s, lambda, ...points, u, v, w, z, dSq];
}
