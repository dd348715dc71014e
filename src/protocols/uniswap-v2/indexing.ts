import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { BiswapPair } from "../../../abis/BiswapPair.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { isDormant } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, recordPairSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { contractsOf } from "./deployment.ts";
import { factsOf } from "./facts.ts";
import type { UniswapV2Contracts } from "./places.ts";
import { uniswapV2Pair, uniswapV2ProtocolFee } from "./schema.ts";
import { uniswapV2Sources } from "./sources.ts";
import {
  burned,
  changesShares,
  created,
  minted,
  type Reserves,
  type SyncContext,
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

/** What a `Sync` says, and when. */
interface Synced {
  readonly address: Address;
  readonly reserves: Reserves;
  readonly at: SyncContext;
}

/**
 * Writes the `Sync` of a swap. That of a mint or burn is not written: it takes more than the row,
 * which is returned as it is, for `writeShares`. One access of the store tells them apart and
 * writes, as most are swaps.
 */
async function writeReserves(
  { db, chain }: Context,
  { address, reserves, at }: Synced,
): Promise<Row | null> {
  let unwritten: Row | null = null as Row | null;
  await db.update(uniswapV2Pair, { chainId: chain.id, address }).set((row) => {
    if (!changesShares(row)) return synced(row, reserves, at);
    unwritten = { ...row };
    return {};
  });
  return unwritten;
}

/**
 * Writes the `Sync` of a mint or burn, and whether the protocol's fee is on, where that shows it
 * anew.
 *
 * @param row As it was before.
 */
async function writeShares(
  { db, chain }: Context,
  { address, reserves, at }: Synced,
  { row, feeOnAtStart }: { readonly row: Row; readonly feeOnAtStart: boolean },
): Promise<void> {
  const key = { chainId: chain.id, slug: row.slug };
  const wasFeeOn = (await db.find(uniswapV2ProtocolFee, key))?.isOn ?? feeOnAtStart;
  const { change, isFeeOn } = sharesChanged(row, reserves, { ...at, wasFeeOn });
  await db.update(uniswapV2Pair, { chainId: chain.id, address }).set(change);
  if (isFeeOn === wasFeeOn) return;
  const fee = { isOn: isFeeOn, updatedBlock: at.block };
  await db
    .insert(uniswapV2ProtocolFee)
    .values({ ...key, ...fee })
    .onConflictDoUpdate(fee);
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
    const { address } = event.log;
    const facts = await factsOf(context, address);
    if (facts === null) return;
    const { share } = contractsOf(context.chain.id, facts.slug);
    const block = Number(event.block.number);
    const timestamp = Number(event.block.timestamp);
    const at = { block, timestamp, protocolFee: share?.protocolFee ?? null };
    const sync = { address, reserves: event.args, at };
    const row = await writeReserves(context, sync);
    if (row === null) return;
    await writeShares(context, sync, { row, feeOnAtStart: share?.feeOnAtStart ?? false });
  });
}

if (isIndexed(sources.UniswapV2Pair) && keepsVolume) {
  ponder.on("UniswapV2Pair:Swap", async ({ event, context }) => {
    const { address: poolId } = event.log;
    const facts = await factsOf(context, poolId);
    if (facts === null) return;
    const { token0, token1, feePips } = facts;
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
    const key = { chainId: context.chain.id, address: event.log.address };
    if (await isDormant(context, uniswapV2Pair, key)) return;
    const block = Number(event.block.number);
    await context.db.update(uniswapV2Pair, key).set((row) => minted(row, event.args.value, block));
  });
}

if (isIndexed(sources.UniswapV2Burn)) {
  ponder.on("UniswapV2Burn:Transfer", async ({ event, context }) => {
    // Shares that a holder sends to the zero address are lost, not burned.
    if (event.args.from !== event.log.address) return;
    const key = { chainId: context.chain.id, address: event.log.address };
    if (await isDormant(context, uniswapV2Pair, key)) return;
    const block = Number(event.block.number);
    await context.db.update(uniswapV2Pair, key).set((row) => burned(row, event.args.value, block));
  });
}
