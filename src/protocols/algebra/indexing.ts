import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { isDormant } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { poolEvents } from "../uniswap-v3/pool-events.ts";
import { created, type SignedAmounts } from "../uniswap-v3/transitions.ts";
import { type AlgebraContracts, deployments } from "./contracts.ts";
import { UNREAD } from "./fee-columns.ts";
import { algebraPool, algebraTick } from "./schema.ts";
import { algebraSources } from "./sources.ts";
import { traded, written } from "./transitions.ts";

const sources = algebraSources(processEnvironment());

type Writer = Pick<Context, "db"> & { readonly chain: { readonly id: number } };
type Row = typeof algebraPool.$inferSelect;

/**
 * Ticks that positions may end at, as pools have it at first; no amount of a swap depends on it.
 */
const TICK_SPACING = 60;

const { onInitialize, onSwap, onPositionChange } = poolEvents({
  isDormant: (context: Writer, address) =>
    isDormant(context, algebraPool, { chainId: context.chain.id, address }),
  change: ({ db, chain }, address, change) =>
    db.update(algebraPool, { chainId: chain.id, address }).set(change),
  async changeTick({ db, chain }, at, change) {
    await db
      .insert(algebraTick)
      .values({ chainId: chain.id, ...at, ...change(null) })
      .onConflictDoUpdate(change);
  },
  // As far as it was read: the event does not state it.
  feePips: ({ feePips }: Row, zeroForOne) => feePips?.[zeroForOne ? 0 : 1] ?? 0,
});

async function onCreated(
  context: Context,
  event: {
    readonly name: AlgebraContracts["creation"];
    readonly args: { readonly token0: Address; readonly token1: Address; readonly pool: Address };
    readonly block: { readonly number: bigint };
    readonly log: { readonly address: Address };
  },
): Promise<void> {
  const { token0, token1, pool: address } = event.args;
  const block = Number(event.block.number);
  const { slug, contracts } = deploymentOf(deployments, context.chain.id, event.log.address);
  // Logs of the others are not followed.
  if (contracts.creation !== event.name) return;
  const tokens = [token0, token1];
  await recordPool(context, { id: address, address, family: "algebra", slug, tokens, block });
  await context.db.insert(algebraPool).values({
    ...{ chainId: context.chain.id, address, slug, token0, token1, tickSpacing: TICK_SPACING },
    ...{ ...created(block), ...UNREAD, volumePerLiquidity: null, timepointTimestamp: 0 },
  });
}

/** An event of a pool, as far as what its timepoints are made of needs it. */
interface PoolEvent<A> {
  readonly args: A;
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
  readonly log: { readonly address: Address };
}

/** What an event changes of what was traded since the last timepoint. */
async function remember(
  { db, chain }: Writer,
  { log, block }: PoolEvent<unknown>,
  change: (row: Row, timestamp: number) => Pick<Row, "volumePerLiquidity" | "timepointTimestamp">,
): Promise<void> {
  const key = { chainId: chain.id, address: log.address };
  if (await isDormant({ db, chain }, algebraPool, key)) return;
  await db.update(algebraPool, key).set((row) => change(row, Number(block.timestamp)));
}

type SwapArgs = Parameters<typeof onSwap>[1]["args"] & SignedAmounts;

async function swapped(context: Context, event: PoolEvent<SwapArgs>): Promise<void> {
  await onSwap(context, event);
  await remember(context, event, (row, timestamp) => traded(row, event.args, timestamp));
}

interface PositionArgs {
  readonly tickLower: number;
  readonly tickUpper: number;
  readonly amount: bigint;
}

async function changed(
  context: Context,
  event: PoolEvent<PositionArgs>,
  liquidityDelta: bigint,
): Promise<void> {
  const { tickLower, tickUpper } = event.args;
  await onPositionChange(context, event, { tickLower, tickUpper, liquidityDelta });
  if (liquidityDelta === 0n) return;
  await remember(context, event, (row, timestamp) =>
    row.tick >= tickLower && row.tick < tickUpper ? written(row, timestamp) : row,
  );
}

if (isIndexed(sources.AlgebraFactory)) {
  ponder.on("AlgebraFactory:Pool", ({ event, context }) =>
    onCreated(context, { ...event, name: "Pool" }),
  );
  ponder.on("AlgebraFactory:CustomPool", ({ event, context }) =>
    onCreated(context, { ...event, name: "CustomPool" }),
  );
}

if (isIndexed(sources.AlgebraPool)) {
  ponder.on("AlgebraPool:Initialize", async ({ event, context }) => {
    await onInitialize(context, event);
    await remember(context, event, written);
  });
  ponder.on("AlgebraPool:Swap", ({ event, context }) => swapped(context, event));
  ponder.on("AlgebraPool:Mint", ({ event, context }) => changed(context, event, event.args.amount));
  ponder.on("AlgebraPool:Burn", ({ event, context }) =>
    changed(context, event, -event.args.amount),
  );
}

if (isIndexed(sources.AlgebraFeePool)) {
  ponder.on("AlgebraFeePool:Swap", ({ event, context }) => swapped(context, event));
  ponder.on("AlgebraFeePool:Burn", ({ event, context }) =>
    changed(context, event, -event.args.amount),
  );
}

if (isIndexed(sources.AlgebraCustomPool)) {
  ponder.on("AlgebraCustomPool:Initialize", async ({ event, context }) => {
    await onInitialize(context, event);
    await remember(context, event, written);
  });
  ponder.on("AlgebraCustomPool:Swap", ({ event, context }) => swapped(context, event));
  ponder.on("AlgebraCustomPool:Mint", ({ event, context }) =>
    changed(context, event, event.args.amount),
  );
  ponder.on("AlgebraCustomPool:Burn", ({ event, context }) =>
    changed(context, event, -event.args.amount),
  );
}
