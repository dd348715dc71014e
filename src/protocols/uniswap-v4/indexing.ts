import type { Context } from "ponder:registry";
import { ponder } from "../../catalog/recorded.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { isKnownByEvents } from "./admission.ts";
import { deployments } from "./contracts.ts";
import { managedPoolEvents } from "./pool-events.ts";
import { uniswapV4Pool, uniswapV4Tick } from "./schema.ts";
import { uniswapV4Sources } from "./sources.ts";

const { UniswapV4Manager } = uniswapV4Sources(processEnvironment());

type Writer = Pick<Context, "db" | "client"> & { readonly chain: { readonly id: number } };

const { onInitialize, onSwap, onModifyLiquidity, onFees } = managedPoolEvents({
  family: "uniswap-v4",
  async change({ db, chain }: Writer, poolId, change) {
    const key = { chainId: chain.id, poolId };
    if ((await db.find(uniswapV4Pool, key)) === null) return null;
    return db.update(uniswapV4Pool, key).set(change);
  },
  async changeTick({ db, chain }, at, change) {
    await db
      .insert(uniswapV4Tick)
      .values({ chainId: chain.id, ...at, ...change(null) })
      .onConflictDoUpdate(change);
  },
});

if (isIndexed(UniswapV4Manager)) {
  ponder.on("UniswapV4Manager:Initialize", async ({ event, context }) => {
    const { fee, tickSpacing } = event.args;
    if (!isKnownByEvents(event.args)) return;
    const manager = lower(event.log.address);
    const { slug } = deploymentWith(
      deployments,
      context.chain.id,
      (contracts) => contracts.manager === manager,
    );
    const row = await onInitialize(context, event, slug);
    const fees = { lpFeePips: fee, protocolFee: 0 };
    await context.db.insert(uniswapV4Pool).values({ ...row, ...fees, tickSpacing });
  });

  ponder.on("UniswapV4Manager:Swap", ({ event, context }) => onSwap(context, event));
  ponder.on("UniswapV4Manager:ModifyLiquidity", ({ event, context }) =>
    onModifyLiquidity(context, event),
  );
  ponder.on("UniswapV4Manager:ProtocolFeeUpdated", ({ event, context }) =>
    onFees(context, event, { protocolFee: event.args.protocolFee }),
  );
}
