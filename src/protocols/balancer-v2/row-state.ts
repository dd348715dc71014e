import type { BalancerV2Row } from "./schema.ts";
import type { BalancerV2Pool } from "./state.ts";

/** The state of a row; null where the pool's kind is unknown or a rate scales its balances. */
export function rowState(row: Omit<BalancerV2Row, "chainId">): BalancerV2Pool | null {
  const { kind, hasRates, tokens, poolId, address, slug, vault, updatedBlock } = row;
  if (kind === null || hasRates) return null;
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
    return { ...state, kind, weights: row.weights, skipsAbsent: row.packsFees };
  }
  const amplification = {
    startValue: row.ampStartValue,
    endValue: row.ampEndValue,
    startTime: row.ampStartTime,
    endTime: row.ampEndTime,
  };
  return { ...state, kind, amplification, lastAmp: row.lastAmp };
}
