import { derivedParameters } from "../../../devnet/protocols/eclp-parameters.ts";
import { calculateInvariant as stableInvariant } from "../../../src/protocols/balancer-v2/stable-invariant.ts";
import {
  type BalancerV2Pool,
  type BootstrappingPool,
  type EclpPool,
  type StablePool,
  scaledBalances,
  type TwoClpPool,
  type WeightedPool,
} from "../../../src/protocols/balancer-v2/state.ts";
import { calculateInvariant as weightedInvariant } from "../../../src/protocols/balancer-v2/weighted-math.ts";

const E18 = 10n ** 18n;

const common = {
  slug: "balancer-v2",
  updatedBlock: 1,
  vault: "0xba12222222228d8ba445958a75a0704d566bf2c8",
  protocolFeeWad: E18 / 2n,
  ...{ pausedUntil: 0, vaultPausedUntil: 0, since: null },
} as const;

const weighted: WeightedPool = {
  ...common,
  kind: "weighted",
  id: "0x00000000000000000000000000000000000000b1000200000000000000000001",
  address: "0x00000000000000000000000000000000000000b1",
  tokens: [
    "0x0000000000000000000000000000000000000a00",
    "0x0000000000000000000000000000000000000b00",
  ],
  balances: [2_000_000n * E18, 800_000_000_000n],
  scales: [1n, 10n ** 12n],
  weights: [(E18 * 8n) / 10n, (E18 * 2n) / 10n],
  swapFeeWad: 10n ** 16n,
  supply: 3_000_000n * E18,
  lastInvariant: 0n,
  ...{ version: 4, yield: null },
};

/** A weighted pool that traded a little since its last join. */
export const weightedPool: WeightedPool = {
  ...weighted,
  lastInvariant:
    (weightedInvariant(
      scaledBalances(weighted).map((balance, i) => ({
        balance,
        weight: weighted.weights[i] ?? 0n,
      })),
    ) *
      999n) /
    1_000n,
};

/** The same of the first version, which pays the protocol in tokens. */
export const firstPool: WeightedPool = { ...weightedPool, version: 1 };

/** One whose token's rate grew beyond what it ever was. */
export const yieldingPool: WeightedPool = {
  ...weightedPool,
  id: "0x00000000000000000000000000000000000000b4000200000000000000000001",
  address: "0x00000000000000000000000000000000000000b4",
  yield: { rates: [(E18 * 12n) / 10n, null], athRateProduct: (E18 * 11n) / 10n, feeWad: E18 / 2n },
};

const stable: StablePool = {
  ...common,
  ...{ kind: "stable", version: 3 },
  id: "0x00000000000000000000000000000000000000b2000000000000000000000002",
  address: "0x00000000000000000000000000000000000000b2",
  tokens: [
    "0x0000000000000000000000000000000000000a00",
    "0x0000000000000000000000000000000000000b00",
    "0x0000000000000000000000000000000000000c00",
  ],
  balances: [4_000_000n * E18, 3_500_000_000_000n, 5_100_000_000_000n],
  scales: [1n, 10n ** 12n, 10n ** 12n],
  swapFeeWad: 10n ** 14n,
  supply: 12_500_000n * E18,
  lastInvariant: 0n,
  lastAmp: 2_000_000n,
  amplification: { startValue: 2_000_000n, endValue: 2_000_000n, startTime: 1n, endTime: 1n },
  rates: [null, null, null],
  yieldFeeWad: 0n,
};

/** A stable pool that traded a little since its last join. */
export const stablePool: StablePool = {
  ...stable,
  lastInvariant:
    ((stableInvariant(stable.lastAmp, scaledBalances(stable)) ?? 0n) * 9_999n) / 10_000n,
};

const rate = { old: E18, duration: 600n, expires: 0n, isExempt: false };

/**
 * A stable pool two of whose tokens grew, one of them untaxed, and whose rates are kept for too
 * long.
 */
export const ratedPool: StablePool = {
  ...stablePool,
  yieldFeeWad: E18 / 4n,
  rates: [
    null,
    { ...rate, kept: (E18 * 11n) / 10n, live: (E18 * 111n) / 100n },
    { ...rate, kept: (E18 * 12n) / 10n, live: (E18 * 13n) / 10n, isExempt: true },
  ],
};

/** A pool of 2021 whose protocol fees are due, in the token of the largest balance. */
export const firstStablePool: StablePool = {
  ...stablePool,
  version: 1,
  id: "0x00000000000000000000000000000000000000b6000000000000000000000002",
  address: "0x00000000000000000000000000000000000000b6",
};

/** The same of two tokens, one of which has a rate that is kept for too long. */
export const metaStablePool: StablePool = {
  ...firstStablePool,
  id: "0x00000000000000000000000000000000000000b7000200000000000000000001",
  address: "0x00000000000000000000000000000000000000b7",
  tokens: stable.tokens.slice(0, 2),
  balances: [4_000_000n * E18, 3_500_000_000_000n],
  scales: [1n, 10n ** 12n],
  lastInvariant: 7_499_000n * E18,
  rates: [{ ...rate, old: null, kept: (E18 * 11n) / 10n, live: (E18 * 111n) / 100n }, null],
};

const even = 707_106_781_186_547_524n;
const flat = {
  ...{ alpha: 990_000_000_000_000_000n, beta: 1_010_101_010_101_010_101n },
  ...{ c: even, s: even, lambda: 1_000n * E18 },
};
const steep = {
  ...{ alpha: 2_000n * E18, beta: 3_000n * E18, lambda: 250n * E18 },
  ...{ c: 400_000_000_000_000n, s: 999_999_919_999_996_799n },
};

