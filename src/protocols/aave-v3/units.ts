import { rayDivCeil, rayDivFloor } from "./ray-math.ts";

/** Scaled amounts and the indices that they are counted with. */
interface Units {
  readonly scaledSupply: bigint;
  readonly liquidityIndexRay: bigint;
  readonly scaledVariableDebt: bigint;
  readonly variableBorrowIndexRay: bigint;
}

/**
 * What an action changes of the scaled amounts in code that rounds against users.
 *
 * @see https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/protocol/libraries/helpers/TokenMath.sol
 */
export type UnitsChange = (reserve: Units) => Partial<Units>;

/** Mints aTokens for an amount. */
export function supplying(amount: bigint): UnitsChange {
  return ({ scaledSupply, liquidityIndexRay }) => ({
    scaledSupply: scaledSupply + rayDivFloor(amount, liquidityIndexRay),
  });
}

/** Burns the aTokens of an amount. */
export function withdrawing(amount: bigint): UnitsChange {
  return ({ scaledSupply, liquidityIndexRay }) => ({
    scaledSupply: scaledSupply - rayDivCeil(amount, liquidityIndexRay),
  });
}

/** Mints debt of an amount. */
export function borrowing(amount: bigint): UnitsChange {
  return ({ scaledVariableDebt, variableBorrowIndexRay }) => ({
    scaledVariableDebt: scaledVariableDebt + rayDivCeil(amount, variableBorrowIndexRay),
  });
}

/**
 * Burns the debt of an amount.
 *
 * @param before Of the same debt, what was taken off already; both were burned in one.
 */
export function repaying(amount: bigint, before = 0n): UnitsChange {
  return ({ scaledVariableDebt, variableBorrowIndexRay }) => ({
    scaledVariableDebt:
      scaledVariableDebt -
      rayDivFloor(amount + before, variableBorrowIndexRay) +
      rayDivFloor(before, variableBorrowIndexRay),
  });
}
