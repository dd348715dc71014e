import type { Context } from "ponder:registry";
import type { Hex } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { fluidDexLitePool } from "./schema.ts";
import { fluidDexLiteSources } from "./sources.ts";
import type { DexLiteWords } from "./state.ts";
import { created, dexIdOf, swapOf, swapped } from "./transitions.ts";

const sources = fluidDexLiteSources(processEnvironment());

interface LogOf<A> {
  readonly args: A;
  readonly block: { readonly number: bigint };
}

/** Words that a log tells of a pool that has a row. */
async function onWords(
  { db, chain }: Context,
  { args, block }: LogOf<{ readonly dexId: Hex }>,
  words: Partial<DexLiteWords>,
): Promise<void> {
  const key = { chainId: chain.id, dexId: args.dexId };
  if ((await db.find(fluidDexLitePool, key)) === null) return;
  await db.update(fluidDexLitePool, key).set({ ...words, updatedBlock: Number(block.number) });
}

if (isIndexed(sources.FluidDexLite)) {
  ponder.on("FluidDexLite:LogInitialize", async ({ event, context }) => {
    const { dexKey, dexId, dexVariables: variables, centerPriceShift: centerShift } = event.args;
    const chainId = context.chain.id;
    const address = lower(event.log.address);
    const block = Number(event.block.number);
    const { slug } = deploymentWith(deployments, chainId, ({ dexLite }) => dexLite === address);
    const tokens = [lower(dexKey.token0), lower(dexKey.token1)];
    const pool = { id: dexId, address, family: "fluid-dex-lite", slug, tokens, block };
    await recordPool(context, pool);
    await context.db.insert(fluidDexLitePool).values({
      ...{ chainId, dexId, slug, address, tokens, salt: dexKey.salt },
      ...created({ variables, centerShift }, block),
    });
  });
  ponder.on("FluidDexLite:LogSwap", async ({ event, context }) => {
    const { swapData, dexVariables } = event.args;
    const { number, timestamp } = event.block;
    const key = { chainId: context.chain.id, dexId: dexIdOf(swapData) };
    const row = await context.db.find(fluidDexLitePool, key);
    if (row === null) return;
    const words = swapped(row, dexVariables, timestamp);
    const swap = swapOf(row, swapData);
    await context.db.update(fluidDexLitePool, key).set({ ...words, updatedBlock: Number(number) });
    await recordSwap(context, { poolId: key.dexId, ...swap, timestamp });
  });
  for (const name of [
    "LogUpdateFeeAndRevenueCut",
    "LogUpdateRebalancingStatus",
    "LogDeposit",
    "LogWithdraw",
  ] as const) {
    ponder.on(`FluidDexLite:${name}`, ({ event, context }) =>
      onWords(context, event, { variables: event.args.dexVariables }),
    );
  }
  for (const name of ["LogUpdateShiftTime", "LogUpdateCenterPriceLimits"] as const) {
    ponder.on(`FluidDexLite:${name}`, ({ event, context }) =>
      onWords(context, event, { centerShift: event.args.centerPriceShift }),
    );
  }
  ponder.on("FluidDexLite:LogUpdateRangePercents", ({ event, context }) => {
    const { dexVariables: variables, rangeShift } = event.args;
    return onWords(context, event, { variables, rangeShift });
  });
  ponder.on("FluidDexLite:LogUpdateThresholdPercent", ({ event, context }) => {
    const { dexVariables: variables, thresholdShift } = event.args;
    return onWords(context, event, { variables, thresholdShift });
  });
  ponder.on("FluidDexLite:LogUpdateCenterPriceAddress", ({ event, context }) => {
    const { dexVariables: variables, centerPriceShift: centerShift } = event.args;
    return onWords(context, event, { variables, centerShift });
  });
}
