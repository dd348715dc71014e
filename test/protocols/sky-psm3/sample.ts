import { deployments } from "../../../src/protocols/sky-psm3/contracts.ts";
import type { SkyPsm3 } from "../../../src/protocols/sky-psm3/pool.ts";

const WAD = 10n ** 18n;
const contracts = deployments[0]?.chains[8453]?.contracts;
if (contracts === undefined) throw new Error("The module is not on Base.");
const { oracle: _, ...fixed } = contracts;

const state: SkyPsm3 = {
  ...{ id: fixed.psm, slug: "spark-psm3", updatedBlock: 1, ...fixed },
  ...{ usdcBalance: 5_000_000n * 10n ** 6n, usdsBalance: 8_000_000n * WAD },
  susdsBalance: 30_000_000n * WAD,
  savingsRateRay: 1_000_000_001_395_766_281_313_196_627n,
  indexRay: 1_082_345_678_901_234_567_890_123_456n,
  indexTimestamp: 0n,
};

/** States that the conformance tests run on. */
export const samples: readonly SkyPsm3[] = [
  state,
  { ...state, savingsRateRay: 10n ** 27n, indexRay: 10n ** 27n },
  { ...state, indexRay: 1_036_903_527_276_524_877_455_228_177n, usdcBalance: 7n, usdsBalance: WAD },
  { ...state, usdcBalance: 0n, usdsBalance: 0n, susdsBalance: 0n },
];
