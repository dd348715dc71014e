import type { Address } from "viem";
import type { ChainService } from "../chain/service.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { paidBy, spentBy } from "../router/hop-tokens.ts";
import type { JointRoute } from "../router/route.ts";
import { priceMove } from "./price-moves.ts";

/** The least and the most that is answered, basis points. */
const LEAST_BPS = 5;
const MOST_BPS = 300;
const HOUR_SECONDS = 3_600;
const BPS = 10_000;

/**
 * Slippage that the route's own pools ask for, in basis points, 5 to 300: how far their prices
 * moved in five blocks of the last hour, all but the largest twentieth of the moves, added up along
 * the worst of the route's paths, rounded up. Null where the tables keep no past.
 */
export async function autoSlippageBps(
  service: ChainService,
  snapshot: Snapshot,
  { hops }: Pick<JointRoute, "hops">,
): Promise<number | null> {
  const { earliestBlock, chain } = service;
  if (earliestBlock === null) return null;
  const { blockTimeSeconds } = chain;
  const blocks = Math.ceil(HOUR_SECONDS / blockTimeSeconds);
  const fromBlock = Math.max(earliestBlock, snapshot.block.number - blocks);
  const moves = await service.read(async (db) => {
    const found = new Map<GraphEdge, number>();
    for (const { edge } of hops) {
      found.set(edge, await priceMove(db, edge, { snapshot, fromBlock, blockTimeSeconds }));
    }
    return found;
  });
  const worst = new Map<Address, number>();
  let most = 0;
  for (const hop of hops) {
    const before = Math.max(...spentBy(hop).map((token) => worst.get(token) ?? 0));
    const move = before + (moves.get(hop.edge) ?? 0);
    for (const token of paidBy(hop)) worst.set(token, Math.max(worst.get(token) ?? 0, move));
    most = Math.max(most, move);
  }
  return Math.min(MOST_BPS, Math.max(LEAST_BPS, Math.ceil(most * BPS)));
}
