import { storedStates } from "../states.ts";
import { contractsOf, feeBpsOf } from "./deployment.ts";
import type { SolidlyPool } from "./pool.ts";
import { solidlyPause, solidlyPool } from "./schema.ts";

type Row = typeof solidlyPool.$inferSelect;
type Pause = Pick<typeof solidlyPause.$inferSelect, "isPaused" | "updatedBlock">;

/** The pools; a pause of a deployment is one of all of its pools. */
export const states = storedStates({
  table: solidlyPool,
  id: "address",
  beside: {
    table: solidlyPause,
    rows: "shared",
    columns: ["slug", "isPaused", "updatedBlock"],
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
function stateOf(row: Row, [pause]: readonly Pause[]): SolidlyPool | null {
  const { address, slug, token0, token1, isStable, decimals0, decimals1 } = row;
  const { sinceIndexWad, sinceTimestamp, reserve0, reserve1, totalSupply, feeIndexWad } = row;
  const { router, generation } = contractsOf(row.chainId, slug);
  const feeBps = feeBpsOf(row);
  if (decimals0 === null || decimals1 === null || feeBps === undefined) return null;
  return {
    ...{ id: address, address, slug, token0, token1, isStable, generation, router, feeBps },
    ...{ unit0: 10n ** BigInt(decimals0), unit1: 10n ** BigInt(decimals1) },
    ...{ reserve0, reserve1, totalSupply, feeIndexWad },
    isPaused: pause?.isPaused ?? false,
    // A pause changes the state too, so that it is read again when the pause's block is orphaned.
    updatedBlock: Math.max(row.updatedBlock, pause?.updatedBlock ?? -1),
    since:
      sinceIndexWad === null || sinceTimestamp === null
        ? null
        : { price: sinceIndexWad, timestamp: sinceTimestamp },
  };
}
