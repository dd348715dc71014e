import { storedStates } from "../states.ts";
import { contractsOf } from "./deployment.ts";
import type { PairLiquidity, UniswapV2Pool } from "./pool.ts";
import { uniswapV2Pair, uniswapV2ProtocolFee } from "./schema.ts";

type Row = typeof uniswapV2Pair.$inferSelect;
type FeeSwitch = Pick<typeof uniswapV2ProtocolFee.$inferSelect, "isOn" | "updatedBlock">;

/** The pairs; a switch of a deployment's protocol fee is one of all of its pairs. */
export const states = storedStates({
  table: uniswapV2Pair,
  id: "address",
  beside: {
    table: uniswapV2ProtocolFee,
    rows: "shared",
    columns: ["slug", "isOn", "updatedBlock"],
    on: [["slug", "slug"]],
  },
  state: stateOf,
  swapFeePercent: "fee_pips / 1e4",
  view: {
    kind: "balances",
    held: "values (0, state.reserve0), (1, state.reserve1)",
    by: "place",
    isVirtual: false,
  },
});

function stateOf(row: Row, [feeSwitch]: readonly FeeSwitch[]): UniswapV2Pool {
  const { address, slug, token0, token1, feePips, reserve0, reserve1 } = row;
  return {
    ...{ id: address, address, slug, token0, token1, feePips, reserve0, reserve1 },
    // A switch changes the state too, so that it is read again when the switch's block is orphaned.
    updatedBlock: Math.max(row.updatedBlock, feeSwitch?.updatedBlock ?? -1),
    liquidity: liquidityOf(row, feeSwitch),
  };
}

function liquidityOf(row: Row, feeSwitch: FeeSwitch | undefined): PairLiquidity | null {
  const { share, router } = contractsOf(row.chainId, row.slug);
  if (share === null) return null;
  const { totalSupply, kLast, sincePrice, sinceTimestamp } = row;
  const isFeeOn = feeSwitch?.isOn ?? share.feeOnAtStart;
  const since =
    sincePrice === null || sinceTimestamp === null
      ? null
      : { price: sincePrice, timestamp: sinceTimestamp };
  return { router, totalSupply, kLast, protocolFee: isFeeOn ? share.protocolFee : null, since };
}
