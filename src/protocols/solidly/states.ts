import { storedStates } from "../states.ts";
import { contractsOf, feeBpsOf } from "./deployment.ts";
import type { SolidlyPool } from "./pool.ts";
import { solidlyFactory, solidlyPool } from "./schema.ts";

type Row = typeof solidlyPool.$inferSelect;
type Factory = Pick<
  typeof solidlyFactory.$inferSelect,
  "isPaused" | "stableFeeBps" | "volatileFeeBps" | "updatedBlock"
>;

/** The pools; what a factory says of a deployment counts for all of its pools. */
export const states = storedStates({
  table: solidlyPool,
  id: "address",
  beside: {
    table: solidlyFactory,
    rows: "shared",
    columns: ["slug", "isPaused", "stableFeeBps", "volatileFeeBps", "updatedBlock"],
    on: [["slug", "slug"]],
  },
  state: stateOf,
  swapFeePercent: "custom_fee_bps / 1e2",
  view: {
    kind: "balances",
    held: "values (0, state.reserve0), (1, state.reserve1)",
    by: "place",
    isVirtual: false,
  },
});

/** Null where the tokens do not say what the pool computes with. */
function stateOf(row: Row, [factory]: readonly Factory[]): SolidlyPool | null {
  const { address, slug, token0, token1, isStable, decimals0, decimals1 } = row;
  const { sinceIndexWad, sinceTimestamp, reserve0, reserve1, totalSupply, feeIndexWad } = row;
  const { router, generation } = contractsOf(row.chainId, slug);
  const feeBps = feeBpsOf(row, factory);
  if (decimals0 === null || decimals1 === null || feeBps === undefined) return null;
  return {
    ...{ id: address, address, slug, token0, token1, isStable, generation, router, feeBps },
    ...{ unit0: 10n ** BigInt(decimals0), unit1: 10n ** BigInt(decimals1) },
    ...{ reserve0, reserve1, totalSupply, feeIndexWad },
    isPaused: factory?.isPaused ?? false,
    // The factory's changes are the state's too, so that it is read again when their block is
    // orphaned.
    updatedBlock: Math.max(row.updatedBlock, factory?.updatedBlock ?? -1),
    since:
      sinceIndexWad === null || sinceTimestamp === null
        ? null
        : { price: sinceIndexWad, timestamp: sinceTimestamp },
  };
}
