import { and, eq, gt, inArray, lte, or } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import { contractsOf } from "./deployment.ts";
import type { PairLiquidity, UniswapV2Pool } from "./pool.ts";
import { uniswapV2Pair, uniswapV2ProtocolFee } from "./schema.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

type Row = typeof uniswapV2Pair.$inferSelect;
type FeeSwitch = typeof uniswapV2ProtocolFee.$inferSelect;

/** Pairs that changed after `sinceBlock`, all of a deployment whose protocol fee was switched since, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly UniswapV2Pool[]> {
  const { updatedBlock, address, slug } = uniswapV2Pair;
  const onChain = eq(uniswapV2Pair.chainId, chainId);
  const switches = await db
    .select()
    .from(uniswapV2ProtocolFee)
    .where(eq(uniswapV2ProtocolFee.chainId, chainId));
  const switched = switches.filter((one) => one.updatedBlock > sinceBlock).map((one) => one.slug);
  const isChanged = or(gt(updatedBlock, sinceBlock), inArray(slug, switched));
  const rows = await db.select().from(uniswapV2Pair).where(and(onChain, isChanged));
  for (const some of chunk(ids as readonly Address[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(uniswapV2Pair)
        .where(and(onChain, lte(updatedBlock, sinceBlock), inArray(address, some)))),
    );
  }
  const bySlug = new Map(switches.map((one) => [one.slug, one]));
  return rows.map((row) => stateOf(row, bySlug.get(row.slug)));
}

function stateOf(row: Row, feeSwitch: FeeSwitch | undefined): UniswapV2Pool {
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
