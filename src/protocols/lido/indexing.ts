import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { lido } from "./schema.ts";
import { lidoSources } from "./sources.ts";
import { changed, EMPTY, type LidoLog } from "./transitions.ts";

/** A log of stETH: where and when. */
interface Origin {
  readonly block: { readonly number: bigint };
  readonly log: { readonly address: Address };
}

/** Writes what a log changes; the first one makes the row. */
async function onLog(context: Context, { block, log }: Origin, decoded: LidoLog): Promise<void> {
  const key = { chainId: context.chain.id, stEth: lower(log.address) };
  const number = Number(block.number);
  if ((await context.db.find(lido, key)) === null) await create(context, key.stEth, number);
  await context.db
    .update(lido, key)
    .set((row) => ({ ...changed(row, decoded, number), updatedBlock: number }));
}

async function create(context: Context, stEth: Address, block: number): Promise<void> {
  const isOwn = (contracts: { readonly stEth: Address }) => contracts.stEth === stEth;
  const { slug, contracts } = deploymentWith(deployments, context.chain.id, isOwn);
  const { wstEth } = contracts;
  const pool = { id: stEth, address: stEth, family: "lido", slug };
  await recordPool(context, { ...pool, tokens: [], block });
  for (const address of [stEth, wstEth]) await recordToken(context, { address, block });
  const key = { chainId: context.chain.id, stEth };
  await context.db.insert(lido).values({ ...key, wstEth, slug, ...EMPTY, updatedBlock: block });
}

if (isIndexed(lidoSources(processEnvironment()).Lido)) {
  ponder.on("Lido:Submitted", ({ event, context }) =>
    onLog(context, event, { eventName: "Submitted", args: event.args }),
  );
  ponder.on("Lido:TokenRebased", ({ event, context }) =>
    onLog(context, event, { eventName: "TokenRebased", args: event.args }),
  );
  ponder.on("Lido:InternalShareRateUpdated", ({ event, context }) =>
    onLog(context, event, { eventName: "InternalShareRateUpdated", args: event.args }),
  );
  ponder.on("Lido:ExternalEtherTransferredToBuffer", ({ event, context }) =>
    onLog(context, event, { eventName: "ExternalEtherTransferredToBuffer", args: event.args }),
  );
  ponder.on("Lido:ExternalSharesMinted", ({ event, context }) =>
    onLog(context, event, { eventName: "ExternalSharesMinted", args: event.args }),
  );
  ponder.on("Lido:SharesBurnt", ({ event, context }) =>
    onLog(context, event, { eventName: "SharesBurnt", args: event.args }),
  );
  ponder.on("Lido:StakingLimitSet", ({ event, context }) =>
    onLog(context, event, { eventName: "StakingLimitSet", args: event.args }),
  );
  for (const eventName of [
    "StakingLimitRemoved",
    "StakingPaused",
    "StakingResumed",
    "Stopped",
    "Resumed",
  ] as const) {
    ponder.on(`Lido:${eventName}`, ({ event, context }) => onLog(context, event, { eventName }));
  }
}
