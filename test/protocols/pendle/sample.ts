import { ROUTER } from "../../../devnet/protocols/pendle.ts";
import type {
  PendleMarket,
  PendlePool,
  PendleWrapper,
} from "../../../src/protocols/pendle/state.ts";

const ONE = 10n ** 18n;
const of = (digit: string) => `0x${digit.repeat(40)}` as const;

/** PT of 18 decimals, of which there is more than SY, half a year before its expiry. */
export const market: PendleMarket = {
  ...{ kind: "market", id: of("1"), address: of("1"), slug: "pendle", updatedBlock: 1 },
  ...{ router: ROUTER, sy: of("a"), pt: of("b"), yt: of("c") },
  ...{ expiry: 1_815_768_000n, scalarRoot: 180n * ONE, reserveFeePercent: 80n },
  ...{ lnFeeRoot: 900_000_000_000_000n, routerLnFeeRoot: 600_000_000_000_000n },
  ...{ totalPt: 1_234_567n * ONE + 89n, totalSy: 654_321n * ONE + 12n, supply: 800_000n * ONE },
  ptSupply: 2_000_000n * ONE,
  ...{ lnImpliedRate: 48_790_164_169_432_003n, rate: 1_180_000_000_000_000_007n },
  ...{ keptRate: 1_179_999_999_999_999_999n, isPaused: false, isExpired: false },
  rewardTokens: [of("7"), of("8")],
};

/** PT of six decimals, an SY whose rate has fallen, a flatter curve and no reserve. */
export const small: PendleMarket = {
  ...{ ...market, id: of("2"), address: of("2"), sy: of("d"), pt: of("e"), yt: of("f") },
  ...{ scalarRoot: 20n * ONE, reserveFeePercent: 0n, rate: 10n ** 18n },
  ...{ totalPt: 4_000_000_000_000n, totalSy: 5_000_000_000_000n, supply: 4_400_000_000_000n },
};

/** Over. */
export const expired: PendleMarket = {
  ...{ ...market, id: of("3"), address: of("3"), isExpired: true, expiry: 10n },
};

/** An SY that keeps all that it stands for. */
export const wrapper: PendleWrapper = {
  ...{ kind: "wrapper", id: of("a"), address: of("a"), slug: "pendle", updatedBlock: 1 },
  ...{ yieldToken: of("9"), supply: 900_000n * ONE, held: 900_000n * ONE, isPaused: false },
};

/** States that the conformance tests run on. */
export const samples: readonly PendlePool[] = [
  market,
  small,
  expired,
  wrapper,
  { ...wrapper, id: of("d"), address: of("d"), isPaused: true },
];
