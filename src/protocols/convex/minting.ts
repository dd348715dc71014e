import type { Address } from "viem";

/**
 * How much is minted to whoever claims rewards, in proportion to these. `cliffs`: by the supply of
 * the minted token, less with every cliff. `rate`: by what a coordinator says, 18 decimals.
 */
export type Minting =
  | {
      readonly kind: "cliffs";
      readonly schedule: keyof typeof SCHEDULES;
      /** Whether the booster weighs the rewards of each pool before. */
      readonly isWeighted: boolean;
    }
  | { readonly kind: "rate"; readonly coordinator: Address };

/** What is minted for a reward: its cliffs left * `perCliff` + `base`, over all cliffs. */
interface CliffSchedule {
  /** Supply that counts to no cliff, smallest unit. */
  readonly initial: bigint;
  /** Most that is minted besides, smallest unit. */
  readonly most: bigint;
  readonly cliffs: bigint;
  readonly perCliff: { readonly numerator: bigint; readonly denominator: bigint };
  readonly base: bigint;
}

/** What minting goes by at a block. */
export interface MintingNow {
  /** Of `cliffs` the supply of the minted token, smallest unit; of `rate` the rate, 18 decimals. */
  readonly measure: bigint;
  /** Of the pool, of 10,000. */
  readonly weightBps: bigint;
}

/** A pool's weight where the booster weighs none. */
export const FULL_WEIGHT_BPS = 10_000n;
const WAD = 10n ** 18n;

/** https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/Cvx.sol */
const CVX: CliffSchedule = {
  ...{ initial: 0n, most: 100_000_000n * WAD, cliffs: 1_000n },
  ...{ perCliff: { numerator: 1n, denominator: 1n }, base: 0n },
};

/**
 * What `AuraMinter` mints besides counts to no cliff either, which only the token's storage tells:
 * it is taken as none, as Aura's own AuraMining does.
 *
 * @see https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/contracts/core/Aura.sol
 */
const AURA: CliffSchedule = {
  ...{ initial: 50_000_000n * WAD, most: 50_000_000n * WAD, cliffs: 500n },
  ...{ perCliff: { numerator: 5n, denominator: 2n }, base: 700n },
};

const SCHEDULES = { CVX, AURA };

/**
 * What a claim of rewards mints, each step rounded down: `rewardClaimed` of the booster, then
 * `mint` of the token or the coordinator.
 *
 * @param reward Smallest unit, of 18 decimals as the minted token.
 * @see https://github.com/aurafinance/convex-platform/blob/6c8abb2640/contracts/contracts/Booster.sol
 */
export function mintedDown(minting: Minting, reward: bigint, on: MintingNow): bigint {
  const weighted = (reward * on.weightBps) / FULL_WEIGHT_BPS;
  if (minting.kind === "rate") return (weighted * on.measure) / WAD;
  return mintedByCliffsDown(SCHEDULES[minting.schedule], weighted, on.measure);
}

/**
 * As `mint` of ConvexToken and AuraToken.
 *
 * @param supply Of the minted token before the claim, smallest unit; at least the initial one.
 */
function mintedByCliffsDown(
  { initial, most, cliffs, perCliff, base }: CliffSchedule,
  reward: bigint,
  supply: bigint,
): bigint {
  const minted = supply - initial;
  const cliff = minted / (most / cliffs);
  if (cliff >= cliffs) return 0n;
  const parts = ((cliffs - cliff) * perCliff.numerator) / perCliff.denominator + base;
  const amount = (reward * parts) / cliffs;
  const left = most - minted;
  return amount < left ? amount : left;
}
