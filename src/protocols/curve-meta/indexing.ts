import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { CurveMetaFactory } from "../../../abis/CurveMeta.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, recordSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower, ZERO_ADDRESS } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { configuredPool } from "../curve-stableswap/contracts.ts";
import { isIndexed } from "../sources.ts";
import { factoryOn } from "./contracts.ts";
import { factsOf } from "./reading.ts";
import { curveMetaPool } from "./schema.ts";
import { curveMetaSources } from "./sources.ts";
import { created } from "./transitions.ts";

const sources = curveMetaSources(processEnvironment());

const FEE_SCALE = 10n ** 10n;
/** Metapools of a coin on a base pool that are looked for. */
const MOST_OF_A_COIN = 16n;

interface Log {
  readonly log: { readonly address: Address };
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
}

interface Deployed extends Log {
  readonly args: { readonly coin: Address; readonly base_pool: Address };
}

/**
 * Writes the metapools of a coin on a base pool that are new. The factory's lists only ever grow:
 * the newest block tells them.
 */
async function onDeployed(context: Context, { args, block }: Deployed): Promise<void> {
  const chainId = context.chain.id;
  const contracts = factoryOn(chainId);
  const base = configuredPool(chainId, lower(args.base_pool));
  if (contracts === null || base === undefined) return;
  const { factory, slug } = contracts;
  const number = Number(block.number);
  const read = { abi: CurveMetaFactory, address: factory, cache: "immutable" } as const;
  const { client, db } = context;
  for (let i = 0n; i < MOST_OF_A_COIN; i++) {
    const place = [args.coin, base.lpToken, i] as const;
    const address = lower(
      await client.readContract({ ...read, functionName: "find_pool_for_coins", args: place }),
    );
    if (address === ZERO_ADDRESS) return;
    if ((await db.find(curveMetaPool, { chainId, address })) !== null) continue;
    const of = { ...read, args: [address] } as const;
    const [basePool, implementation, [coin], [decimals]] = await Promise.all([
      client.readContract({ ...of, functionName: "get_base_pool" }),
      client.readContract({ ...of, functionName: "get_implementation_address" }),
      client.readContract({ ...of, functionName: "get_coins" }),
      client.readContract({ ...of, functionName: "get_decimals" }),
    ]);
    const facts = factsOf(contracts, {
      ...{ address, basePool: lower(basePool), implementation: lower(implementation) },
      ...{ coin: lower(coin), decimals },
    });
    if (facts === null) continue;
    const tokens = facts.coins;
    await recordPool(context, {
      ...{ id: address, address, family: "curve-meta", slug, tokens },
      block: number,
    });
    await recordToken(context, { address, block: number });
    await db.insert(curveMetaPool).values({ chainId, address, slug, ...created(facts, number) });
  }
}

/** Notes that a pool has changed; what it is now, the contract says in the next live block. */
async function onChange(context: Context, { log, block }: Log): Promise<void> {
  const key = { chainId: context.chain.id, address: log.address };
  if ((await context.db.find(curveMetaPool, key)) === null) return;
  const change = { isStale: true, updatedBlock: Number(block.number) };
  await context.db.update(curveMetaPool, key).set(change);
}

if (isIndexed(sources.CurveMetaFactory)) {
  ponder.on("CurveMetaFactory:MetaPoolDeployed", ({ event, context }) =>
    onDeployed(context, event),
  );
  for (const name of [
    ...(["AddLiquidity", "RemoveLiquidity", "RemoveLiquidityOne"] as const),
    ...(["RemoveLiquidityImbalance", "TokenExchangeUnderlying"] as const),
    ...(["RampA", "StopRampA", "NewFee"] as const),
  ]) {
    ponder.on(`CurveMetaPool:${name}`, ({ event, context }) => onChange(context, event));
  }
  ponder.on("CurveMetaPool:TokenExchange", async ({ event, context }) => {
    await onChange(context, event);
    if (!keepsVolume) return;
    const { sold_id, tokens_sold: amountIn, bought_id, tokens_bought: amountOut } = event.args;
    const poolId = event.log.address;
    const row = await context.db.find(curveMetaPool, {
      chainId: context.chain.id,
      address: poolId,
    });
    const [tokenIn, tokenOut] = [row?.coins[Number(sold_id)], row?.coins[Number(bought_id)]];
    if (!row || tokenIn === undefined || tokenOut === undefined) return;
    const feeIn = (amountIn * row.feeE10) / FEE_SCALE;
    const { timestamp } = event.block;
    await recordSwap(context, { poolId, tokenIn, tokenOut, amountIn, amountOut, feeIn, timestamp });
  });
}
