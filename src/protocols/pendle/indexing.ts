import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { PendleMarket } from "../../../abis/Pendle.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, recordSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { pendleOn } from "./contracts.ts";
import { pendlePool } from "./schema.ts";
import { pendleSources } from "./sources.ts";
import { created, swappedIn } from "./transitions.ts";

const sources = pendleSources(processEnvironment());

interface Log {
  readonly log: { readonly address: Address };
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
}

interface Created extends Log {
  readonly args: { readonly market: Address };
}

/** Writes a market, of which the contract says in the next live block what it is. */
async function onCreated(context: Context, { args, block }: Created): Promise<void> {
  const chainId = context.chain.id;
  const address = lower(args.market);
  const slug = pendleOn(chainId)?.slug ?? "";
  const [sy, pt, yt] = (
    await context.client.readContract({
      ...{ abi: PendleMarket, address, functionName: "readTokens", cache: "immutable" },
    })
  ).map(lower) as [Address, Address, Address];
  const number = Number(block.number);
  const pool = { id: address, address, family: "pendle", slug, tokens: [sy, pt], block: number };
  await recordPool(context, pool);
  for (const token of [address, yt]) await recordToken(context, { address: token, block: number });
  const row = { chainId, address, slug, ...created({ sy, pt, yt }, number) };
  await context.db.insert(pendlePool).values(row);
}

/** Has a market read at the end of the block. */
async function onChange(context: Context, { log, block }: Log): Promise<void> {
  const key = { chainId: context.chain.id, address: log.address };
  if ((await context.db.find(pendlePool, key)) === null) return;
  await context.db.update(pendlePool, key).set({ updatedBlock: Number(block.number) });
}

interface Swapped extends Log {
  readonly args: {
    readonly netPtOut: bigint;
    readonly netSyOut: bigint;
    readonly netSyFee: bigint;
  };
}

async function onSwap(context: Context, { args, log, block }: Swapped): Promise<void> {
  const poolId = log.address;
  const row = await context.db.find(pendlePool, { chainId: context.chain.id, address: poolId });
  const swap = row === null ? null : swappedIn(row.tokens, args);
  if (swap === null) return;
  await recordSwap(context, { poolId, ...swap, timestamp: block.timestamp });
}

if (isIndexed(sources.PendleFirstMarketFactory)) {
  ponder.on("PendleFirstMarketFactory:CreateNewMarket", ({ event, context }) =>
    onCreated(context, event),
  );
}
if (isIndexed(sources.PendleMarketFactory)) {
  ponder.on("PendleMarketFactory:CreateNewMarket", ({ event, context }) =>
    onCreated(context, event),
  );
}
for (const name of ["PendleFirstMarket", "PendleMarket"] as const) {
  if (!isIndexed(sources[name])) continue;
  // Every change of a market is told by this log too.
  ponder.on(`${name}:UpdateImpliedRate`, ({ event, context }) => onChange(context, event));
  if (keepsVolume) ponder.on(`${name}:Swap`, ({ event, context }) => onSwap(context, event));
}
