import type { Context } from "ponder:registry";
import type { Hex } from "viem";
import { InfinityCLPoolManager as abi } from "../../../abis/InfinityCLPoolManager.ts";
import { ponder } from "../../catalog/recorded.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { managedPoolEvents } from "../uniswap-v4/pool-events.ts";
import { isKnownByEvents, tickSpacingOf } from "./admission.ts";
import { deployments } from "./contracts.ts";
import { pancakeswapInfinityPool, pancakeswapInfinityTick } from "./schema.ts";
import { pancakeswapInfinitySources } from "./sources.ts";
import { firstFee, protocolFeeAfter } from "./transitions.ts";

const { InfinityCLPoolManager } = pancakeswapInfinitySources(processEnvironment());

type Writer = Pick<Context, "db" | "client"> & { readonly chain: { readonly id: number } };

const { onInitialize, onSwap, onModifyLiquidity, onFees } = managedPoolEvents({
  family: "pancakeswap-infinity",
  async change({ db, chain }: Writer, poolId, change) {
    const key = { chainId: chain.id, poolId };
    if ((await db.find(pancakeswapInfinityPool, key)) === null) return null;
    return db.update(pancakeswapInfinityPool, key).set(change);
  },
  async changeTick({ db, chain }, at, change) {
    await db
      .insert(pancakeswapInfinityTick)
      .values({ chainId: chain.id, ...at, ...change(null) })
      .onConflictDoUpdate(change);
  },
});

/**
 * The protocol's fee that a pool begins with, which no event tells: as it is at the newest block.
 * Events tell its changes.
 */
async function protocolFeeOf({ client }: Context, manager: Hex, id: Hex): Promise<number> {
  const [, , protocolFee] = await client.readContract({
    ...{ abi, address: manager, functionName: "getSlot0", args: [id], cache: "immutable" },
  });
  return protocolFee;
}

if (isIndexed(InfinityCLPoolManager)) {
  ponder.on("InfinityCLPoolManager:Initialize", async ({ event, context }) => {
    const { id, fee: keyFee, parameters } = event.args;
    if (!isKnownByEvents(event.args)) return;
    const manager = lower(event.log.address);
    const { slug } = deploymentWith(
      deployments,
      context.chain.id,
      (contracts) => contracts.manager === manager,
    );
    const row = await onInitialize(context, event, slug);
    const protocolFee = await protocolFeeOf(context, manager, id);
    await context.db.insert(pancakeswapInfinityPool).values({
      ...{ ...row, keyFee, parameters, protocolFee },
      ...{ lpFeePips: firstFee(keyFee), tickSpacing: tickSpacingOf(parameters) },
    });
  });

  ponder.on("InfinityCLPoolManager:Swap", ({ event, context }) =>
    onSwap(context, event, (row) => ({
      protocolFee: protocolFeeAfter(row.protocolFee, event.args),
    })),
  );
  ponder.on("InfinityCLPoolManager:ModifyLiquidity", ({ event, context }) =>
    onModifyLiquidity(context, event),
  );
  ponder.on("InfinityCLPoolManager:ProtocolFeeUpdated", ({ event, context }) =>
    onFees(context, event, { protocolFee: event.args.protocolFee }),
  );
  ponder.on("InfinityCLPoolManager:DynamicLPFeeUpdated", ({ event, context }) =>
    onFees(context, event, { lpFeePips: event.args.dynamicLPFee }),
  );
}
