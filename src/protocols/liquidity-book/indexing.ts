import type { Context } from "ponder:registry";
import type { Address, Hex } from "viem";
import { LBPair } from "../../../abis/LBPair.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { beginsWithState, isDormant } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { type Bin, EMPTY_BIN } from "./bins.ts";
import { deployments } from "./contracts.ts";
import { liquidityBookBin, liquidityBookPool } from "./schema.ts";
import { liquidityBookSources } from "./sources.ts";
import {
  added,
  type BinChange,
  binsChanged,
  composed,
  created,
  forced,
  type Moment,
  type PoolChange,
  parametersOf,
  parametersSet,
  swapped,
  taken,
  tradeOf,
  unpacked,
} from "./transitions.ts";

const sources = liquidityBookSources(processEnvironment());

/** Of a row whose factory has not told of the pair yet, which it does in the same transaction. */
const UNNAMED = { slug: "", tokenX: ZERO_ADDRESS, tokenY: ZERO_ADDRESS, binStep: 0 } as const;

interface LogOf<A> {
  readonly args: A;
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
  readonly log: { readonly address: Hex };
}

interface BinsArgs {
  readonly ids: readonly bigint[];
  readonly amounts: readonly Hex[];
}

function momentOf({ block }: Pick<LogOf<unknown>, "block">): Moment {
  return { block: Number(block.number), timestamp: Number(block.timestamp) };
}

/** A change of a pair that has a row. */
async function onPool(
  context: Context,
  event: LogOf<unknown>,
  change: (row: PoolChange, at: Moment) => Partial<PoolChange>,
): Promise<void> {
  const key = { chainId: context.chain.id, address: event.log.address };
  if (await isDormant(context, liquidityBookPool, key)) return;
  await context.db.update(liquidityBookPool, key).set((row) => change(row, momentOf(event)));
}

async function changeBin(
  { db, chain }: Context,
  { pool, id, block }: { readonly pool: Address; readonly id: number; readonly block: number },
  change: (bin: Bin) => Bin,
): Promise<BinChange> {
  const key = { chainId: chain.id, pool, bin: id };
  const before = (await db.find(liquidityBookBin, key)) ?? EMPTY_BIN;
  const after = change(before);
  const columns = { ...after, updatedBlock: block };
  await db
    .insert(liquidityBookBin)
    .values({ ...key, ...columns })
    .onConflictDoUpdate(columns);
  return { id, before, after };
}

async function onBins(
  context: Context,
  event: LogOf<BinsArgs>,
  change: (bin: Bin, amounts: Bin) => Bin,
): Promise<void> {
  const { address } = event.log;
  if (await isDormant(context, liquidityBookPool, { chainId: context.chain.id, address })) return;
  const { block } = momentOf(event);
  const changes: BinChange[] = [];
  for (const [at, id] of event.args.ids.entries()) {
    const amounts = unpacked(event.args.amounts[at] ?? "0x0");
    const place = { pool: address, id: Number(id), block };
    changes.push(await changeBin(context, place, (bin) => change(bin, amounts)));
  }
  await onPool(context, event, (row) => binsChanged(row, changes, block));
}

if (isIndexed(sources.LBFactory)) {
  // A pair logs its first parameters before its factory tells of it.
  ponder.on("LBPair:StaticFeeParametersSet", async ({ event, context }) => {
    const key = { chainId: context.chain.id, address: event.log.address };
    const { block } = momentOf(event);
    if ((await context.db.find(liquidityBookPool, key)) !== null) {
      await onPool(context, event, () => parametersSet(event.args, block));
    } else if (!beginsWithState(context.chain.id)) {
      const { sender: _sender, ...parameters } = event.args;
      await context.db
        .insert(liquidityBookPool)
        .values({ ...key, ...UNNAMED, ...created(parameters, 0, block) });
    }
  });

  ponder.on("LBFactory:LBPairCreated", async ({ event, context }) => {
    const { tokenX, tokenY, binStep, LBPair: address } = event.args;
    const block = Number(event.block.number);
    const key = { chainId: context.chain.id, address };
    const { slug } = deploymentOf(deployments, key.chainId, event.log.address);
    const tokens = [tokenX, tokenY];
    const family = "liquidity-book";
    await recordPool(context, { id: address, address, family, slug, tokens, block });
    // No log names the first bin: it is that of now until a trade tells.
    const pair = { abi: LBPair, address, cache: "immutable" } as const;
    const activeId = await context.client.readContract({ ...pair, functionName: "getActiveId" });
    const named = { slug, tokenX, tokenY, binStep: Number(binStep) };
    if ((await context.db.find(liquidityBookPool, key)) !== null) {
      const first = { activeId, idReference: activeId };
      await context.db.update(liquidityBookPool, key).set({ ...named, ...first });
      return;
    }
    const functionName = "getStaticFeeParameters";
    const parameters = parametersOf(await context.client.readContract({ ...pair, functionName }));
    await context.db
      .insert(liquidityBookPool)
      .values({ ...key, ...named, ...created(parameters, activeId, block) });
  });

  ponder.on("LBPair:DepositedToBins", ({ event, context }) => onBins(context, event, added));
  ponder.on("LBPair:WithdrawnFromBins", ({ event, context }) => onBins(context, event, taken));
  ponder.on("LBPair:CompositionFees", async ({ event, context }) => {
    const { id } = event.args;
    const key = { chainId: context.chain.id, pool: event.log.address, bin: id };
    const { reserveX, reserveY } = (await context.db.find(liquidityBookBin, key)) ?? EMPTY_BIN;
    await onPool(context, event, (row, at) => composed(row, { id, reserveX, reserveY }, at));
  });
  ponder.on("LBPair:ForcedDecay", ({ event, context }) =>
    onPool(context, event, (row, { block }) => forced(row, block)),
  );

  // What a flash loan pays goes to the active bin, less what the protocol gets: all of it in V2.2.
  ponder.on("LBPair:FlashLoan", async ({ event, context }) => {
    const fees = taken(unpacked(event.args.totalFees), unpacked(event.args.protocolFees));
    const key = { chainId: context.chain.id, address: event.log.address };
    if (await isDormant(context, liquidityBookPool, key)) return;
    const { block } = momentOf(event);
    const place = { pool: event.log.address, id: event.args.activeId, block };
    const change = await changeBin(context, place, (bin) => added(bin, fees));
    await onPool(context, event, (row) => binsChanged(row, [change], block));
  });

  ponder.on("LBPair:Swap", async ({ event, context }) => {
    const { args, log } = event;
    const key = { chainId: context.chain.id, address: log.address };
    if (await isDormant(context, liquidityBookPool, key)) return;
    const place = { pool: log.address, id: args.id, block: Number(event.block.number) };
    const [paidIn, paidOut] = [unpacked(args.amountsIn), unpacked(args.amountsOut)];
    const change = await changeBin(context, place, (bin) => taken(added(bin, paidIn), paidOut));
    const { volatilityAccumulator } = args;
    const pool = await context.db
      .update(liquidityBookPool, key)
      .set((row) => swapped(row, { ...change, volatilityAccumulator }, momentOf(event)));
    const trade = tradeOf(pool, args);
    const { timestamp } = event.block;
    await recordSwap(context, { poolId: pool.address, ...trade, timestamp });
  });
}
