import { type CatalogContext, recordPool } from "../../catalog/discovery.ts";
import { recordToken } from "../../catalog/tokens.ts";
import type { ListedPool } from "./contracts.ts";

/** Columns that never change of a pool. */
export function fixedOf({ slug, lpToken, lendingPool, coins }: ListedPool) {
  return {
    ...{ slug, lpToken, lendingPool },
    coins: coins.map(({ token }) => token),
    aTokens: coins.map(({ aToken }) => aToken),
    rates: coins.map(({ decimals }) => 10n ** BigInt(36 - decimals)),
  };
}

/** Columns of a pool that nothing is known of yet: it is not used until it is read. */
export function unreadOf({ coins }: ListedPool) {
  const none = () => coins.map(() => 0n);
  return {
    ...{ scaledBalances: none(), adminBalances: none(), supply: 0n },
    ...{ feeE10: 0n, adminFeeE10: 0n, offpegE10: 0n },
    ...{ initialA: 0n, futureA: 0n, initialATime: 0n, futureATime: 0n },
    ...{ indicesRay: none(), liquidityRatesRay: none(), accruedAt: none(), available: none() },
    ...{ isActive: coins.map(() => false), isFrozen: coins.map(() => false), isPaused: false },
    ...{ sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0, isStale: true },
  };
}

/** Writes what the catalog has of a pool that is new. */
export async function recordListed(
  context: CatalogContext,
  { pool: address, slug, lpToken, coins }: ListedPool,
  block: number,
): Promise<void> {
  const tokens = coins.map(({ token }) => token);
  const pool = { id: address, address, family: "curve-lending", slug, tokens, block };
  await recordPool(context, pool);
  await recordToken(context, { address: lpToken, block });
}
