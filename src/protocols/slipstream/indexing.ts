import type { Context } from "ponder:registry";
import { recordPool } from "../../catalog/discovery.ts";
import { isDormant } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { poolEvents } from "../uniswap-v3/pool-events.ts";
import { created, initialized } from "../uniswap-v3/transitions.ts";
import { deployments } from "./contracts.ts";
import { slipstreamPool, slipstreamTick } from "./schema.ts";
import { slipstreamSources } from "./sources.ts";

const sources = slipstreamSources(processEnvironment());

type Writer = Pick<Context, "db"> & { readonly chain: { readonly id: number } };

/** Of a row whose factory has not told of the pool yet, which it does in the same transaction. */
const UNNAMED = { slug: "", token0: ZERO_ADDRESS, token1: ZERO_ADDRESS, tickSpacing: 0 } as const;

const { onSwap, onPositionChange } = poolEvents({
  isDormant: (context: Writer, address) =>
    isDormant(context, slipstreamPool, { chainId: context.chain.id, address }),
  change: ({ db, chain }, address, change) =>
    db.update(slipstreamPool, { chainId: chain.id, address }).set(change),
  async changeTick({ db, chain }, at, change) {
    await db
      .insert(slipstreamTick)
      .values({ chainId: chain.id, ...at, ...change(null) })
      .onConflictDoUpdate(change);
  },
  feePips: ({ feePips }) => feePips ?? 0,
});

if (isIndexed(sources.SlipstreamFactory)) {
  // A factory initialises a pool before it tells of it.
  ponder.on("SlipstreamPool:Initialize", async ({ event: { args, block, log }, context }) => {
    const number = Number(block.number);
    await context.db.insert(slipstreamPool).values({
      ...{ chainId: context.chain.id, address: log.address, ...UNNAMED },
      ...{ ...created(number), ...initialized(args, number) },
    });
  });

  ponder.on("SlipstreamFactory:PoolCreated", async ({ event, context }) => {
    const { token0, token1, tickSpacing, pool: address } = event.args;
    const block = Number(event.block.number);
    const { slug } = deploymentOf(deployments, context.chain.id, event.log.address);
    const tokens = [token0, token1];
    await recordPool(context, { id: address, address, family: "slipstream", slug, tokens, block });
    await context.db
      .update(slipstreamPool, { chainId: context.chain.id, address })
      .set({ slug, token0, token1, tickSpacing });
  });

  ponder.on("SlipstreamPool:Swap", ({ event, context }) => onSwap(context, event));
  ponder.on("SlipstreamPool:Mint", ({ event, context }) =>
    onPositionChange(context, event, { ...event.args, liquidityDelta: event.args.amount }),
  );
  ponder.on("SlipstreamPool:Burn", ({ event, context }) =>
    onPositionChange(context, event, { ...event.args, liquidityDelta: -event.args.amount }),
  );
}
