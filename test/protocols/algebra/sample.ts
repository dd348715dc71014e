import type { DynamicFee, Fees } from "../../../src/protocols/algebra/fees.ts";
import type { AlgebraPool } from "../../../src/protocols/algebra/pool.ts";
import type { Timepoint } from "../../../src/protocols/algebra/timepoints.ts";
import { createPool } from "../uniswap-v3/fixture.ts";

const ONE = 10n ** 18n;
const parameters = { feePips: 3000, tickSpacing: 60, sqrtPriceX96: 1n << 96n };
const positions = [
  { tickLower: -887_220, tickUpper: 887_220, liquidity: ONE },
  { tickLower: -600, tickUpper: 1_200, liquidity: 50n * ONE },
];

/** The settings that factories begin with. */
export const CONFIG = {
  ...{ alpha1: 2_900, alpha2: 12_000, beta1: 360, beta2: 60_000, gamma1: 59, gamma2: 8_500 },
  ...{ volumeBeta: 0, volumeGamma: 10, baseFee: 100 },
};

/** A timepoint of a pool that stands at a tick. */
export function timepointAt(timestamp: number, change: Partial<Timepoint> = {}): Timepoint {
  return {
    ...{ timestamp, tickCumulative: 0n, volatilityCumulative: 0n, averageTick: 0 },
    ...{ volumePerLiquidityCumulative: 0n, ...change },
  };
}

const first = timepointAt(0);

/** An adaptive fee of a pool that was made at time 0. */
export function adaptiveOf(oracle: "v1" | "integral"): DynamicFee {
  return {
    ...{ kind: "adaptive", oracle, configs: [CONFIG, CONFIG], volumePerLiquidity: ONE },
    memory: { oldest: first, before: null, last: first, around: [first] },
  };
}

/** A sliding fee whose price stood 100 ticks lower. */
export const SLIDING: DynamicFee = {
  ...{ kind: "sliding", baseFee: 3_000, priceChangeFactor: 1_000 },
  ...{ zeroToOneFactor: 1n << 96n, oneToZeroFactor: 1n << 96n, lastTick: -100, lastTimestamp: 0 },
};

function sampleOf(
  number: number,
  {
    placeTicks,
    feePips,
    dynamicFee,
  }: Pick<AlgebraPool, "feePips" | "dynamicFee"> & {
    readonly placeTicks: number;
  },
): AlgebraPool {
  const address = `0x${number.toString(16).padStart(40, "0")}` as const;
  const pool = createPool({ ...parameters, positions });
  return { ...pool, id: address, address, slug: "wasabee", placeTicks, feePips, dynamicFee };
}

const both = (fee: number): Fees => [fee, fee];

/** States that the conformance tests run on. */
export const samples: readonly AlgebraPool[] = [
  sampleOf(1, { placeTicks: 0, feePips: both(500), dynamicFee: null }),
  sampleOf(2, { placeTicks: 0, feePips: both(100), dynamicFee: adaptiveOf("integral") }),
  sampleOf(3, { placeTicks: 0, feePips: both(500), dynamicFee: SLIDING }),
  sampleOf(4, { placeTicks: 60, feePips: both(100), dynamicFee: adaptiveOf("v1") }),
  sampleOf(5, { placeTicks: 1, feePips: [100, 3_000], dynamicFee: null }),
];
