import type { Context } from "ponder:registry";
import type { Address, Hex } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { lower, NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { positionChanged, swapped, tickChanged, tradeOf } from "../uniswap-v3/transitions.ts";
import { isKnownByEvents } from "./admission.ts";
import { deployments } from "./contracts.ts";
import { uniswapV4Pool, uniswapV4Tick } from "./schema.ts";
import { uniswapV4Sources } from "./sources.ts";

const { UniswapV4Manager } = uniswapV4Sources(processEnvironment());

type Pool = typeof uniswapV4Pool.$inferSelect;

/** Changes the row of a pool; null where it has none, as its swaps do not follow from events. */
async function change(
  { db, chain }: Pick<Context, "db"> & { readonly chain: { readonly id: number } },
  poolId: Hex,
  transition: (row: Pool) => Partial<Pool>,
): Promise<Pool | null> {
  const key = { chainId: chain.id, poolId };
  if ((await db.find(uniswapV4Pool, key)) === null) return null;
  return db.update(uniswapV4Pool, key).set(transition);
}

function tokenOf(currency: Address): Address {
  return currency === ZERO_ADDRESS ? NATIVE : lower(currency);
}

if (isIndexed(UniswapV4Manager)) {
  ponder.on("UniswapV4Manager:Initialize", async ({ event, context }) => {
    const { id, currency0, currency1, fee, tickSpacing, hooks, sqrtPriceX96, tick } = event.args;
    if (!isKnownByEvents({ fee, hooks })) return;
    const [manager, block] = [lower(event.log.address), Number(event.block.number)];
    const [token0, token1] = [tokenOf(currency0), tokenOf(currency1)];
    const { slug } = deploymentWith(
      deployments,
      context.chain.id,
      (contracts) => contracts.manager === manager,
    );
    await recordPool(context, {
      id,
      address: manager,
      family: "uniswap-v4",
      slug,
      tokens: [token0, token1],
      block,
    });
    await context.db.insert(uniswapV4Pool).values({
      chainId: context.chain.id,
      poolId: id,
      ...{ slug, manager, token0, token1, lpFeePips: fee, tickSpacing, hooks: lower(hooks) },
      ...{ protocolFee: 0, sqrtPriceX96, tick, liquidity: 0n },
      ...{ ticksBlock: block, updatedBlock: block },
    });
  });

  ponder.on("UniswapV4Manager:Swap", async ({ event, context }) => {
    const { id, amount0, amount1, fee } = event.args;
    const pool = await change(context, id, () => swapped(event.args, Number(event.block.number)));
    if (pool === null) return;
    // The event has what the trader gained.
    const amounts = { amount0: -amount0, amount1: -amount1 };
    const trade = tradeOf({ token0: pool.token0, token1: pool.token1, feePips: fee }, amounts);
    await recordSwap(context, { poolId: id, ...trade, timestamp: event.block.timestamp });
  });

  ponder.on("UniswapV4Manager:ModifyLiquidity", async ({ event, context }) => {
    const { id, tickLower, tickUpper, liquidityDelta } = event.args;
    if (liquidityDelta === 0n) return;
    const block = Number(event.block.number);
    const delta = { tickLower, tickUpper, liquidityDelta };
    if ((await change(context, id, (row) => positionChanged(row, delta, block))) === null) return;
    const ends = [
      { end: "lower", tick: tickLower },
      { end: "upper", tick: tickUpper },
    ] as const;
    for (const { end, tick } of ends) {
      const step = { end, liquidityDelta };
      await context.db
        .insert(uniswapV4Tick)
        .values({
          ...{ chainId: context.chain.id, poolId: id, tick },
          ...tickChanged(null, step, block),
        })
        .onConflictDoUpdate((row) => tickChanged(row, step, block));
    }
  });

  ponder.on("UniswapV4Manager:ProtocolFeeUpdated", async ({ event, context }) => {
    const { id, protocolFee } = event.args;
    const updatedBlock = Number(event.block.number);
    await change(context, id, () => ({ protocolFee, updatedBlock }));
  });
}
