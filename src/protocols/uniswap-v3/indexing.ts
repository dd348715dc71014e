import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { isDormant } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { uniswapV3Pool, uniswapV3Tick } from "./schema.ts";
import { uniswapV3Sources } from "./sources.ts";
import {
  created,
  initialized,
  type LiquidityChange,
  positionChanged,
  type SignedAmounts,
  swapped,
  tickChanged,
  tradeOf,
} from "./transitions.ts";

const sources = uniswapV3Sources(processEnvironment());

type Writer = Pick<Context, "db"> & { readonly chain: { readonly id: number } };

/** A log of a pool: where and when. */
interface Origin {
  readonly block: { readonly number: bigint };
  readonly log: { readonly address: Address };
}

async function onInitialize(
  { db, chain }: Writer,
  { block, log, args }: Origin & { readonly args: Parameters<typeof initialized>[0] },
) {
  const key = { chainId: chain.id, address: log.address };
  if (await isDormant({ db, chain }, uniswapV3Pool, key)) return;
  await db.update(uniswapV3Pool, key).set(initialized(args, Number(block.number)));
}

async function onSwap(
  context: Writer,
  {
    block,
    log,
    args,
  }: Origin & {
    readonly block: { readonly timestamp: bigint };
    readonly args: Parameters<typeof swapped>[0] & SignedAmounts;
  },
) {
  const key = { chainId: context.chain.id, address: log.address };
  if (await isDormant(context, uniswapV3Pool, key)) return;
  const pool = await context.db.update(uniswapV3Pool, key).set(swapped(args, Number(block.number)));
  const swap = { poolId: pool.address, ...tradeOf(pool, args), timestamp: block.timestamp };
  await recordSwap(context, swap);
}

async function onPositionChange(
  { db, chain }: Writer,
  { block, log }: Origin,
  change: LiquidityChange,
) {
  const { tickLower, tickUpper, liquidityDelta } = change;
  if (liquidityDelta === 0n) return;
  const blockNumber = Number(block.number);
  const key = { chainId: chain.id, address: log.address };
  if (await isDormant({ db, chain }, uniswapV3Pool, key)) return;
  await db.update(uniswapV3Pool, key).set((row) => positionChanged(row, change, blockNumber));
  const ends = [
    { end: "lower", tick: tickLower },
    { end: "upper", tick: tickUpper },
  ] as const;
  for (const { end, tick } of ends) {
    const step = { end, liquidityDelta };
    await db
      .insert(uniswapV3Tick)
      .values({
        chainId: chain.id,
        pool: log.address,
        tick,
        ...tickChanged(null, step, blockNumber),
      })
      .onConflictDoUpdate((row) => tickChanged(row, step, blockNumber));
  }
}

if (isIndexed(sources.UniswapV3Factory)) {
  ponder.on("UniswapV3Factory:PoolCreated", async ({ event, context }) => {
    const { token0, token1, fee, tickSpacing, pool } = event.args;
    const block = Number(event.block.number);
    const { slug } = deploymentOf(deployments, context.chain.id, event.log.address);
    await recordPool(context, {
      id: pool,
      address: pool,
      family: "uniswap-v3",
      slug,
      tokens: [token0, token1],
      block,
    });
    await context.db.insert(uniswapV3Pool).values({
      chainId: context.chain.id,
      address: pool,
      slug,
      token0,
      token1,
      feePips: fee,
      tickSpacing,
      ...created(block),
    });
  });
}

if (isIndexed(sources.UniswapV3Pool)) {
  ponder.on("UniswapV3Pool:Initialize", ({ event, context }) => onInitialize(context, event));
  ponder.on("UniswapV3Pool:Swap", ({ event, context }) => onSwap(context, event));
  ponder.on("UniswapV3Pool:Mint", ({ event, context }) =>
    onPositionChange(context, event, { ...event.args, liquidityDelta: event.args.amount }),
  );
  ponder.on("UniswapV3Pool:Burn", ({ event, context }) =>
    onPositionChange(context, event, { ...event.args, liquidityDelta: -event.args.amount }),
  );
}

if (isIndexed(sources.PancakeV3Pool)) {
  ponder.on("PancakeV3Pool:Initialize", ({ event, context }) => onInitialize(context, event));
  ponder.on("PancakeV3Pool:Swap", ({ event, context }) => onSwap(context, event));
  ponder.on("PancakeV3Pool:Mint", ({ event, context }) =>
    onPositionChange(context, event, { ...event.args, liquidityDelta: event.args.amount }),
  );
  ponder.on("PancakeV3Pool:Burn", ({ event, context }) =>
    onPositionChange(context, event, { ...event.args, liquidityDelta: -event.args.amount }),
  );
}
