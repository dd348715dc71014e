import { MAX_UINT128 } from "../../lib/math.ts";
import {
  largestAmount,
  largestScaled,
  RAY,
  rayDiv,
  rayDivCeil,
  rayDivFloor,
  rayMul,
  rayMulFloor,
} from "./ray-math.ts";
import { roundsAgainstUsers } from "./revision.ts";

/** How an aToken counts. Amounts in the smallest unit, indices in ray. */
export interface Rounding {
  /** Scaled units that supplying an amount gives. */
  readonly supplied: (amount: bigint, index: bigint) => bigint;
  /** Scaled units that sending or withdrawing an amount takes. */
  readonly sent: (amount: bigint, index: bigint) => bigint;
  /** What scaled units are worth. */
  readonly balance: (scaled: bigint, index: bigint) => bigint;
  /** Largest amount that gives at most so many scaled units when supplied. */
  readonly largestSupplied: (scaled: bigint, index: bigint) => bigint;
  /** Largest amount that takes at most so many scaled units when sent. */
  readonly largestSent: (scaled: bigint, index: bigint) => bigint;
  /** Most scaled units that are worth at most an amount. */
  readonly largestScaled: (amount: bigint, index: bigint) => bigint;
  /** Most scaled units that an account holds. */
  readonly maxScaled: bigint;
}

/**
 * Up to version 3.4.
 *
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/tokenization/base/ScaledBalanceTokenBase.sol
 */
const HALF_UP: Rounding = {
  supplied: rayDiv,
  sent: rayDiv,
  balance: rayMul,
  largestSupplied: largestAmount,
  largestSent: largestAmount,
  largestScaled,
  maxScaled: MAX_UINT128,
};

/**
 * Since version 3.5.
 *
 * @see https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/protocol/libraries/helpers/TokenMath.sol
 */
const AGAINST_USERS: Rounding = {
  supplied: rayDivFloor,
  sent: rayDivCeil,
  balance: rayMulFloor,
  largestSupplied: (scaled, index) => ((scaled + 1n) * index - 1n) / RAY,
  largestSent: (scaled, index) => (scaled * index) / RAY,
  largestScaled: (amount, index) => ((amount + 1n) * RAY - 1n) / index,
  maxScaled: (1n << 120n) - 1n,
};

/** How the aTokens of a market count. */
export function roundingOf(market: { readonly revision: number }): Rounding {
  return roundsAgainstUsers(market) ? AGAINST_USERS : HALF_UP;
}
