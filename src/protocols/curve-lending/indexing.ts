import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { poolsOn } from "./contracts.ts";
import { fixedOf, recordListed, unreadOf } from "./rows.ts";
import { curveLendingPool } from "./schema.ts";
import { curveLendingSources } from "./sources.ts";

const sources = curveLendingSources(processEnvironment());

const FEE_SCALE = 10n ** 10n;

interface Exchange {
  readonly args: {
    readonly sold_id: bigint;
    readonly tokens_sold: bigint;
    readonly bought_id: bigint;
    readonly tokens_bought: bigint;
  };
  readonly log: { readonly address: Address };
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
}

/**
 * Counts an exchange, of aTokens as of what they stand for, one for one. A pool is new with its
 * first one, where no live block came before.
 */
async function onExchange(context: Context, { args, log, block }: Exchange): Promise<void> {
  const { sold_id, tokens_sold: amountIn, bought_id, tokens_bought: amountOut } = args;
  const chainId = context.chain.id;
  const poolId = lower(log.address);
  const listed = poolsOn(chainId).find(({ pool }) => pool === poolId);
  if (listed === undefined) return;
  const key = { chainId, address: poolId };
  const row = await context.db.find(curveLendingPool, key);
  if (row === null) {
    const updatedBlock = Number(block.number);
    await recordListed(context, listed, updatedBlock);
    const first = { ...key, ...fixedOf(listed), ...unreadOf(listed), updatedBlock };
    await context.db.insert(curveLendingPool).values(first);
  }
  const { coins } = listed;
  const [tokenIn, tokenOut] = [coins[Number(sold_id)]?.token, coins[Number(bought_id)]?.token];
  if (tokenIn === undefined || tokenOut === undefined) return;
  const feeIn = (amountIn * (row?.feeE10 ?? 0n)) / FEE_SCALE;
  const { timestamp } = block;
  await recordSwap(context, { poolId, tokenIn, tokenOut, amountIn, amountOut, feeIn, timestamp });
}

if (isIndexed(sources.CurveLendingPool)) {
  for (const name of ["TokenExchange", "TokenExchangeUnderlying"] as const) {
    ponder.on(`CurveLendingPool:${name}`, ({ event, context }) => onExchange(context, event));
  }
}
