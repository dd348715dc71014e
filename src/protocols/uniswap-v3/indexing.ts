import type { Context } from "ponder:registry";
import { recordPool } from "../../catalog/discovery.ts";
import { isDormant } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { poolEvents } from "./pool-events.ts";
import { uniswapV3Pool, uniswapV3Tick } from "./schema.ts";
import { uniswapV3Sources } from "./sources.ts";
import { created, type LiquidityChange } from "./transitions.ts";

const sources = uniswapV3Sources(processEnvironment());

type Writer = Pick<Context, "db"> & { readonly chain: { readonly id: number } };

const { onInitialize, onSwap, onPositionChange } = poolEvents({
  isDormant: (context: Writer, address) =>
    isDormant(context, uniswapV3Pool, { chainId: context.chain.id, address }),
  change: ({ db, chain }, address, change) =>
    db.update(uniswapV3Pool, { chainId: chain.id, address }).set(change),
  async changeTick({ db, chain }, at, change) {
    await db
      .insert(uniswapV3Tick)
      .values({ chainId: chain.id, ...at, ...change(null) })
      .onConflictDoUpdate(change);
  },
  feePips: ({ feePips }) => feePips,
});

/** Where and how a position changed. */
type PositionEvent = Parameters<typeof onPositionChange>[1] & {
  readonly args: Omit<LiquidityChange, "liquidityDelta"> & { readonly amount: bigint };
};

function onMint(context: Writer, event: PositionEvent): Promise<void> {
  return onPositionChange(context, event, { ...event.args, liquidityDelta: event.args.amount });
}

function onBurn(context: Writer, event: PositionEvent): Promise<void> {
  return onPositionChange(context, event, { ...event.args, liquidityDelta: -event.args.amount });
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
  ponder.on("UniswapV3Pool:Mint", ({ event, context }) => onMint(context, event));
  ponder.on("UniswapV3Pool:Burn", ({ event, context }) => onBurn(context, event));
}

if (isIndexed(sources.PancakeV3Pool)) {
  ponder.on("PancakeV3Pool:Initialize", ({ event, context }) => onInitialize(context, event));
  ponder.on("PancakeV3Pool:Swap", ({ event, context }) => onSwap(context, event));
  ponder.on("PancakeV3Pool:Mint", ({ event, context }) => onMint(context, event));
  ponder.on("PancakeV3Pool:Burn", ({ event, context }) => onBurn(context, event));
}

if (isIndexed(sources.RamsesV3Pool)) {
  ponder.on("RamsesV3Pool:Initialize", ({ event, context }) => onInitialize(context, event));
  ponder.on("RamsesV3Pool:Swap", ({ event, context }) => onSwap(context, event));
  ponder.on("RamsesV3Pool:Mint", ({ event, context }) => onMint(context, event));
  ponder.on("RamsesV3Pool:Burn", ({ event, context }) => onBurn(context, event));
  ponder.on("RamsesV3Pool:FeeAdjustment", async ({ event: { args, block, log }, context }) => {
    const key = { chainId: context.chain.id, address: log.address };
    if (await isDormant(context, uniswapV3Pool, key)) return;
    const change = { feePips: args.newFee, updatedBlock: Number(block.number) };
    await context.db.update(uniswapV3Pool, key).set(change);
  });
}
