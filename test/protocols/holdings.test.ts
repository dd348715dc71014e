import { describe, expect, test } from "vitest";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import type { PendlePool } from "../../src/protocols/pendle/state.ts";
import type { BlockContext, Edge, PoolState } from "../../src/protocols/protocol.ts";
import { deepFreeze } from "./freeze.ts";

const at: BlockContext = { number: 2n, timestamp: 12n };
const E18 = 10n ** 18n;

/** Amounts of the first state of each `sample.ts`, in the protocol's order. */
const OF_FIRST_SAMPLE: Readonly<Record<string, readonly bigint[]>> = {
  "wrapped-native": [],
  "uniswap-v2": [3_000_000_000_000n, 1_000n * E18],
  // L (1 - 1.0001^(-887220/2)) + 50 L (1 - 1.0001^(-1200/2)), and the same with the lower tick
  // -600.
  "uniswap-v3": [3_911_632_065_312_596_972n, 2_477_650_543_956_858_483n],
  "balancer-v3": [2_000_000n * E18, 800_000_000_000n],
  "balancer-v3-buffer": [300_000_000_000n, 200_000n * E18],
  "uniswap-v4": [3_911_632_065_312_596_972n, 2_477_650_543_956_858_483n],
  "pancakeswap-infinity": [3_911_632_065_312_596_972n, 2_477_650_543_956_858_483n],
  slipstream: [3_911_632_065_312_596_972n, 2_477_650_543_956_858_483n],
  algebra: [3_911_632_065_312_596_972n, 2_477_650_543_956_858_483n],
  "liquidity-book": [13_000n * E18 + 39n, 26_000n * E18 + 26n],
  "pancakeswap-infinity-bin": [13_000n * E18 + 39n, 26_000n * E18 + 26n],
  // L (1 / s(123456) - 1 / s(upper)) + 7 (1 / s(300000) - 1 / s(400000)), and L (s(123456) -
  // s(lower)), with s(tick) = 1.000001^(tick / 2).
  ekubo: [2_623_404_110_246_703_899_216n, 1_601_682_022_332_937_903_269n],
  fluid: [1_487_339_733_445_775_000_000n, 1_784_807_680_134_934_000_000n],
  "fluid-dex-lite": [1_000_000_000_000n, 1_200_000_000_000n],
  pendle: [654_321n * E18 + 12n, 1_234_567n * E18 + 89n],
  solidly: [3_000_000_000_000n, 2_500_000n * E18],
  erc4626: [1_049_999_999_999n],
  "morpho-blue": [1_000_000_000_000n],
  lido: [9_123_456_789_012_345_678_901_234n],
  "curve-stableswap": [69_265_278n, 140_296_574n],
  "curve-meta": [4_824_805_628_775_442_017_834_111n, 3_958_957_064_477_993_656_079_334n],
  "curve-factory": [8_219_345_678_901n, 12_345_678_901_234_567_890_123_456n],
  "curve-lending": [9_072_281_413_687_121_238_806_847n, 9_118_156_651_050n, 5_689_059_368_337n],
  "curve-stableswap-ng": [20_645_714_947_000n, 16_619_279_610_257n],
  "curve-crypto": [4_332_903_906_625n, 6_010_377_250n, 2_228_069_361_366_269_473_640n],
  convex: [10n ** 24n],
  "curve-gauge": [10n ** 24n],
  "balancer-v2": [2_000_000n * E18, 800_000_000_000n],
  "berachain-reward-vault": [1_000_000n * E18],
  "aave-v3": [1_000_000_000n],
  "rocket-pool": [461_234_567_890_123_456_789_012n],
  "staking-tokens": [479_746_451_523_543_911_039_175n],
  "synthetix-staking": [E18],
  masterchef: [E18],
  sky: [],
  "compound-v2": [289_876_543_219_987n],
  "compound-v3": [340_370_367_037_036n],
  "sky-psm": [20_000_000_000_000n, 18_000_000n * E18],
  "sky-psm3": [5_000_000_000_000n, 8_000_000n * E18, 30_000_000n * E18],
};

/** Families whose unknown states have holdings that the tables do not tell. */
const UNKNOWN = ["wrapped-native", "sky", "erc4626", "uniswap-v3"];

/** Families whose holdings trades change only once an oracle has counted them. */
const REPORTED = ["rocket-pool"];

/** Whether SY, for YT or after the expiry for PT, comes from elsewhere than the market. */
function isPaidByYt(state: PendlePool, { tokenIn }: Edge): boolean {
  return state.kind === "market" && (state.isExpired || tokenIn === state.yt);
}

/** Units by which a family's own rounding may part from that of a trade. */
const ROUNDING = 2n;

async function samplesOf(family: string): Promise<readonly PoolState[]> {
  const module: { samples: readonly PoolState[] } = await import(`./${family}/sample.ts`);
  return deepFreeze(module.samples);
}

describe.each(PROTOCOLS.map((protocol) => ({ family: protocol.family, protocol })))("$family", ({
  family,
  protocol,
}) => {
  test("default", async () => {
    const [first] = await samplesOf(family);
    if (first === undefined) throw new Error(`${family} has no sample.`);
    const amounts = protocol.holdings(first, at).map(({ amount }) => amount);
    expect(amounts).toEqual(OF_FIRST_SAMPLE[family]);
  });

  test("behavior: every state answers, with a token at most once", async () => {
    for (const state of await samplesOf(family)) {
      const holdings = protocol.holdings(state, at);
      if (!UNKNOWN.includes(family)) expect(holdings).not.toEqual([]);
      expect(new Set(holdings.map(({ token }) => token)).size).toBe(holdings.length);
      for (const { token, amount } of holdings) {
        expect(token).toMatch(/^0x[0-9a-f]{40}$/);
        expect(amount).toBeGreaterThanOrEqual(0n);
      }
    }
  });

  test("behavior: a trade adds at most what it gives and removes at least what it takes", async () => {
    for (const state of await samplesOf(family)) {
      const held = (one: PoolState) =>
        new Map(protocol.holdings(one, at).map(({ token, amount }) => [token, amount]));
      const before = held(state);
      for (const edge of protocol.edges(state)) {
        for (let x = protocol.maxIn(state, edge, at) / 2n; x > 0n; x /= 1_000_000n) {
          const result = protocol.quote(state, edge, x, at);
          if (!result.ok) continue;
          const after = held(result.next);
          const given = (after.get(edge.tokenIn) ?? 0n) - (before.get(edge.tokenIn) ?? 0n);
          expect(given).toBeLessThanOrEqual(x + ROUNDING);
          const taken = (before.get(edge.tokenOut) ?? 0n) - (after.get(edge.tokenOut) ?? 0n);
          if (!before.has(edge.tokenOut) || REPORTED.includes(family)) continue;
          if (family === "pendle" && isPaidByYt(state as PendlePool, edge)) continue;
          expect(taken).toBeGreaterThanOrEqual(result.amountOut - ROUNDING);
        }
      }
    }
  });
});
