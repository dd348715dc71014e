import type { Context } from "ponder:registry";
import { and, eq, gt, lt } from "drizzle-orm";
import type { Hex } from "viem";
import { InfinityBinPoolManager as abi } from "../../../abis/InfinityBinPoolManager.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { beginsWithState } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { lower, tokenOfCurrency } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { unpacked } from "../liquidity-book/transitions.ts";
import { isKnownByEvents } from "../pancakeswap-infinity/admission.ts";
import { firstFee, protocolFeeAfter } from "../pancakeswap-infinity/transitions.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { tradeOf } from "../uniswap-v3/transitions.ts";
import { deployments } from "./contracts.ts";
import { pancakeswapInfinityBin, pancakeswapInfinityBinPool } from "./schema.ts";
import { pancakeswapInfinityBinSources } from "./sources.ts";
import {
  type BinChange,
  binOfRow,
  binRow,
  binStepIn,
  binsChanged,
  deposited,
  donated,
  type ListedBin,
  mayBeLeft,
  swappedBins,
  UNUSED_BIN,
  withdrawn,
} from "./transitions.ts";

const { InfinityBinPoolManager } = pancakeswapInfinityBinSources(processEnvironment());

type PoolRow = typeof pancakeswapInfinityBinPool.$inferSelect;

interface Origin {
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
  readonly log: { readonly address: Hex };
}

/** A place in a pool whose row is there. */
interface BinPlace {
  readonly row: PoolRow;
  readonly id: number;
  readonly blockNumber: bigint;
}

/** The row of a pool; null where it has none, as its swaps do not follow from events. */
function rowOf({ db, chain }: Context, poolId: Hex): Promise<PoolRow | null> {
  return db.find(pancakeswapInfinityBinPool, { chainId: chain.id, poolId });
}

async function onChain({ client }: Context, { row, id, blockNumber }: BinPlace) {
  const [reserveX, reserveY, , shares] = await client.readContract({
    ...{ abi, address: row.manager, functionName: "getBin", args: [row.poolId, id], blockNumber },
  });
  return { reserveX, reserveY, shares };
}

/**
 * A bin before a log. Where the index began with a state, what nobody gets of bins that trades pass
 * was not in it.
 */
async function binAt(context: Context, place: BinPlace): Promise<ListedBin> {
  const { row, id, blockNumber } = place;
  const key = { chainId: context.chain.id, poolId: row.poolId, bin: id };
  const found = await context.db.find(pancakeswapInfinityBin, key);
  if (found !== null) return binOfRow(found);
  if (!beginsWithState(context.chain.id)) return UNUSED_BIN;
  const before = await onChain(context, { ...place, blockNumber: blockNumber - 1n });
  return { reserveX: before.reserveX, reserveY: before.reserveY, isListed: false };
}

/** Writes the bins that a log changed, and what follows of their pool. */
async function change(
  { db, chain }: Context,
  row: PoolRow,
  changes: readonly BinChange[],
  {
    block,
    activeId,
    ...more
  }: Pick<PoolRow, "activeId"> & { readonly block: number } & Partial<Pick<PoolRow, "protocolFee">>,
): Promise<void> {
  const { poolId } = row;
  for (const { id, after } of changes) {
    const columns = { ...binRow(after, id === activeId), updatedBlock: block };
    await db
      .insert(pancakeswapInfinityBin)
      .values({ chainId: chain.id, poolId, bin: id, ...columns })
      .onConflictDoUpdate(columns);
  }
  await db
    .update(pancakeswapInfinityBinPool, { chainId: chain.id, poolId })
    .set((current) => ({ ...binsChanged(current, changes, { activeId, block }), ...more }));
}

/** `Mint` and `Burn`, bin by bin. */
async function onBins(
  context: Context,
  {
    block,
    args,
  }: Pick<Origin, "block"> & {
    readonly args: {
      readonly id: Hex;
      readonly ids: readonly bigint[];
      readonly amounts: readonly Hex[];
    };
  },
  after: (before: ListedBin, amounts: Hex, place: BinPlace) => ListedBin | Promise<ListedBin>,
): Promise<void> {
  const row = await rowOf(context, args.id);
  if (row === null) return;
  for (const [at, id] of args.ids.entries()) {
    const place = { row, id: Number(id), blockNumber: block.number };
    const before = await binAt(context, place);
    const changed = await after(before, args.amounts[at] ?? "0x0", place);
    const { activeId } = row;
    const changes = [{ id: place.id, before, after: changed }];
    await change(context, row, changes, { activeId, block: Number(block.number) });
  }
}

/** The bins that a swap came to, in its direction, from the active one to that where it ended. */
async function passedBins(context: Context, row: PoolRow, to: number, blockNumber: bigint) {
  const [low, high] = row.activeId < to ? [row.activeId, to] : [to, row.activeId];
  const table = pancakeswapInfinityBin;
  const between =
    high - low < 2
      ? []
      : await context.db.sql
          .select({ bin: table.bin })
          .from(table)
          .where(
            and(
              ...[eq(table.chainId, context.chain.id), eq(table.poolId, row.poolId)],
              ...[eq(table.isListed, true), gt(table.bin, low), lt(table.bin, high)],
            ),
          );
  const ids = new Set([row.activeId, ...between.map(({ bin }) => bin), to]);
  const sign = row.activeId < to ? 1 : -1;
  const ordered = [...ids].sort((a, b) => sign * (a - b));
  const bins: (ListedBin & { readonly id: number })[] = [];
  for (const id of ordered) bins.push({ id, ...(await binAt(context, { row, id, blockNumber })) });
  return bins;
}

