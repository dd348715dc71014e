import type { Hex } from "viem";
import { max } from "../../lib/math.ts";
import { weightedAt } from "./bootstrapping.ts";
import { rowState } from "./row-state.ts";
import { invariantUp } from "./stable-invariant.ts";
import { amplificationAt, type BalancerV2Pool, isGyro, scaledBalances } from "./state.ts";
import type { LogPlace, PoolRow } from "./transitions.ts";
import { rateProduct, calculateInvariant as weightedInvariant } from "./weighted-math.ts";

/**
 * Bits of each part of fees in the word that holds all: that of swaps is the lowest, that of yield
 * the next.
 */
const FEE_BITS = 64n;
const FEE_MASK = (1n << FEE_BITS) - 1n;

/**
 * All parts of fees in one word. Before the change the protocol takes what is due, so that the
 * count starts anew.
 */
export function feesPacked(row: PoolRow, feeCache: Hex, at: LogPlace): PoolRow {
  const word = BigInt(feeCache);
  const [protocolFeeWad, yieldFeeWad] = [word & FEE_MASK, (word >> FEE_BITS) & FEE_MASK];
  return { ...recounted(row, at), packsFees: true, protocolFeeWad, yieldFeeWad };
}

/** Numbers of the parts of fees that count. */
export const FEE_TYPE = { swap: 0n, yield: 2n };

/** One part of fees; those of swaps and of yield count. */
export function feeTyped(
  row: PoolRow,
  log: { readonly feeType: bigint; readonly protocolFeePercentage: bigint },
  at: LogPlace,
): PoolRow {
  const after = recounted(row, at);
  const part = log.protocolFeePercentage;
  if (log.feeType === FEE_TYPE.swap) return { ...after, protocolFeeWad: part };
  return log.feeType === FEE_TYPE.yield ? { ...after, yieldFeeWad: part } : after;
}

/** Recovery mode forgoes the protocol's fees; leaving it starts the count anew. */
export function recoveryChanged(row: PoolRow, enabled: boolean, at: LogPlace): PoolRow {
  return { ...(enabled ? row : recounted(row, at)), inRecovery: enabled, updatedBlock: at.block };
}

/**
 * Another part of swap fees, for a pool that pays in tokens: what it is due counts at the part of
 * its next join or exit.
 */
export function collectedFeeChanged(row: PoolRow, protocolFeeWad: bigint, block: number): PoolRow {
  return { ...row, protocolFeeWad, updatedBlock: block };
}

/** Counts due fees from the present invariant on. */
export function recounted(row: PoolRow, { block, timestamp }: LogPlace): PoolRow {
  const state = rowState(row);
  const { totalSupply: settledSupply, rates } = row;
  const plain = { ...row, settledSupply, oldRates: rates, updatedBlock: block };
  if (state === null || state.supply === 0n || state.balances.includes(0n)) return plain;
  const { lastInvariant, lastAmp } = present(state, BigInt(timestamp));
  return { ...plain, lastInvariant, lastAmp, athRateProduct: highestOf(state) };
}

/** The highest product of rates there was, now among them; 0: not known. */
function highestOf(state: BalancerV2Pool): bigint {
  const earned = state.kind === "weighted" ? state.yield : null;
  if (earned === null) return 0n;
  if (state.kind !== "weighted" || earned.rates.includes(0n)) return earned.athRateProduct;
  return max(rateProduct(earned.rates, state.weights), earned.athRateProduct);
}

function present(
  state: BalancerV2Pool,
  timestamp: bigint,
): { lastInvariant: bigint; lastAmp: bigint } {
  if (state.kind === "bootstrapping") return present(weightedAt(state, timestamp), timestamp);
  const balances = scaledBalances(state);
  if (state.kind === "weighted") {
    const tokens = balances.map((balance, i) => ({ balance, weight: state.weights[i] ?? 0n }));
    return { lastInvariant: weightedInvariant(tokens, state.version), lastAmp: 0n };
  }
  if (isGyro(state)) return { lastInvariant: 0n, lastAmp: 0n };
  const lastAmp = amplificationAt(state.amplification, timestamp);
  return { lastInvariant: invariantUp(lastAmp, balances, state.version) ?? 0n, lastAmp };
}
