import type { RocketPoolState } from "../../../src/protocols/rocket-pool/pool.ts";

const ETHER = 10n ** 18n;
const state: RocketPoolState = {
  id: "0xae78736cd615f374d3085123a210448e74fc6393",
  slug: "rocket-pool",
  updatedBlock: 1,
  rEth: "0xae78736cd615f374d3085123a210448e74fc6393",
  depositPool: "0xce15294273cfb9d9b628f4d61636623decdf4fdc",
  totalEth: 461_234_567_890_123_456_789_012n,
  rEthSupply: 400_000_000_000_000_000_000_003n,
  balancesTimestamp: 1_767_225_600,
  isDepositEnabled: true,
  minimumDeposit: ETHER / 100n,
  depositFeeWad: ETHER / 2_000n,
  poolBalance: 1_500n * ETHER,
  maximumPoolSize: 18_000n * ETHER,
  queueCapacity: 320n * ETHER,
  isAssigning: true,
  rEthBalance: 4_000n * ETHER,
  targetCollateralWad: ETHER / 100n,
  sincePrice: 1_153_000_000_000_000_000_000_000_000n,
  sinceTimestamp: 1_767_139_200,
};

/** States that the conformance tests run on. */
export const samples: readonly RocketPoolState[] = [
  state,
  { ...state, isAssigning: false, queueCapacity: 2_000n * ETHER },
  { ...state, isDepositEnabled: false },
  { ...state, poolBalance: 20_000n * ETHER },
  { ...state, totalEth: 0n, rEthSupply: 0n },
];
