import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { factsOf } from "./admission.ts";
import { registered } from "./row-state.ts";
import { balancerV3Pool } from "./schema.ts";
import { balancerV3Sources } from "./sources.ts";

const sources = balancerV3Sources(processEnvironment());

/** An event that tells that a pool changed. */
interface Change {
  readonly event: {
    readonly args: { readonly pool: Address };
    readonly block: { readonly number: bigint };
  };
  readonly context: Context;
}

/** Has a pool read at the end of the block; false where it has no row. */
async function touch({ event: { args, block }, context }: Change): Promise<boolean> {
  const key = { chainId: context.chain.id, address: lower(args.pool) };
  if ((await context.db.find(balancerV3Pool, key)) === null) return false;
  await context.db.update(balancerV3Pool, key).set({ updatedBlock: Number(block.number) });
  return true;
}

if (isIndexed(sources.BalancerV3Vault)) {
  ponder.on("BalancerV3Vault:PoolRegistered", async ({ event, context }) => {
    const chainId = context.chain.id;
    const facts = factsOf(chainId, event.log.address, event.args);
    if (facts === null) return;
    const block = Number(event.block.number);
    const { address, slug, tokens } = facts;
    const row = registered(chainId, facts, block);
    await context.db.insert(balancerV3Pool).values(row);
    const pool = { id: address, address, family: "balancer-v3", slug, tokens, block };
    await recordPool(context, pool);
    await recordToken(context, { address, block });
  });

  ponder.on("BalancerV3Vault:Swap", async ({ event, context }) => {
    if (!(await touch({ event, context }))) return;
    const { pool, tokenIn, tokenOut, amountIn, amountOut, swapFeeAmount } = event.args;
    await recordSwap(context, {
      ...{ poolId: lower(pool), tokenIn: lower(tokenIn), tokenOut: lower(tokenOut) },
      ...{ amountIn, amountOut, feeIn: swapFeeAmount, timestamp: event.block.timestamp },
    });
  });

  for (const name of [
    "PoolInitialized",
    "LiquidityAdded",
    "LiquidityRemoved",
    "PoolPausedStateChanged",
    "PoolRecoveryModeStateChanged",
    "SwapFeePercentageChanged",
    "AggregateSwapFeePercentageChanged",
    "AggregateYieldFeePercentageChanged",
    "VaultAuxiliary",
  ] as const) {
    ponder.on(`BalancerV3Vault:${name}`, async (change: Change) => {
      await touch(change);
    });
  }
}
