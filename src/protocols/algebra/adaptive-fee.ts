import {
  extended,
  type Memory,
  type OracleKind,
  preciseValueAt,
  valueAt,
  WINDOW,
} from "./timepoints.ts";

/** Settings of an adaptive fee; alphas and base in hundredths of a basis point. */
export interface FeeConfig {
  readonly alpha1: number;
  readonly alpha2: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly gamma1: number;
  readonly gamma2: number;
  /** Of the outer sigmoid, of the volume; Integral has none. */
  readonly volumeBeta: number;
  readonly volumeGamma: number;
  readonly baseFee: number;
}

/** What the fee follows. */
export interface Averages {
  readonly volatility: bigint;
  /** Traded within a day by liquidity, in 128ths. */
  readonly volumePerLiquidity: bigint;
}

const MOST_FEE = 65_535n;
/** Of what plugins count volatility in. */
const VOLATILITY_BITS = 88;
/** Volatility is counted by intervals of so many seconds. */
const INTERVAL = 15n;

const volatilityOf = (point: { readonly volatilityCumulative: bigint }) =>
  point.volatilityCumulative;
const volumeOf = (point: { readonly volumePerLiquidityCumulative: bigint }) =>
  point.volumePerLiquidityCumulative;

/** Averages over the day before the last timepoint, which is the present. */
export function averagesOf(kind: OracleKind, { oldest, last, around }: Memory): Averages {
  const start = last.timestamp - WINDOW;
  if (oldest.timestamp <= start) {
    const read = kind === "v1" ? valueAt : preciseValueAt;
    return {
      volatility: (last.volatilityCumulative - read(around, start, volatilityOf)) / BigInt(WINDOW),
      volumePerLiquidity:
        (last.volumePerLiquidityCumulative - valueAt(around, start, volumeOf)) >> 57n,
    };
  }
  const seconds = last.timestamp - oldest.timestamp;
  if (seconds === 0) return { volatility: 0n, volumePerLiquidity: 0n };
  const counted = kind === "integral" && seconds > 1 ? seconds - 1 : seconds;
  const grown = last.volatilityCumulative - oldest.volatilityCumulative;
  return {
    volatility: grown / BigInt(counted),
    volumePerLiquidity:
      (last.volumePerLiquidityCumulative - oldest.volumePerLiquidityCumulative) >> 57n,
  };
}

/**
 * The volatility by which a plugin of Integral says its fee at a time without writing a timepoint,
 * rounded otherwise than that of a swap.
 *
 * @param dayAgo The memory as it is read a day earlier, where that is after the last timepoint.
 */
export function viewedVolatility(
  memory: Memory,
  dayAgo: Memory,
  { tick, timestamp }: { readonly tick: number; readonly timestamp: number },
): bigint {
  const { oldest, last, around } = memory;
  if (last.timestamp === timestamp) return averagesOf("integral", memory).volatility;
  const extendedTo = (time: number, known: Memory) =>
    extended("integral", known, { tick, timestamp: time, volumePerLiquidity: 0n })
      .volatilityCumulative;
  const now = extendedTo(timestamp, memory);
  const start = timestamp - WINDOW;
  if (oldest.timestamp <= start) {
    const before =
      start > last.timestamp ? extendedTo(start, dayAgo) : valueAt(around, start, volatilityOf);
    // Extended from one timepoint, the later value may be the lower one: the view does not mind.
    return BigInt.asUintN(VOLATILITY_BITS, now - before) / BigInt(WINDOW);
  }
  const seconds = timestamp - oldest.timestamp;
  return (now - oldest.volatilityCumulative) / BigInt(Math.max(1, seconds - 1));
}

