import { max, min } from "../math.ts";
import { type Curve, capacityOf, withTrades } from "./curve.ts";

/** An edge without a closed form. */
export interface Sampled {
  /** Output of an exact quote; null where it fails. */
  readonly quote: (amountIn: bigint) => bigint | null;
  /** Largest input of the quote. */
  readonly maxIn: bigint;
  /** Input up to which a unit yields what it does there; a thousand units when absent. */
  readonly smallest?: bigint;
  readonly gas: number;
}

/** Ratio between neighbouring samples. */
const RATIO = 2;
/** Relative size of the step that a slope is measured with. */
const SLOPE_STEP = 1 / 64;
/** Smallest input looked at. */
const SMALLEST = 1n << 10n;
/** Output from which on that it is a whole number of units tells nothing wrong of a price. */
const PRECISE_OUTPUT = 1 << 17;
/** Largest input looked at: more than any token's supply. */
const LARGEST = 10n ** 45n;

/**
 * Between two samples the marginal price falls as in a constant-product pool: price / (1 + bend *
 * distance)^2.
 */
interface Piece {
  readonly start: number;
  readonly length: number;
  readonly output: number;
  readonly price: number;
  readonly bend: number;
}

/**
 * A curve through exact quotes of amounts that double, and their slopes: coarser than a closed form
 * between them, which is enough to choose and split by, as what is chosen is replayed exactly.
 */
export function sampled({ quote, maxIn, smallest = 0n, gas }: Sampled): Curve {
  const capacity = capacityOf(maxIn);
  const pieces = piecesOf(quote, {
    smallest: max(smallest, SMALLEST),
    largest: min(maxIn, LARGEST),
  });
  const pieceAt = (amountIn: number): Piece | undefined => {
    let found = pieces[0];
    for (const piece of pieces) {
      if (piece.start > amountIn) break;
      found = piece;
    }
    return found;
  };
  return withTrades({
    capacity,
    gas: () => gas,
    output(amountIn) {
      const x = Math.min(amountIn, capacity);
      const piece = pieceAt(x);
      if (piece === undefined) return 0;
      const distance = x - piece.start;
      return piece.output + (piece.price * distance) / (1 + piece.bend * distance);
    },
    marginal(amountIn) {
      const piece = amountIn >= capacity ? undefined : pieceAt(amountIn);
      return piece === undefined ? 0 : priceOn(piece, amountIn);
    },
    curvature(amountIn) {
      const piece = amountIn >= capacity ? undefined : pieceAt(amountIn);
      if (piece === undefined) return 0;
      const { start, bend } = piece;
      return (-2 * bend * priceOn(piece, amountIn)) / (1 + bend * (amountIn - start));
    },
    inputAt(price) {
      if (!(price > 0)) return capacity;
      let piece: Piece | undefined;
      for (const candidate of pieces) {
        if (candidate.price <= price) break;
        piece = candidate;
      }
      if (piece === undefined) return 0;
      const distance = (Math.sqrt(piece.price / price) - 1) / piece.bend;
      return Math.min(piece.start + Math.min(distance, piece.length), capacity);
    },
  });
}

function priceOn({ start, price, bend }: Piece, amountIn: number): number {
  const denominator = 1 + bend * (amountIn - start);
  return price / (denominator * denominator);
}

/** Least bend of a piece, relative to its length: Newton's method needs a slope. */
const LEAST_BEND = 1e-10;

/**
 * Each piece begins with the price that is measured there, or with that of the piece before where
 * this is lower, and bends so that it ends with the exact output.
 */
function piecesOf(
  quote: Sampled["quote"],
  { smallest, largest }: { readonly smallest: bigint; readonly largest: bigint },
): readonly Piece[] {
  const pieces: Piece[] = [];
  let [start, output] = [0, 0];
  // Of the next piece, at most: as it is measured, and what the piece before ends with.
  let [measured, reached] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let amountIn = smallest; ; amountIn *= BigInt(RATIO)) {
    const at = amountIn < largest ? amountIn : largest;
    const sample = sampleAt(quote, at);
    const isPrecise = (sample?.output ?? 0) >= PRECISE_OUTPUT || at >= largest;
    if (sample !== null && isPrecise && sample.slope > 0 && sample.output > output) {
      const length = Number(at) - start;
      const average = (sample.output - output) / length;
      // The first sample's price holds from the start.
      const wanted = Number.isFinite(measured) ? Math.max(measured, average) : average;
      const price = Math.min(wanted, reached);
      const bend = Math.max(price / average - 1, LEAST_BEND) / length;
      pieces.push({ start, length, output, price, bend });
      output += (price * length) / (1 + bend * length);
      reached = price / (1 + bend * length) ** 2;
      measured = sample.slope;
      start = Number(at);
    }
    if (at >= largest) return pieces;
  }
}

interface Sample {
  readonly output: number;
  /** What a unit yields around the amount. */
  readonly slope: number;
}

/** What an amount pays, from two exact quotes up to it; null where they fail. */
function sampleAt(quote: Sampled["quote"], amountIn: bigint): Sample | null {
  const step = BigInt(Math.max(1, Math.floor(Number(amountIn) * SLOPE_STEP)));
  const [below, at] = [quote(amountIn - step), quote(amountIn)];
  if (below === null || at === null) return null;
  return { output: Number(at), slope: Number(at - below) / Number(step) };
}
