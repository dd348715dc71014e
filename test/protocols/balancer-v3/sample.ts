import { derivedParameters } from "../../../devnet/protocols/eclp-parameters.ts";
import type {
  BalancerV3Pool,
  EclpPool,
  StablePool,
  WeightedPool,
} from "../../../src/protocols/balancer-v3/state.ts";

const E18 = 10n ** 18n;

const common = {
  slug: "balancer-v3",
  updatedBlock: 1,
  vault: "0xba1333333333a1ba1108e8412f11850a5c319ba9",
  router: "0xae563e3f8219521950555f5962419c8919758ea2",
  aggregatorRouter: "0x309abcaefa19ca6d34f0d8ff4a4103317c138657",
  ...{ aggregateSwapFeeWad: E18 / 2n, aggregateYieldFeeWad: 0n },
  ...{ isPaused: false, takesSingle: true, since: null },
} as const;

/** A weighted pool of the first factory, 80 to 20. */
export const weightedPool: WeightedPool = {
  ...common,
  ...{ kind: "weighted", minBalances: null, swapFeeWad: 10n ** 16n },
  id: "0x00000000000000000000000000000000000000c1",
  address: "0x00000000000000000000000000000000000000c1",
  tokens: [
    "0x0000000000000000000000000000000000000a00",
    "0x0000000000000000000000000000000000000b00",
  ],
  balances: [2_000_000n * E18, 800_000_000_000n],
  lastLive: [2_000_000n * E18, 800_000n * E18],
  scales: [1n, 10n ** 12n],
  rates: [E18, E18],
  isTaxed: [false, false],
  weights: [(E18 * 8n) / 10n, (E18 * 2n) / 10n],
  supply: 1_600_000n * E18,
};

/** A stable pool of the last factory: tokens of 18, 6 and 6 decimals. */
export const stablePool: StablePool = {
  ...common,
  ...{ kind: "stable", limitsImbalance: true, surge: null, swapFeeWad: 10n ** 14n },
  id: "0x00000000000000000000000000000000000000c2",
  address: "0x00000000000000000000000000000000000000c2",
  tokens: [
    "0x0000000000000000000000000000000000000a00",
    "0x0000000000000000000000000000000000000b00",
    "0x0000000000000000000000000000000000000c00",
  ],
  balances: [4_000_000n * E18, 3_500_000_000_000n, 5_100_000_000_000n],
  lastLive: [4_000_000n * E18, 3_500_000n * E18, 5_100_000n * E18],
  scales: [1n, 10n ** 12n, 10n ** 12n],
  rates: [E18, E18, E18],
  isTaxed: [false, false, false],
  supply: 12_500_000n * E18,
  amplification: { startValue: 500_000n, endValue: 500_000n, startTime: 1n, endTime: 1n },
};

/** A stable pool two of whose tokens grew since the last operation, one of them taxed. */
export const ratedPool: StablePool = {
  ...stablePool,
  rates: [(E18 * 1_234_567n) / 1_000_000n, E18, (E18 * 103n) / 100n + 7n],
  lastLive: [4_900_000n * E18, 3_500_000n * E18, 5_200_000n * E18],
  isTaxed: [true, false, false],
  aggregateYieldFeeWad: E18 / 10n,
};

const two = {
  tokens: stablePool.tokens.slice(1),
  scales: stablePool.scales.slice(1),
  rates: stablePool.rates.slice(1),
  isTaxed: stablePool.isTaxed.slice(1),
  supply: 8_000_000n * E18,
  surge: { thresholdWad: (E18 * 3n) / 10n, maxFeeWad: (E18 * 95n) / 100n },
};

/** An even pool with StableSurge. */
export const surgePool: StablePool = {
  ...{ ...stablePool, ...two },
  balances: [3_900_000_000_000n, 4_200_000_000_000n],
  lastLive: [3_900_000n * E18, 4_200_000n * E18],
};

/** One that is beyond the threshold: what makes it more even pays no surge. */
export const surgingPool: StablePool = {
  ...surgePool,
  balances: [6_200_000_000_000n, 1_900_000_000_000n],
  lastLive: [6_200_000n * E18, 1_900_000n * E18],
};

const pool = {
  ...common,
  ...({ kind: "eclp", swapFeeWad: 5n * 10n ** 14n } as const),
  id: "0x00000000000000000000000000000000000000c5",
  address: "0x00000000000000000000000000000000000000c5",
  ...{ tokens: stablePool.tokens.slice(0, 2), scales: [1n, 10n ** 12n], rates: [E18, E18] },
  ...{ isTaxed: [true, false], aggregateYieldFeeWad: E18 / 10n },
} as const;

const even = 707_106_781_186_547_524n;
const flat = {
  ...{ alpha: 990_000_000_000_000_000n, beta: 1_010_101_010_101_010_101n },
  ...{ c: even, s: even, lambda: 1_000n * E18 },
};

/** Gyroscope's pool of about equal tokens, whose first has a rate that grew. */
export const eclpPool: EclpPool = {
  ...pool,
  ellipse: { ...flat, ...derivedParameters(flat) },
  balances: [3_000_000n * E18, 2_500_000_000_000n],
  lastLive: [3_100_000n * E18, 2_500_000n * E18],
  rates: [1_047_123_456_789_012_345n, E18],
  supply: 2_700_000n * E18,
};

const steep = {
  ...{ alpha: 2_000n * E18, beta: 3_000n * E18, lambda: 250n * E18 },
  ...{ c: 400_000_000_000_000n, s: 999_999_919_999_996_799n },
};

/** One of unequal tokens, near the end of its range. */
export const steepPool: EclpPool = {
  ...pool,
  ellipse: { ...steep, ...derivedParameters(steep) },
  balances: [4n * E18, 5_000_000_000_000n],
  lastLive: [4n * E18, 5_000_000n * E18],
  supply: 90_000n * E18,
};

const third = E18 / 3n;

/** States that the conformance tests run on. */
export const samples: readonly BalancerV3Pool[] = [
  weightedPool,
  {
    ...weightedPool,
    minBalances: [10n ** 6n, 10n ** 12n],
    weights: [E18 / 100n, (E18 * 99n) / 100n],
  },
  {
    ...{ ...weightedPool, tokens: stablePool.tokens, scales: [1n, 10n ** 12n, 10n ** 10n] },
    ...{ balances: [900n * E18, 2_500_000_000_000n, 4_000_000_000n], rates: ratedPool.rates },
    ...{ lastLive: [E18, E18, E18], isTaxed: [true, false, false], supply: 45_000n * E18 },
    ...{ weights: [third, third, E18 - 2n * third], swapFeeWad: 3n * 10n ** 15n },
    minBalances: [10n ** 6n, 10n ** 12n, 10n ** 10n],
  },
  stablePool,
  { ...stablePool, limitsImbalance: false, takesSingle: false },
  ratedPool,
  surgePool,
  surgingPool,
  eclpPool,
  steepPool,
  { ...stablePool, supply: 0n, balances: [0n, 0n, 0n] },
  // As uneven as pools of the first factories may become.
  {
    ...{ ...stablePool, limitsImbalance: false, supply: 9_000_000n * E18 },
    balances: [4_000n * E18, 9_500_000_000_000n, 20_000_000_000n],
  },
];

/** Those with curves: a fee that grows with the amount is sampled instead. */
export const curved = samples.filter((state) => state.kind !== "stable" || state.surge === null);
