import { type Hex, hexToBigInt } from "viem";
import { MAX_UINT128 } from "../../lib/math.ts";
import type { Bin } from "./bins.ts";
import {
  accumulatorAt,
  decayed,
  type FeeParameters,
  referencesAt,
  type Volatility,
} from "./volatility.ts";

/** The part of a pair's row that logs change. */
export interface PoolChange extends FeeParameters, Volatility, Bin {
  readonly activeId: number;
  /** What all bins hold together. */
  readonly totalX: bigint;
  readonly totalY: bigint;
  readonly binsBlock: number;
  readonly updatedBlock: number;
}

/** When a log happened. */
export interface Moment {
  readonly block: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** A bin that a log changed. */
export interface BinChange {
  readonly id: number;
  readonly before: Bin;
  readonly after: Bin;
}

/** Both amounts of a packed word: X in its lower 128 bits. */
export function unpacked(word: Hex): Bin {
  const value = hexToBigInt(word);
  return { reserveX: value & MAX_UINT128, reserveY: value >> 128n };
}

/** A bin with more. */
export function added(bin: Bin, amounts: Bin): Bin {
  return {
    reserveX: bin.reserveX + amounts.reserveX,
    reserveY: bin.reserveY + amounts.reserveY,
  };
}

/** A bin with less. */
export function taken(bin: Bin, amounts: Bin): Bin {
  return {
    reserveX: bin.reserveX - amounts.reserveX,
    reserveY: bin.reserveY - amounts.reserveY,
  };
}

const isEmpty = ({ reserveX, reserveY }: Bin): boolean => reserveX === 0n && reserveY === 0n;

/** A pair that was just created, in which nobody has traded. */
export function created(parameters: FeeParameters, activeId: number, block: number): PoolChange {
  return {
    ...parameters,
    ...{ activeId, idReference: activeId, volatilityAccumulator: 0, volatilityReference: 0 },
    ...{
      timeOfLastUpdate: 0,
      reserveX: 0n,
      reserveY: 0n,
      totalX: 0n,
      totalY: 0n,
      binsBlock: block,
      updatedBlock: block,
    },
  };
}

/**
 * The active bin before the first trade, which no log names: the trade's volatility says how far
 * from it the trade came. One that passes more empty bins than the volatility counts says the
 * least.
 */
function firstActiveId({ id, before, after }: BinChange, volatilityAccumulator: number): number {
  const passed = Math.ceil(volatilityAccumulator / 10_000);
  return after.reserveY < before.reserveY ? id + passed : id - passed;
}

/**
 * `Swap` of one bin, of which a trade logs one after the other: the references move with the first
 * alone, as no time passes then.
 */
export function swapped(
  pool: PoolChange,
  { volatilityAccumulator, ...bin }: BinChange & Pick<Volatility, "volatilityAccumulator">,
  { block, timestamp }: Moment,
): Partial<PoolChange> {
  const isFirst = pool.timeOfLastUpdate === 0;
  const activeId = isFirst ? firstActiveId(bin, volatilityAccumulator) : pool.activeId;
  return {
    ...referencesAt(pool, pool, { activeId, timestamp }),
    ...{ volatilityAccumulator, timeOfLastUpdate: timestamp, activeId: bin.id },
    ...bin.after,
    ...totalsAfter(pool, [bin]),
    binsBlock: bin.id === pool.activeId && !isEmpty(bin.before) ? pool.binsBlock : block,
    updatedBlock: block,
  };
}

/** The pair after what some of its bins hold has changed and nothing else. */
export function binsChanged(
  pool: Pick<PoolChange, "activeId" | "binsBlock" | "totalX" | "totalY">,
  changes: readonly BinChange[],
  block: number,
): Partial<PoolChange> {
  const active = changes.findLast(({ id }) => id === pool.activeId);
  const isOfActive = changes.every(({ id, before }) => id === pool.activeId && !isEmpty(before));
  return {
    ...active?.after,
    ...totalsAfter(pool, changes),
    binsBlock: isOfActive ? pool.binsBlock : block,
    updatedBlock: block,
  };
}

function totalsAfter(
  { totalX, totalY }: Pick<PoolChange, "totalX" | "totalY">,
  changes: readonly BinChange[],
): Pick<PoolChange, "totalX" | "totalY"> {
  return {
    totalX: changes.reduce(
      (sum, { before, after }) => sum + after.reserveX - before.reserveX,
      totalX,
    ),
    totalY: changes.reduce(
      (sum, { before, after }) => sum + after.reserveY - before.reserveY,
      totalY,
    ),
  };
}

/**
 * `CompositionFees`: a deposit that trades in the active bin, before it is in it, counts as a trade
 * there.
 */
export function composed(
  pool: PoolChange,
  { id: activeId, ...bin }: Bin & { readonly id: number },
  { block, timestamp }: Moment,
): Partial<PoolChange> {
  const references = referencesAt(pool, pool, { activeId, timestamp });
  const volatilityAccumulator = accumulatorAt(pool, references, activeId);
  return {
    ...{ ...references, volatilityAccumulator, timeOfLastUpdate: timestamp, activeId, ...bin },
    binsBlock: activeId === pool.activeId ? pool.binsBlock : block,
    updatedBlock: block,
  };
}

/** `ForcedDecay`, which logs the references as they were before. */
export function forced(pool: PoolChange, block: number): Partial<PoolChange> {
  return { ...decayed(pool, pool, pool.activeId), updatedBlock: block };
}

/** What `getStaticFeeParameters` returns, by name. */
export function parametersOf(
  returned: readonly [number, number, number, number, number, number, number],
): FeeParameters {
  const [baseFactor, filterPeriod, decayPeriod, reductionFactor, variableFeeControl] = returned;
  const [, , , , , protocolShare, maxVolatilityAccumulator] = returned;
  return {
    ...{ baseFactor, filterPeriod, decayPeriod, reductionFactor },
    ...{ variableFeeControl, protocolShare, maxVolatilityAccumulator },
  };
}

/** `StaticFeeParametersSet`. */
export function parametersSet(log: FeeParameters, block: number): Partial<PoolChange> {
  const { baseFactor, filterPeriod, decayPeriod, reductionFactor } = log;
  const { variableFeeControl, protocolShare, maxVolatilityAccumulator } = log;
  return {
    ...{ baseFactor, filterPeriod, decayPeriod, reductionFactor },
    ...{ variableFeeControl, protocolShare, maxVolatilityAccumulator, updatedBlock: block },
  };
}

/** What a bin's `Swap` traded; X came in, or Y. */
export function tradeOf(
  { tokenX, tokenY }: { readonly tokenX: Hex; readonly tokenY: Hex },
  log: {
    readonly amountsIn: Hex;
    readonly amountsOut: Hex;
    readonly totalFees: Hex;
    readonly protocolFees: Hex;
  },
) {
  const taken = added(unpacked(log.amountsIn), unpacked(log.protocolFees));
  const [paid, fees] = [unpacked(log.amountsOut), unpacked(log.totalFees)];
  return taken.reserveX > 0n
    ? {
        ...{ tokenIn: tokenX, tokenOut: tokenY, amountIn: taken.reserveX },
        ...{ amountOut: paid.reserveY, feeIn: fees.reserveX },
      }
    : {
        ...{ tokenIn: tokenY, tokenOut: tokenX, amountIn: taken.reserveY },
        ...{ amountOut: paid.reserveX, feeIn: fees.reserveY },
      };
}
