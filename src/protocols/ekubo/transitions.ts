import type { Hex } from "viem";
import type { LiquidityChange } from "../uniswap-v3/transitions.ts";

/** The word that the Core keeps of a pool. */
export interface PoolWord {
  /** Compact. */
  readonly sqrtRatio: bigint;
  readonly tick: number;
  readonly liquidity: bigint;
}

/**
 * Reads that word; 0 for a pool that is not there.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/types/poolState.sol
 */
export function poolWordOf(word: bigint): PoolWord {
  return {
    sqrtRatio: word >> 160n,
    tick: Number(BigInt.asIntN(32, word >> 128n)),
    liquidity: BigInt.asUintN(128, word),
  };
}

/** The word of such values. */
export function wordOfPool({ sqrtRatio, tick, liquidity }: PoolWord): bigint {
  return (sqrtRatio << 160n) | (BigInt.asUintN(32, BigInt(tick)) << 128n) | liquidity;
}

/**
 * What changed of a position, by its id.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/types/positionId.sol
 */
export function changeOf(positionId: Hex, liquidityDelta: bigint): LiquidityChange {
  const id = BigInt(positionId);
  return {
    tickLower: Number(BigInt.asIntN(32, id >> 32n)),
    tickUpper: Number(BigInt.asIntN(32, id)),
    liquidityDelta,
  };
}