/**
 * The protocol's fee that a pool begins with, which no event tells: as it is at the newest block.
 * Events tell its changes.
 */
async function protocolFeeOf({ client }: Context, manager: Hex, id: Hex): Promise<number> {
  const [, protocolFee] = await client.readContract({
    ...{ abi, address: manager, functionName: "getSlot0", args: [id], cache: "immutable" },
  });
  return protocolFee;
}

if (isIndexed(InfinityBinPoolManager)) {
  ponder.on("InfinityBinPoolManager:Initialize", async ({ event, context }) => {
    const { id, fee: keyFee, hooks, parameters, activeId } = event.args;
    if (!isKnownByEvents(event.args)) return;
    const manager = lower(event.log.address);
    const isOwn = (contracts: { readonly manager: Hex }) => contracts.manager === manager;
    const { slug } = deploymentWith(deployments, context.chain.id, isOwn);
    const [tokenX, tokenY] = [
      tokenOfCurrency(event.args.currency0),
      tokenOfCurrency(event.args.currency1),
    ];
    const [family, block] = ["pancakeswap-infinity-bin", Number(event.block.number)];
    const tokens = [tokenX, tokenY];
    await recordPool(context, { id, address: manager, family, slug, tokens, block });
    await context.db.insert(pancakeswapInfinityBinPool).values({
      ...{ chainId: context.chain.id, poolId: id, slug, manager, tokenX, tokenY },
      ...{ hooks: lower(hooks), keyFee, parameters, binStep: binStepIn(parameters) },
      ...{ lpFeePips: firstFee(keyFee), protocolFee: await protocolFeeOf(context, manager, id) },
      ...{ activeId, reserveX: 0n, reserveY: 0n, totalX: 0n, totalY: 0n },
      ...{ binsBlock: block, updatedBlock: block },
    });
  });

  ponder.on("InfinityBinPoolManager:Swap", async ({ event, context }) => {
    const { id, activeId, fee: feePips, protocolFee: protocolPips, ...amounts } = event.args;
    const row = await rowOf(context, id);
    if (row === null) return;
    // The event has what the trader gained.
    const signed = { amount0: -amounts.amount0, amount1: -amounts.amount1 };
    const trade = tradeOf({ token0: row.tokenX, token1: row.tokenY, feePips }, signed);
    const bins = await passedBins(context, row, activeId, event.block.number);
    const { amountIn, amountOut } = trade;
    const swapForY = signed.amount0 > 0n;
    const { binStep } = row;
    const changes = swappedBins(
      { swapForY, amountIn, amountOut, binStep, feePips, protocolPips },
      bins,
    );
    const protocolFee = protocolFeeAfter(row.protocolFee, event.args);
    const block = Number(event.block.number);
    await change(context, row, changes, { activeId, block, protocolFee });
    await recordSwap(context, { poolId: id, ...trade, timestamp: event.block.timestamp });
  });

  ponder.on("InfinityBinPoolManager:Mint", ({ event, context }) =>
    onBins(context, event, (before, amounts) => deposited(before, unpacked(amounts))),
  );
  ponder.on("InfinityBinPoolManager:Burn", ({ event, context }) =>
    onBins(context, event, async (before, amounts, place) => {
      const after = withdrawn(before, unpacked(amounts), null);
      if (!mayBeLeft(after)) return after;
      const { shares } = await onChain(context, place);
      return withdrawn(before, unpacked(amounts), shares);
    }),
  );
  ponder.on("InfinityBinPoolManager:Donate", async ({ event, context }) => {
    const { id, binId, amount0, amount1 } = event.args;
    const row = await rowOf(context, id);
    if (row === null) return;
    const place = { row, id: binId, blockNumber: event.block.number };
    const before = await binAt(context, place);
    const after = donated(before, { reserveX: -amount0, reserveY: -amount1 });
    const block = Number(event.block.number);
    const { activeId } = row;
    await change(context, row, [{ id: binId, before, after }], { activeId, block });
  });

  ponder.on("InfinityBinPoolManager:ProtocolFeeUpdated", async ({ event, context }) => {
    const { id: poolId, protocolFee } = event.args;
    if ((await rowOf(context, poolId)) === null) return;
    const updatedBlock = Number(event.block.number);
    await context.db
      .update(pancakeswapInfinityBinPool, { chainId: context.chain.id, poolId })
      .set({ protocolFee, updatedBlock });
  });
  ponder.on("InfinityBinPoolManager:DynamicLPFeeUpdated", async ({ event, context }) => {
    const { id: poolId, dynamicLPFee: lpFeePips } = event.args;
    if ((await rowOf(context, poolId)) === null) return;
    const updatedBlock = Number(event.block.number);
    await context.db
      .update(pancakeswapInfinityBinPool, { chainId: context.chain.id, poolId })
      .set({ lpFeePips, updatedBlock });
  });
}
