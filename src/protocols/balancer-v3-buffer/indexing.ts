import type { Context } from "ponder:registry";
import { and, eq } from "drizzle-orm";
import type { Address, Hex } from "viem";
import { BalancerV3Buffers } from "../../../abis/BalancerV3Buffers.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { lower, ZERO_ADDRESS } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { type BalancerV3BufferRow, balancerV3Buffer } from "./schema.ts";
import { balancerV3BufferSources } from "./sources.ts";
import { balancesOf, idOf, made } from "./transitions.ts";

const sources = balancerV3BufferSources(processEnvironment());

/** An event that tells what a buffer has. */
interface Change {
  readonly event: {
    readonly args: { readonly wrappedToken: Address; readonly bufferBalances: Hex };
    readonly block: { readonly number: bigint };
  };
  readonly context: Context;
}

/** Writes what a buffer has now; null where it has no row. */
async function change({
  event: { args, block },
  context: { db, chain },
}: Change): Promise<BalancerV3BufferRow | null> {
  const key = { chainId: chain.id, id: idOf(lower(args.wrappedToken)) };
  const row = await db.find(balancerV3Buffer, key);
  if (row === null) return null;
  const balances = balancesOf(args.bufferBalances);
  await db.update(balancerV3Buffer, key).set({ ...balances, updatedBlock: Number(block.number) });
  return row;
}

if (isIndexed(sources.BalancerV3Buffers)) {
  ponder.on("BalancerV3Buffers:BufferSharesMinted", async ({ event, context }) => {
    // The first shares of a buffer, and no others, go to nobody.
    if (event.args.to !== ZERO_ADDRESS) return;
    const chainId = context.chain.id;
    const vault = lower(event.log.address);
    const { slug } = deploymentWith(deployments, chainId, (own) => own.vault === vault);
    const wrapped = lower(event.args.wrappedToken);
    const asset = lower(
      await context.client.readContract({
        ...{ abi: BalancerV3Buffers, address: vault, functionName: "getBufferAsset" },
        ...{ args: [wrapped], cache: "immutable" },
      }),
    );
    if (asset === wrapped) return;
    const id = idOf(wrapped);
    const block = Number(event.block.number);
    const row = made({ chainId, id, slug, vault, wrapped, asset }, block);
    await context.db.insert(balancerV3Buffer).values(row);
    const tokens = [asset, wrapped];
    const family = "balancer-v3-buffer";
    await recordPool(context, { id, address: vault, family, slug, tokens, block });
  });

  for (const name of ["LiquidityAddedToBuffer", "LiquidityRemovedFromBuffer"] as const) {
    ponder.on(`BalancerV3Buffers:${name}`, async (event: Change) => {
      await change(event);
    });
  }

  ponder.on("BalancerV3Buffers:Wrap", async ({ event, context }) => {
    const row = await change({ event, context });
    if (row === null) return;
    const { depositedUnderlying: amountIn, mintedShares: amountOut } = event.args;
    await recordSwap(context, {
      ...{ poolId: row.id, tokenIn: row.asset, tokenOut: row.wrapped, amountIn, amountOut },
      ...{ feeIn: 0n, timestamp: event.block.timestamp },
    });
  });

  ponder.on("BalancerV3Buffers:Unwrap", async ({ event, context }) => {
    const row = await change({ event, context });
    if (row === null) return;
    const { burnedShares: amountIn, withdrawnUnderlying: amountOut } = event.args;
    await recordSwap(context, {
      ...{ poolId: row.id, tokenIn: row.wrapped, tokenOut: row.asset, amountIn, amountOut },
      ...{ feeIn: 0n, timestamp: event.block.timestamp },
    });
  });

  ponder.on("BalancerV3Buffers:VaultBuffersPausedStateChanged", async ({ event, context }) => {
    const chainId = context.chain.id;
    const vault = lower(event.log.address);
    const buffers = await context.db.sql
      .select({ id: balancerV3Buffer.id })
      .from(balancerV3Buffer)
      .where(and(eq(balancerV3Buffer.chainId, chainId), eq(balancerV3Buffer.vault, vault)));
    const paused = { isPaused: event.args.paused, updatedBlock: Number(event.block.number) };
    for (const { id } of buffers) {
      await context.db.update(balancerV3Buffer, { chainId, id }).set(paused);
    }
  });
}
