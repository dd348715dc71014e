import type { Context } from "ponder:registry";
import type { Address, Hex } from "viem";
import { ConvexBooster } from "../../../abis/ConvexBooster.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { poolId } from "./pool.ts";
import { convexPool } from "./schema.ts";
import { convexSources } from "./sources.ts";
import { created, moved } from "./transitions.ts";

/** A pool of a booster, and the block of its log. */
interface Place {
  readonly id: Hex;
  readonly booster: Address;
  readonly pid: bigint;
  readonly block: number;
}

async function create(context: Context, { id, booster, pid, block }: Place): Promise<void> {
  const chainId = context.chain.id;
  const { slug, contracts } = deploymentWith(
    deployments,
    chainId,
    (each) => each.booster === booster,
  );
  // The addresses never change.
  const [lpToken, depositToken, , rewardPool] = await context.client.readContract({
    ...{ abi: ConvexBooster, address: booster, functionName: "poolInfo", args: [pid] },
    cache: "immutable",
  });
  const tokens = [lower(lpToken)];
  await recordPool(context, { id, address: booster, family: "convex", slug, tokens, block });
  const rewardTokens = [contracts.rewardToken, contracts.mintedToken];
  for (const address of rewardTokens) await recordToken(context, { address, block });
  await context.db.insert(convexPool).values({
    ...{ chainId, id, slug, booster, pid, lpToken: lower(lpToken) },
    ...{ depositToken: lower(depositToken), rewardPool: lower(rewardPool) },
    ...created(rewardTokens, block),
  });
}

/** Writes what came in or, negative, went out; the first log makes the row. */
async function onLog(
  context: Context,
  { block, log }: { block: { number: bigint }; log: { address: Address } },
  { poolid, amount }: { poolid: bigint; amount: bigint },
) {
  const booster = lower(log.address);
  const id = poolId(booster, poolid);
  const key = { chainId: context.chain.id, id };
  const number = Number(block.number);
  if ((await context.db.find(convexPool, key)) === null) {
    await create(context, { id, booster, pid: poolid, block: number });
  }
  await context.db.update(convexPool, key).set((row) => moved(row, amount, number));
}

if (isIndexed(convexSources(processEnvironment()).ConvexBooster)) {
  ponder.on("ConvexBooster:Deposited", ({ event, context }) => onLog(context, event, event.args));
  ponder.on("ConvexBooster:Withdrawn", ({ event, context }) =>
    onLog(context, event, { ...event.args, amount: -event.args.amount }),
  );
}
