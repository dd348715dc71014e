import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { CurveStableSwapFactoryNg } from "../../../abis/CurveStableSwapNg.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, recordSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { factoryOn } from "./contracts.ts";
import { basePoolOf, factsOf } from "./reading.ts";
import { curveNgPool } from "./schema.ts";
import { curveStableswapNgSources } from "./sources.ts";
import { created } from "./transitions.ts";

const sources = curveStableswapNgSources(processEnvironment());

const FEE_SCALE = 10n ** 10n;

interface Log {
  readonly log: { readonly address: Address };
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
}

/** Writes a pool that its factory lists, which it does for good: the newest block tells it. */
async function discover(context: Context, { log, block }: Log): Promise<void> {
  const chainId = context.chain.id;
  const { address } = log;
  const contracts = factoryOn(chainId);
  if (contracts === null) return;
  if ((await context.db.find(curveNgPool, { chainId, address })) !== null) return;
  const of = {
    ...({ abi: CurveStableSwapFactoryNg, address: contracts.factory, cache: "immutable" } as const),
    args: [address],
  } as const;
  const { client } = context;
  const [coins, assetTypes, implementation, base] = await Promise.all([
    client.readContract({ ...of, functionName: "get_coins" }),
    client.readContract({ ...of, functionName: "get_pool_asset_types" }),
    client.readContract({ ...of, functionName: "get_implementation_address" }),
    client.readContract({ ...of, functionName: "get_base_pool" }),
  ]);
  const facts = factsOf(contracts, {
    ...{ address, assetTypes, implementation: lower(implementation) },
    basePool: basePoolOf(BigInt(base)),
    coins: coins.map(lower),
  });
  // Any token may be minted to a factory.
  if (facts === null) return;
  const number = Number(block.number);
  const { slug } = contracts;
  await recordPool(context, {
    ...{ id: address, address, family: "curve-stableswap-ng", slug, tokens: facts.coins },
    block: number,
  });
  await recordToken(context, { address, block: number });
  await context.db
    .insert(curveNgPool)
    .values({ chainId, address, slug, ...created(facts, number) });
}

/** Notes that a pool has changed; what it is now, the contract says in the next live block. */
async function onChange(context: Context, { log, block }: Log): Promise<void> {
  const key = { chainId: context.chain.id, address: log.address };
  if ((await context.db.find(curveNgPool, key)) === null) return;
  const change = { isStale: true, updatedBlock: Number(block.number) };
  await context.db.update(curveNgPool, key).set(change);
}

if (isIndexed(sources.CurveNgCreation)) {
  ponder.on("CurveNgCreation:Transfer", ({ event, context }) => discover(context, event));
  for (const name of [
    ...(["AddLiquidity", "RemoveLiquidity", "RemoveLiquidityOne"] as const),
    ...(["RemoveLiquidityImbalance", "TokenExchangeUnderlying"] as const),
    ...(["RampA", "StopRampA", "ApplyNewFee"] as const),
  ]) {
    ponder.on(`CurveNgPool:${name}`, ({ event, context }) => onChange(context, event));
  }
  ponder.on("CurveNgPool:TokenExchange", async ({ event, context }) => {
    await onChange(context, event);
    if (!keepsVolume) return;
    const { sold_id, tokens_sold: amountIn, bought_id, tokens_bought: amountOut } = event.args;
    const poolId = event.log.address;
    const row = await context.db.find(curveNgPool, { chainId: context.chain.id, address: poolId });
    const [tokenIn, tokenOut] = [row?.coins[Number(sold_id)], row?.coins[Number(bought_id)]];
    if (!row || tokenIn === undefined || tokenOut === undefined) return;
    // The least that it is: what the coins' distance adds, no log states.
    const feeIn = (amountIn * row.feeE10) / FEE_SCALE;
    const { timestamp } = event.block;
    await recordSwap(context, { poolId, tokenIn, tokenOut, amountIn, amountOut, feeIn, timestamp });
  });
}
