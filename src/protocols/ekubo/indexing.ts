import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { lower, tokenOfCurrency } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { ticksChanged } from "../uniswap-v3/transitions.ts";
import { configOf, isAdmitted } from "./config.ts";
import { deployments } from "./contracts.ts";
import { ekuboPool, ekuboTick } from "./schema.ts";
import { ekuboSources } from "./sources.ts";
import { changeOf, poolWordOf } from "./transitions.ts";

const { EkuboCore } = ekuboSources(processEnvironment());

if (isIndexed(EkuboCore)) {
  ponder.on("EkuboCore:PoolInitialized", async ({ event, context }) => {
    const { poolId, poolKey, tick, sqrtRatio } = event.args;
    const { config } = poolKey;
    const parsed = configOf(config);
    if (!isAdmitted(parsed)) return;
    const chainId = context.chain.id;
    const core = lower(event.log.address);
    const block = Number(event.block.number);
    const { slug } = deploymentWith(deployments, chainId, (contracts) => contracts.core === core);
    const [token0, token1] = [tokenOfCurrency(poolKey.token0), tokenOfCurrency(poolKey.token1)];
    const tokens = [token0, token1];
    await recordPool(context, { id: poolId, address: core, family: "ekubo", slug, tokens, block });
    await context.db.insert(ekuboPool).values({
      ...{ chainId, poolId, slug, core, token0, token1, config, fee: parsed.feeX64 },
      ...{ sqrtRatio, tick, liquidity: 0n, ticksBlock: block, updatedBlock: block },
    });
  });

  ponder.on("EkuboCore:PositionUpdated", async ({ event, context }) => {
    const { poolId, positionId, liquidityDelta, stateAfter } = event.args;
    const { db, chain } = context;
    const key = { chainId: chain.id, poolId };
    const row = await db.find(ekuboPool, key);
    if (row === null) return;
    const block = Number(event.block.number);
    const word = poolWordOf(BigInt(stateAfter));
    await db.update(ekuboPool, key).set({ ...word, ticksBlock: block, updatedBlock: block });
    if (configOf(row.config).tickSpacing === null) return;
    for (const { tick, change } of ticksChanged(changeOf(positionId, liquidityDelta), block)) {
      await db
        .insert(ekuboTick)
        .values({ ...key, tick, ...change(null) })
        .onConflictDoUpdate(change);
    }
  });
}
