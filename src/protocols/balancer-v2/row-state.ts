import { ellipseOf } from "./ellipse.ts";
import type { BalancerV2Row } from "./schema.ts";
import { type BalancerV2Pool, isGyroKind, type WeightedYield } from "./state.ts";
import type { TokenRate } from "./token-rate.ts";

/** The state of a row; null where what the pool does is not known. */
export function rowState(row: Omit<BalancerV2Row, "chainId">): BalancerV2Pool | null {
  const { kind, tokens, poolId, address, slug, vault, updatedBlock } = row;
  if (kind === null) return null;
  const own = tokens.indexOf(address);
  const withoutShare = <T>(items: readonly T[]) =>
    own < 0 ? items : items.filter((_, i) => i !== own);
  const state = {
    ...{ id: poolId, address, slug, vault, updatedBlock },
    tokens: withoutShare(tokens),
    balances: withoutShare(row.balances),
    scales: withoutShare(row.scales),
    swapFeeWad: row.swapFeeWad,
    protocolFeeWad: row.inRecovery ? 0n : row.protocolFeeWad,
    supply: row.totalSupply - (row.balances[own] ?? 0n),
    lastInvariant: row.lastInvariant,
    pausedUntil: row.pausedUntil,
    vaultPausedUntil: row.vaultPausedUntil,
    since:
      row.sinceTimestamp === 0 ? null : { price: row.sincePrice, timestamp: row.sinceTimestamp },
  };
  if (kind === "weighted") {
    const version = row.paysTokens ? 1 : row.packsFees ? 4 : 2;
    return { ...state, kind, weights: row.weights, version, yield: yieldOf(row) };
  }
  if (kind === "bootstrapping") {
    const { weights: startWeights, endWeights, weightsStartTime, weightsEndTime } = row;
    const course = {
      ...{ startWeights, endWeights, startTime: weightsStartTime, endTime: weightsEndTime },
    };
    return { ...state, kind, version: 1, course, swapEnabled: row.swapEnabled };
  }
  if (isGyroKind(kind)) {
    const rates = liveRatesOf(row);
    // Without a rate the pool can do nothing.
    if (rates.includes(0n)) return null;
    if (kind === "eclp") return { ...state, kind, ellipse: ellipseOf(row.shape), rates };
    const [sqrtAlpha = 0n, sqrtBeta = 0n] = row.shape;
    return { ...state, kind, range: { sqrtAlpha, sqrtBeta }, rates };
  }
  const amplification = {
    startValue: row.ampStartValue,
    endValue: row.ampEndValue,
    startTime: row.ampStartTime,
    endTime: row.ampEndTime,
  };
  // A pool that keeps 0 as a rate can do nothing.
  if (row.rateProviders.some((one, i) => BigInt(one) !== 0n && row.rates[i] === 0n)) return null;
  const rates = withoutShare(tokens.map((_, i) => rateOf(row, i)));
  const yieldFeeWad = row.inRecovery ? 0n : row.yieldFeeWad;
  const stable = { amplification, lastAmp: row.lastAmp, rates, yieldFeeWad };
  return { ...state, kind, version: row.paysTokens ? 1 : 3, ...stable };
}

function yieldOf(row: Omit<BalancerV2Row, "chainId">): WeightedYield | null {
  const { rateProviders, athRateProduct, inRecovery, yieldFeeWad } = row;
  if (rateProviders.length === 0) return null;
  return { rates: liveRatesOf(row), athRateProduct, feeWad: inRecovery ? 0n : yieldFeeWad };
}

/** By registered token, what its provider says; 0: it did not, null: there is none. */
function liveRatesOf({
  tokens,
  rateProviders,
  liveRates,
}: Pick<BalancerV2Row, "tokens" | "rateProviders" | "liveRates">): readonly (bigint | null)[] {
  return tokens.map((_, i) =>
    BigInt(rateProviders[i] ?? "0x0") === 0n ? null : (liveRates[i] ?? 0n),
  );
}

/** The rate of a registered token; null where it counts one for one. */
function rateOf(row: Omit<BalancerV2Row, "chainId">, index: number): TokenRate | null {
  const kept = row.rates[index] ?? 0n;
  if (kept === 0n) return null;
  return {
    kept,
    old: row.paysTokens ? null : (row.oldRates[index] ?? kept),
    live: row.liveRates[index] ?? kept,
    expires: row.rateExpiries[index] ?? 0n,
    duration: row.rateDurations[index] ?? 0n,
    isExempt: row.yieldExempt[index] ?? false,
  };
}
