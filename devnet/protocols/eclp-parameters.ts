import { sqrtDown } from "../../src/lib/sqrt.ts";

/** What an E-CLP's maker chooses: prices, cosine and sine of the rotation, stretch; 18 decimals. */
export interface EclpShape {
  readonly alpha: bigint;
  readonly beta: bigint;
  readonly c: bigint;
  readonly s: bigint;
  readonly lambda: bigint;
}

/** Working precision: 60 decimals, of which the pool keeps 38. */
const P = 10n ** 60n;
const WAD = 10n ** 18n;

/**
 * The numbers that a pool is given with its shape, which it could not reckon as exactly itself;
 * 38 decimals.
 *
 * @see https://github.com/gyrostable/technical-papers/blob/main/E-CLP/E-CLP%20Precision%20and%20Overflow%20Prevention.pdf
 */
export function derivedParameters({ alpha, beta, c, s, lambda }: EclpShape) {
  const norm = c * c + s * s;
  const length = sqrtDown(norm * 10n ** 84n);
  const [cosine, sine] = [c, s].map((part) => (part * 10n ** 42n * P) / length) as [bigint, bigint];
  /** Where a price lies on the unit circle. */
  const tau = (price: bigint) => {
    const p = price * 10n ** 42n;
    const across = (((times(cosine, p) - sine) * lambda) / WAD) * P;
    const slope = across / (cosine + times(sine, p));
    const scale = sqrtDown(P * P + slope * slope);
    return { x: (slope * P) / scale, y: (P * P) / scale };
  };
  const [a, b] = [tau(alpha), tau(beta)];
  const [sc, ss, cc] = [times(sine, cosine), times(sine, sine), times(cosine, cosine)];
  return {
    tauAlpha: { x: kept(a.x), y: kept(a.y) },
    tauBeta: { x: kept(b.x), y: kept(b.y) },
    u: kept(times(sc, b.x - a.x)),
    v: kept(times(ss, b.y) + times(cc, a.y)),
    w: kept(times(sc, b.y - a.y)),
    z: kept(times(cc, b.x) + times(ss, a.x)),
    dSq: norm * 100n,
  };
}

function times(a: bigint, b: bigint): bigint {
  return (a * b) / P;
}

function kept(a: bigint): bigint {
  return a / 10n ** 22n;
}
