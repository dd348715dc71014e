import type { Context } from "ponder:registry";
import type { Address, Hex } from "viem";
import { SolidlyV1PairFactory } from "../../../abis/SolidlyV1PairFactory.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { isDormant } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, type PairAmounts, recordPairSwap } from "../../catalog/swaps.ts";
import { decimalsOf, recordToken } from "../../catalog/tokens.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { feeBpsOf } from "./deployment.ts";
import { solidlyFactory, solidlyPool } from "./schema.ts";
import { solidlySources } from "./sources.ts";
import { burned, charged, created, feeSet, minted, synced } from "./transitions.ts";

const sources = solidlySources(processEnvironment());

const BPS = 10_000n;

/** A pool as its factory announces it. */
interface Announced {
  readonly pool: Address;
  readonly token0: Address;
  readonly token1: Address;
  readonly stable: boolean;
  readonly factory: Address;
  readonly block: bigint;
}

type Reserves = { readonly reserve0: bigint; readonly reserve1: bigint };
type Fees = { readonly amount0: bigint; readonly amount1: bigint };

/** When and where a log happened. */
interface LogOf<A> {
  readonly args: A;
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
  readonly log: { readonly address: Hex };
}

interface TransferArgs {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
}

async function discover(context: Context, announced: Announced): Promise<void> {
  const { pool, token0, token1, stable } = announced;
  const chainId = context.chain.id;
  // Velodrome announces the converter of its first token as two pools at one address.
  if ((await context.db.find(solidlyPool, { chainId, address: pool })) !== null) return;
  const { slug, contracts } = deploymentOf(deployments, chainId, announced.factory);
  const block = Number(announced.block);
  await recordPool(context, {
    ...{ id: pool, address: pool, family: "solidly", slug, tokens: [token0, token1], block },
  });
  await recordToken(context, { address: pool, block });
  const customFeeBps =
    contracts.fees === "per-pool"
      ? await feeNow(context, contracts.factory, { pool, stable })
      : null;
  await context.db.insert(solidlyPool).values({
    ...created(block),
    ...{ chainId, address: pool, slug, token0, token1, isStable: stable, customFeeBps },
    decimals0: await decimalsOf(context, token0),
    decimals1: await decimalsOf(context, token1),
  });
}

/** The fee of a pool whose factory tells no change of it, as it is at the newest block. */
async function feeNow(
  { client }: Context,
  address: Address,
  { pool, stable }: { readonly pool: Address; readonly stable: boolean },
): Promise<number> {
  const factory = { abi: SolidlyV1PairFactory, address, cache: "immutable" } as const;
  const own = await client.readContract({ ...factory, functionName: "pairFee", args: [pool] });
  if (own !== 0n) return Number(own);
  const functionName = stable ? "stableFee" : "volatileFee";
  return Number(await client.readContract({ ...factory, functionName }));
}

async function onSync(context: Context, { args, block, log }: LogOf<Reserves>): Promise<void> {
  const at = { block: Number(block.number), timestamp: Number(block.timestamp) };
  const key = { chainId: context.chain.id, address: log.address };
  if (await isDormant(context, solidlyPool, key)) return;
  await context.db.update(solidlyPool, key).set((row) => synced(row, args, at));
}

async function onFees(context: Context, { args, log }: LogOf<Fees>): Promise<void> {
  const key = { chainId: context.chain.id, address: log.address };
  if (await isDormant(context, solidlyPool, key)) return;
  await context.db.update(solidlyPool, key).set((row) => {
    const [unit0, unit1] = [10n ** BigInt(row.decimals0 ?? 0), 10n ** BigInt(row.decimals1 ?? 0)];
    return charged(row, args, { isStable: row.isStable, unit0, unit1 });
  });
}

async function onMint(context: Context, { args, log }: LogOf<TransferArgs>): Promise<void> {
  const key = { chainId: context.chain.id, address: log.address };
  if (await isDormant(context, solidlyPool, key)) return;
  await context.db.update(solidlyPool, key).set((row) => minted(row, args.value));
}

async function onBurn(context: Context, { args, log }: LogOf<TransferArgs>): Promise<void> {
  // Shares that a holder sends to the zero address are lost, not burned.
  if (args.from !== log.address) return;
  const key = { chainId: context.chain.id, address: log.address };
  if (await isDormant(context, solidlyPool, key)) return;
  await context.db.update(solidlyPool, key).set((row) => burned(row, args.value));
}

async function onSwap(
  context: Context,
  { args: amounts, block: { timestamp }, log }: LogOf<PairAmounts>,
): Promise<void> {
  const key = { chainId: context.chain.id, address: log.address };
  if (await isDormant(context, solidlyPool, key)) return;
  const row = await context.db.find(solidlyPool, key);
  if (row === null)
    throw new Error(`No pool was indexed at ${log.address}; index from an earlier block.`);
  const { address: poolId, token0, token1 } = row;
  const factory = await context.db.find(solidlyFactory, { chainId: key.chainId, slug: row.slug });
  const feeBps = BigInt(feeBpsOf(row, factory) ?? 0);
  const feeOf = (amountIn: bigint) => (amountIn * feeBps) / BPS;
  await recordPairSwap(context, { poolId, token0, token1 }, { amounts, feeOf, timestamp });
}

if (isIndexed(sources.SolidlyFactory)) {
  ponder.on("SolidlyFactory:PoolCreated", async ({ event: { args, block, log }, context }) => {
    await discover(context, { ...args, factory: log.address, block: block.number });
  });
  ponder.on("SolidlyFactory:SetCustomFee", async ({ event: { args, block }, context }) => {
    const key = { chainId: context.chain.id, address: args.pool };
    if (await isDormant(context, solidlyPool, key)) return;
    await context.db.update(solidlyPool, key).set(feeSet(args.fee, Number(block.number)));
  });
  ponder.on("SolidlyFactory:SetPauseState", async ({ event: { args, block, log }, context }) => {
    const { slug } = deploymentOf(deployments, context.chain.id, log.address);
    const change = { isPaused: args.state, updatedBlock: Number(block.number) };
    await context.db
      .insert(solidlyFactory)
      .values({ chainId: context.chain.id, slug, ...change })
      .onConflictDoUpdate(change);
  });
  ponder.on("SolidlyPool:Sync", ({ event, context }) => onSync(context, event));
  ponder.on("SolidlyPool:Fees", ({ event, context }) => onFees(context, event));
  if (keepsVolume) ponder.on("SolidlyPool:Swap", ({ event, context }) => onSwap(context, event));
  ponder.on("SolidlyMint:Transfer", ({ event, context }) => onMint(context, event));
  ponder.on("SolidlyBurn:Transfer", ({ event, context }) => onBurn(context, event));
}

if (isIndexed(sources.SolidlyV1Factory)) {
  ponder.on("SolidlyV1Factory:PairCreated", async ({ event: { args, block, log }, context }) => {
    const { pair, token0, token1, stable } = args;
    const announced = { pool: pair, token0, token1, stable };
    await discover(context, { ...announced, factory: log.address, block: block.number });
  });
  ponder.on("SolidlyV1Pool:Sync", ({ event, context }) => onSync(context, event));
  ponder.on("SolidlyV1Pool:Fees", ({ event, context }) => onFees(context, event));
  if (keepsVolume) ponder.on("SolidlyV1Pool:Swap", ({ event, context }) => onSwap(context, event));
  ponder.on("SolidlyV1Mint:Transfer", ({ event, context }) => onMint(context, event));
  ponder.on("SolidlyV1Burn:Transfer", ({ event, context }) => onBurn(context, event));
}