/** Gyroscope's pool of about equal tokens, whose first has a rate that grew. */
export const eclpPool: EclpPool = {
  ...common,
  ...{ kind: "eclp", protocolFeeWad: 0n, lastInvariant: 0n, swapFeeWad: 5n * 10n ** 14n },
  id: "0x00000000000000000000000000000000000000b9000200000000000000000009",
  address: "0x00000000000000000000000000000000000000b9",
  ...{ tokens: weighted.tokens, scales: weighted.scales },
  balances: [3_000_000n * E18, 2_500_000_000_000n],
  rates: [1_047_123_456_789_012_345n, null],
  supply: 2_700_000n * E18,
  ellipse: { ...flat, ...derivedParameters(flat) },
};

/** One of tokens far apart, without rates. */
export const steepPool: EclpPool = {
  ...eclpPool,
  id: "0x00000000000000000000000000000000000000ba00020000000000000000000a",
  address: "0x00000000000000000000000000000000000000ba",
  rates: [null, null],
  balances: [900n * E18, 2_400_000_000_000n],
  ellipse: { ...steep, ...derivedParameters(steep) },
};

/** A 2-CLP of about equal tokens, one of which has a rate. */
export const twoClpPool: TwoClpPool = {
  ...common,
  ...{ kind: "2clp", protocolFeeWad: 0n, lastInvariant: 0n, swapFeeWad: 2n * 10n ** 14n },
  id: "0x00000000000000000000000000000000000000bb00020000000000000000000b",
  address: "0x00000000000000000000000000000000000000bb",
  ...{ tokens: weighted.tokens, scales: weighted.scales },
  balances: [42_841n * E18, 41_488_841_728n],
  rates: [null, 1_012_345_678_901_234_567n],
  supply: 84_000n * E18,
  range: { sqrtAlpha: 997_496_867_163_000_167n, sqrtBeta: 1_002_496_882_788_171_068n },
};

/** A liquidity bootstrapping pool whose weights move, without fees of the protocol. */
export const bootstrappingPool: BootstrappingPool = {
  ...common,
  ...{ kind: "bootstrapping", version: 1, protocolFeeWad: 0n, swapFeeWad: 10n ** 16n },
  id: "0x00000000000000000000000000000000000000bc00020000000000000000000c",
  address: "0x00000000000000000000000000000000000000bc",
  ...{ tokens: weighted.tokens, balances: weighted.balances, scales: weighted.scales },
  ...{ supply: 3_000_000n * E18, lastInvariant: 10n ** 24n, swapEnabled: true },
  course: {
    // As kept of 80 and 20 %, and of 60 and 40 %.
    startWeights: [800_000_000_186_264_516n, 200_000_000_279_396_773n],
    endWeights: [600_000_000_000_000_000n, 400_000_000_000_000_000n],
    ...{ startTime: 0n, endTime: 4_000_000_000n },
  },
};

/** One of three tokens that pays the protocol, at the end of its course. */
export const chargedPool: BootstrappingPool = {
  ...bootstrappingPool,
  id: "0x00000000000000000000000000000000000000bd00010000000000000000000d",
  address: "0x00000000000000000000000000000000000000bd",
  protocolFeeWad: E18 / 2n,
  tokens: stable.tokens,
  balances: [900_000n * E18, 2_500_000_000_000n, 4_000_000_000n],
  scales: [1n, 10n ** 12n, 10n ** 10n],
  ...{ supply: 45_000n * E18, lastInvariant: 10n ** 22n },
  course: {
    startWeights: [900_000_000_325_962_902n, 50_000_000_302_679_837n, 50_000_000_302_679_837n],
    endWeights: [750_011_444_266_422_523n, 150_011_444_266_422_523n, 100_007_629_510_948_349n],
    ...{ startTime: 1n, endTime: 10n },
  },
};

const third = E18 / 3n;

/** Weights that no closed power serves, of tokens with 18, 6 and 8 decimals. */
const thirds: WeightedPool = {
  ...weightedPool,
  tokens: stable.tokens,
  balances: [900n * E18, 2_500_000_000_000n, 4_000_000_000n],
  scales: [1n, 10n ** 12n, 10n ** 10n],
  weights: [third, third, E18 - 2n * third],
  swapFeeWad: 3n * 10n ** 15n,
  supply: 45_000n * E18,
  lastInvariant: 10n ** 22n,
};

/** States that the conformance tests run on. */
export const samples: readonly BalancerV2Pool[] = [
  weightedPool,
  { ...weightedPool, version: 2, protocolFeeWad: 0n },
  firstPool,
  yieldingPool,
  stablePool,
  ratedPool,
  firstStablePool,
  { ...firstStablePool, protocolFeeWad: 0n },
  metaStablePool,
  eclpPool,
  steepPool,
  twoClpPool,
  bootstrappingPool,
  chargedPool,
  { ...twoClpPool, rates: [null, null], range: { sqrtAlpha: E18 / 2n, sqrtBeta: 3n * E18 } },
  { ...stablePool, supply: 0n, balances: [0n, 0n, 0n] },
  { ...weightedPool, weights: [E18 / 100n, (E18 * 99n) / 100n], lastInvariant: E18 },
  thirds,
  {
    ...{ ...stablePool, balances: [4_000n * E18, 9_500_000_000_000n, 20_000_000_000n] },
    ...{ supply: 9_000_000n * E18, lastInvariant: E18 },
  },
  {
    ...{ ...stablePool, lastInvariant: E18, lastAmp: 5_000_000n, protocolFeeWad: 0n },
    amplification: { startValue: 5_000_000n, endValue: 5_000_000n, startTime: 1n, endTime: 1n },
  },
];
