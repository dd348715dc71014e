import type { Context } from "ponder:registry";
import type { Address, Hex } from "viem";
import { BiswapPair } from "../../../abis/BiswapPair.ts";
import { recordPool, recordToken } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, recordPairSwap } from "../../catalog/swaps.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { deployments, type UniswapV2Contracts } from "./contracts.ts";
import { contractsOf } from "./deployment.ts";
import { uniswapV2Pair, uniswapV2ProtocolFee } from "./schema.ts";
import { uniswapV2Sources } from "./sources.ts";
import {
  burned,
  changesShares,
  created,
  minted,
  sharesChanged,
  synced,
  thousandthsToPips,
} from "./transitions.ts";

const sources = uniswapV2Sources(processEnvironment());

const PIPS = 1_000_000n;

async function feeOf(
  client: Context["client"],
  pair: Address,
  feePips: UniswapV2Contracts["feePips"],
): Promise<number> {
  if (feePips !== "per-pair") return feePips;
  const fee = await client.readContract({
    abi: BiswapPair,
    address: pair,
    functionName: "swapFee",
    cache: "immutable",
  });
  return thousandthsToPips(fee);
}

type Row = typeof uniswapV2Pair.$inferSelect;

/** The row of a pair; its creation was indexed before. */
async function pairAt(context: Context, address: Hex): Promise<Row> {
  const row = await context.db.find(uniswapV2Pair, { chainId: context.chain.id, address });
  if (row === null)
    throw new Error(`No PairCreated was indexed for ${address}; index from an earlier block.`);
  return row;
}

/** Whether the protocol's fee is on, as far as logs have shown. */
async function isFeeOn(context: Context, slug: string, atStart: boolean): Promise<boolean> {
  const row = await context.db.find(uniswapV2ProtocolFee, { chainId: context.chain.id, slug });
  return row?.isOn ?? atStart;
}

if (isIndexed(sources.UniswapV2Factory)) {
  ponder.on("UniswapV2Factory:PairCreated", async ({ event, context }) => {
    const { token0, token1, pair } = event.args;
    const block = Number(event.block.number);
    const { slug, contracts } = deploymentOf(deployments, context.chain.id, event.log.address);
    const { feePips, share } = contracts;
    await recordPool(context, {
      id: pair,
      address: pair,
      family: "uniswap-v2",
      slug,
      tokens: [token0, token1],
      block,
    });
    if (share !== null) {
      const known = share.metadata === null ? {} : { known: share.metadata };
      await recordToken(context, { address: pair, block, ...known });
    }
    await context.db.insert(uniswapV2Pair).values({
      chainId: context.chain.id,
      address: pair,
      slug,
      token0,
      token1,
      feePips: await feeOf(context.client, pair, feePips),
      ...created(block),
    });
  });
}

if (isIndexed(sources.UniswapV2Pair)) {
  ponder.on("UniswapV2Pair:Sync", async ({ event, context }) => {
    const key = { chainId: context.chain.id, address: event.log.address };
    const row = await pairAt(context, event.log.address);
    const { share } = contractsOf(context.chain.id, row.slug);
    const block = Number(event.block.number);
    const timestamp = Number(event.block.timestamp);
    const at = { block, timestamp, protocolFee: share?.protocolFee ?? null };
    if (share === null || !changesShares(row)) {
      await context.db.update(uniswapV2Pair, key).set(synced(row, event.args, at));
      return;
    }
    const wasFeeOn = await isFeeOn(context, row.slug, share.feeOnAtStart);
    const { change, isFeeOn: isOn } = sharesChanged(row, event.args, { ...at, wasFeeOn });
    await context.db.update(uniswapV2Pair, key).set(change);
    if (isOn === wasFeeOn) return;
    await context.db
      .insert(uniswapV2ProtocolFee)
      .values({ chainId: context.chain.id, slug: row.slug, isOn, updatedBlock: block })
      .onConflictDoUpdate({ isOn, updatedBlock: block });
  });
}

if (isIndexed(sources.UniswapV2Pair) && keepsVolume) {
  ponder.on("UniswapV2Pair:Swap", async ({ event, context }) => {
    const { address: poolId, token0, token1, feePips } = await pairAt(context, event.log.address);
    await recordPairSwap(
      context,
      { poolId, token0, token1 },
      {
        amounts: event.args,
        feeOf: (amountIn) => (amountIn * BigInt(feePips)) / PIPS,
        timestamp: event.block.timestamp,
      },
    );
  });
}

if (isIndexed(sources.UniswapV2Mint)) {
  ponder.on("UniswapV2Mint:Transfer", async ({ event, context }) => {
    const block = Number(event.block.number);
    await context.db
      .update(uniswapV2Pair, { chainId: context.chain.id, address: event.log.address })
      .set((row) => minted(row, event.args.value, block));
  });
}

if (isIndexed(sources.UniswapV2Burn)) {
  ponder.on("UniswapV2Burn:Transfer", async ({ event, context }) => {
    // Shares that a holder sends to the zero address are lost, not burned.
    if (event.args.from !== event.log.address) return;
    const block = Number(event.block.number);
    await context.db
      .update(uniswapV2Pair, { chainId: context.chain.id, address: event.log.address })
      .set((row) => burned(row, event.args.value, block));
  });
}
