/**
 * Code of pools before twocrypto-ng and tricrypto-ng, by the month of the first one that runs it;
 * `factory`: of the factory of pools of two coins.
 */
export type OlderCode = ("2021-05" | "2021-07") | ("2021-10" | "2021-12" | "2022-01" | "factory");

/** In what versions of the older code differ. */
export interface OlderTraits {
  readonly coins: 2 | 3;
  /** By what A is multiplied to be that of later code, 10,000 times A * n^n. */
  readonly annScale: bigint;
  /** Whether D is found anew while A and gamma move; else it is only after a trade. */
  readonly followsRamps: boolean;
  /** Whether the view of average prices tells what is stored, not what they are in the block. */
  readonly tellsStored: boolean;
  /** The scale moves by this part of its distance at least; 0: by the step alone. */
  readonly part: bigint;
  /**
   * Whether a pool that is about to move its scale stays so while prices are near it. Else it is
   * not about to then, and the admin takes a share.
   */
  readonly waits: boolean;
  /** Whether the admin takes a share when a move of the scale turns out not to pay. */
  readonly claims: boolean;
}

const TWO = { coins: 2, annScale: 1n, followsRamps: true, claims: true } as const;

/** What each version of the older code does. */
export const OLDER_CODE: Readonly<Record<OlderCode, OlderTraits>> = {
  // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-05-28/CurveCryptoSwap.vy
  "2021-05": {
    ...{ coins: 3, annScale: 100n, followsRamps: false },
    ...{ tellsStored: true, part: 0n, waits: true, claims: false },
  },
  // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-07-13/CryptoSwap.vy
  "2021-07": {
    ...{ coins: 3, annScale: 1n, followsRamps: true },
    ...{ tellsStored: true, part: 0n, waits: true, claims: false },
  },
  // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-11-01.%20EURS%20on%20mainnet/CryptoSwap.vy
  "2021-10": { ...TWO, tellsStored: true, part: 0n, waits: true },
  // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-12-11.%20CVX/CurveCryptoSwap2ETH.vy
  "2021-12": { ...TWO, tellsStored: true, part: 10n, waits: false },
  // https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/two/CurveCryptoSwap2ETH.vy
  "2022-01": { ...TWO, tellsStored: false, part: 10n, waits: false },
  // https://github.com/curvefi/curve-factory-crypto/blob/7ed10110/contracts/CurveCryptoSwap2ETH.vy
  factory: { ...TWO, tellsStored: false, part: 5n, waits: false },
};

/** What code a pool may have. */
export type Generation = OlderCode | "ng";

/** Whether a generation is that of older code. */
export function isOlder(generation: string): generation is OlderCode {
  return generation in OLDER_CODE;
}

/** What a pool of older code remembers besides what all do. */
export interface Older {
  readonly code: OlderCode;
  /** How far averages have to be from the scale at least for it to move, 18 decimals. */
  readonly threshold: bigint;
  /**
   * Whether the scale is about to move (`not_adjusted`). The contract tells nobody: null where it
   * does not follow from what was read.
   */
  readonly moves: boolean | null;
  /** Whether a trade left what depends on something that is not known: no other can follow it. */
  readonly isSpent: boolean;
}