/**
 * Fee by what a day's trades were like, hundredths of a basis point.
 *
 * @see https://github.com/cryptoalgebra/AlgebraV1/blob/789384bc5084dd694f3d1e189250491086e44653/src/core/contracts/libraries/AdaptiveFee.sol#L26 `getFee`
 * @see https://github.com/cryptoalgebra/Algebra/blob/357ae6bc435530938764fa62222d8996303e2171/src/plugin/contracts/libraries/AdaptiveFee.sol#L39 `getFee`
 */
export function adaptiveFee(kind: OracleKind, averages: Averages, config: FeeConfig): number {
  const { alpha1, alpha2, beta1, beta2, gamma1, gamma2, baseFee } = config;
  if (kind === "integral" && alpha1 === 0 && alpha2 === 0) return baseFee;
  const exponential = kind === "v1" ? seriesOfEight : seriesOfFour;
  const sigmoid = (x: bigint, gamma: number, alpha: bigint, beta: number) =>
    sigmoidOf(x, { gamma: BigInt(gamma), alpha, beta: BigInt(beta) }, exponential);
  const volatility = averages.volatility / INTERVAL;
  const sum =
    sigmoid(volatility, gamma1, BigInt(alpha1), beta1) +
    sigmoid(volatility, gamma2, BigInt(alpha2), beta2);
  if (kind === "integral") return baseFee + Number(sum);
  const alpha = sum > MOST_FEE ? MOST_FEE : sum;
  const { volumeGamma, volumeBeta } = config;
  return baseFee + Number(sigmoid(averages.volumePerLiquidity, volumeGamma, alpha, volumeBeta));
}

interface Exponential {
  /** Power of gamma by which the result is scaled. */
  readonly degree: bigint;
  readonly of: (x: bigint, gamma: bigint) => bigint;
}

/** alpha / (1 + e^((beta - x) / gamma)). */
function sigmoidOf(
  x: bigint,
  { gamma, alpha, beta }: Readonly<Record<"gamma" | "alpha" | "beta", bigint>>,
  { degree, of }: Exponential,
): bigint {
  const isAbove = x > beta;
  const distance = isAbove ? x - beta : beta - x;
  if (distance >= 6n * gamma) return isAbove ? alpha : 0n;
  const scale = gamma ** degree;
  const power = of(distance, gamma);
  return isAbove ? (alpha * power) / (scale + power) : (alpha * scale) / (scale + power);
}

/** e^(x / gamma) by eight terms of its series, as V1 has it. */
const seriesOfEight: Exponential = {
  degree: 8n,
  of(x, gamma) {
    let sum = gamma ** 8n;
    let factorial = 1n;
    for (let term = 1n; term <= 6n; term++) {
      factorial *= term;
      sum += (x ** term * gamma ** (8n - term)) / factorial;
    }
    return sum + (x ** 7n * gamma) / 5_040n + x ** 8n / 40_320n;
  },
};

/** Powers of e by their exponent, times 10^20. */
const POWERS = [
  100_000_000_000_000_000_000n,
  271_828_182_845_904_523_536n,
  738_905_609_893_065_022_723n,
  2_008_553_692_318_766_774_092n,
  5_459_815_003_314_423_907_811n,
  14_841_315_910_257_660_342_111n,
] as const;
const ROOT_OF_E = 164_872_127_070_012_814_684n;
const POWERS_SCALE = 10n ** 20n;

/** e^(x / gamma) by the nearest half power and four terms, as Integral has it. */
const seriesOfFour: Exponential = {
  degree: 4n,
  of(x, gamma) {
    let nearest = POWERS[Math.min(Number(x / gamma), 5)] ?? POWERS[5];
    let rest = x % gamma;
    if (rest >= gamma / 2n) {
      rest -= gamma / 2n;
      nearest = (nearest * ROOT_OF_E) / POWERS_SCALE;
    }
    const sum =
      gamma ** 4n +
      rest * gamma ** 3n +
      (rest ** 2n * gamma ** 2n) / 2n +
      (rest ** 3n * gamma * 4n + rest ** 4n) / 24n;
    return (sum * nearest) / POWERS_SCALE;
  },
};
