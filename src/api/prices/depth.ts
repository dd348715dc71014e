/** Least depth that makes a price, in whole dollars. */
export const LEAST_DEPTH_USD = 1_000n;
/**
 * Depth that nothing measured exceeds, in whole dollars. To quote larger trades through hundreds of
 * ticks would take longer than all else.
 */
export const MOST_DEPTH_USD = 4_096_000n;
/** Each size of a trade that is tried is so many times the one before. */
const STEP = 4n;
const SIZES_USD = sizes();

/** A size counts while no more than this share of it is lost, in millionths: 5 %. */
const MAX_LOSS_PPM = 50_000n;

/** What a trade worth so many whole dollars loses, in millionths of it; null when it is refused. */
export type Loss = (usd: bigint) => bigint | null;

/** `lost` of `amount` in millionths; null for an amount of 0. */
export function lossPpm(lost: bigint, amount: bigint): bigint | null {
  return amount === 0n ? null : (lost * 1_000_000n) / amount;
}

/**
 * The largest trade, in whole dollars, that loses at most 5 %; null below 1,000. Between two of the
 * sizes that are tried it is where the line through their losses meets 5 %, and the lower where the
 * other is refused.
 */
export function depthUsd(loss: Loss): bigint | null {
  const measure = (at: number) => {
    const usd = SIZES_USD[at] ?? MOST_DEPTH_USD;
    return { at, usd, ppm: loss(usd) };
  };
  let taken = measure(0);
  if (taken.ppm === null || taken.ppm > MAX_LOSS_PPM) return null;
  let refused: ReturnType<typeof measure> | null = null;
  for (let end = SIZES_USD.length; end - taken.at > 1; end = refused?.at ?? SIZES_USD.length) {
    const tried = measure((taken.at + end) >> 1);
    if (tried.ppm === null || tried.ppm > MAX_LOSS_PPM) refused = tried;
    else taken = tried;
  }
  if (refused === null || refused.ppm === null || taken.ppm === null) return taken.usd;
  const room = (refused.usd - taken.usd) * (MAX_LOSS_PPM - taken.ppm);
  return taken.usd + room / (refused.ppm - taken.ppm);
}

function sizes(): readonly bigint[] {
  const made: bigint[] = [];
  for (let usd = LEAST_DEPTH_USD; usd <= MOST_DEPTH_USD; usd *= STEP) made.push(usd);
  return made;
}
