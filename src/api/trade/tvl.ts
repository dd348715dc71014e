import type { PoolState, Protocol } from "../../protocols/protocol.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { type PriceBook, usdPerUnit } from "../prices/prices.ts";

/**
 * US dollars of what a state holds for its users, to the cent; null where nothing is known of what
 * is held, or of its price.
 */
export function tvlOf(
  protocol: Protocol,
  state: PoolState,
  { snapshot, book }: { readonly snapshot: Snapshot; readonly book: PriceBook },
): number | null {
  const parts = protocol.holdings(state, snapshot.next).flatMap(({ token, amount }) => {
    if (amount === 0n) return [0];
    const usd = usdPerUnit(book, token);
    return usd === null ? [] : [Number(amount) * usd];
  });
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.length > 0 && Number.isFinite(total) ? Math.round(total * 100) / 100 : null;
}
