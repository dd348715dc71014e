import { deployments, fixedOf } from "../../../src/protocols/sky-psm/contracts.ts";
import type { SkyPsm } from "../../../src/protocols/sky-psm/pool.ts";

const WAD = 10n ** 18n;
const contracts = deployments[0]?.chains[1]?.contracts;
if (contracts === undefined) throw new Error("The module is not on Ethereum.");
const fixed = fixedOf(contracts);

const state: SkyPsm = {
  ...{ id: fixed.psm, slug: "sky-lite-psm", updatedBlock: 1, ...fixed },
  ...{ tinWad: 0n, toutWad: 0n },
  ...{ daiBalance: 18_000_000n * WAD, gemBalance: 20_000_000n * 10n ** 6n },
};

/** States that the conformance tests run on. */
export const samples: readonly SkyPsm[] = [
  state,
  { ...state, tinWad: WAD / 10_000n, toutWad: (3n * WAD) / 10_000n },
  { ...state, tinWad: 123_456_789_012_345n, toutWad: 543_210_987_654_321n, daiBalance: WAD + 7n },
  { ...state, tinWad: (1n << 256n) - 1n, toutWad: (1n << 256n) - 1n },
  { ...state, tinWad: WAD, toutWad: WAD, gemBalance: 0n },
];
