import { ellipseOf } from "../balancer-v2/ellipse.ts";
import { contractsOn } from "../deployment.ts";
import { isObservable, observe } from "../growth.ts";
import type { PoolFacts } from "./admission.ts";
import { deployments } from "./contracts.ts";
import { sharePrice } from "./pool.ts";
import type { Reading } from "./reading.ts";
import type { BalancerV3Row } from "./schema.ts";
import type { BalancerV3Pool } from "./state.ts";

/** A pool of which nothing was read yet. */
export function registered(chainId: number, facts: PoolFacts, block: number): BalancerV3Row {
  return {
    chainId,
    ...facts,
    ...{ scales: [], rates: [], balances: [], lastLive: [], weights: [], minBalances: [] },
    ellipse: [],
    ...{ swapFeeWad: 0n, aggregateSwapFeeWad: 0n, aggregateYieldFeeWad: 0n, totalSupply: 0n },
    ...{ inRecovery: false, isPaused: false },
    ...{ ampStartValue: 0n, ampEndValue: 0n, ampStartTime: 0n, ampEndTime: 0n },
    ...{ surgeThresholdWad: 0n, surgeMaxFeeWad: 0n },
    ...{ sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 },
    updatedBlock: block,
  };
}

/** The row after a reading, its share price observed; null: the pool did not answer. */
export function read(
  row: BalancerV3Row,
  reading: Reading | null,
  at: { readonly block: number; readonly timestamp: number },
): BalancerV3Row {
  if (reading === null) return { ...row, isPaused: true, updatedBlock: at.block };
  return observed({ ...row, ...reading, updatedBlock: at.block }, at.timestamp);
}

/** Whether two rows say the same, whenever they were written. */
export function isSame(row: BalancerV3Row, other: BalancerV3Row): boolean {
  return (Object.keys(row) as (keyof BalancerV3Row)[]).every((key) => {
    return key === "updatedBlock" || String(row[key]) === String(other[key]);
  });
}

function observed(row: BalancerV3Row, timestamp: number): BalancerV3Row {
  const { sincePrice, sinceTimestamp, latestPrice, latestTimestamp } = row;
  const window =
    sinceTimestamp === 0
      ? null
      : {
          since: { price: sincePrice, timestamp: sinceTimestamp },
          latest: { price: latestPrice, timestamp: latestTimestamp },
        };
  if (!isObservable(window, timestamp)) return row;
  const state = rowState(row);
  const price = state === null ? 0n : sharePrice(state, BigInt(timestamp));
  if (price === 0n) return row;
  const { since, latest } = observe(window, { price, timestamp });
  return {
    ...row,
    ...{ sincePrice: since.price, sinceTimestamp: since.timestamp },
    ...{ latestPrice: latest.price, latestTimestamp: latest.timestamp },
  };
}

/** The state of a row; null where nothing was read yet. */
export function rowState(row: BalancerV3Row): BalancerV3Pool | null {
  const contracts = contractsOn(deployments, row.slug, row.chainId);
  const { address, slug, vault, kind, tokens, balances, lastLive, scales, rates, isTaxed } = row;
  if (contracts === null || row.totalSupply === 0n || scales.length === 0) return null;
  const { router, aggregatorRouter } = contracts;
  const state = {
    ...{ id: address, address, slug, vault, router, aggregatorRouter },
    updatedBlock: row.updatedBlock,
    ...{ tokens, balances, lastLive, scales, rates, isTaxed, supply: row.totalSupply },
    swapFeeWad: row.swapFeeWad,
    aggregateSwapFeeWad: row.inRecovery ? 0n : row.aggregateSwapFeeWad,
    aggregateYieldFeeWad: row.inRecovery ? 0n : row.aggregateYieldFeeWad,
    ...{ isPaused: row.isPaused, takesSingle: row.takesSingle },
    since:
      row.sinceTimestamp === 0 ? null : { price: row.sincePrice, timestamp: row.sinceTimestamp },
  };
  if (kind === "weighted") {
    const minBalances = row.isLastVersion ? row.minBalances : null;
    return { ...state, kind, weights: row.weights, minBalances };
  }
  if (kind === "eclp") return { ...state, kind, ellipse: ellipseOf(row.ellipse) };
  const amplification = {
    ...{ startValue: row.ampStartValue, endValue: row.ampEndValue },
    ...{ startTime: row.ampStartTime, endTime: row.ampEndTime },
  };
  const surge =
    row.surgeHook === null
      ? null
      : { thresholdWad: row.surgeThresholdWad, maxFeeWad: row.surgeMaxFeeWad };
  return { ...state, kind, amplification, limitsImbalance: row.isLastVersion, surge };
}
