import { type Context, ponder } from "ponder:registry";
import { and, eq } from "drizzle-orm";
import { type Address, multicall3Abi } from "viem";
import { recordPool, recordToken } from "../../catalog/discovery.ts";
import { lower } from "../../lib/address.ts";
import { CHAINS } from "../../lib/chains.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { poolId } from "./pool.ts";
import { type Aggregate, readRewardsPerYear, readTokens } from "./reading.ts";
import { chefPool } from "./schema.ts";
import { masterChefBlocks, masterChefSources } from "./sources.ts";
import { type ChefLog, stakedAfter } from "./transitions.ts";

const sources = masterChefSources(processEnvironment());

/** A log of a chef: where, when, and of which pool. */
interface Origin {
  readonly block: { readonly number: bigint };
  readonly log: { readonly address: Address };
  readonly args: { readonly pid: bigint; readonly amount: bigint };
}

function chainOf({ chain }: Context) {
  const known = CHAINS.get(chain.id);
  if (known === undefined) throw new Error(`Chain ${chain.id} is not in CHAINS.`);
  return known;
}

function aggregateOn(context: Context, options: { cache?: "immutable" } = {}): Aggregate {
  const address = chainOf(context).multicall3;
  return (calls) =>
    context.client.readContract({
      ...{ abi: multicall3Abi, address, functionName: "aggregate3", args: [calls] },
      ...options,
    });
}

async function onLog(context: Context, origin: Origin, eventName: ChefLog["eventName"]) {
  const { pid } = origin.args;
  const chef = lower(origin.log.address);
  const block = Number(origin.block.number);
  const key = { chainId: context.chain.id, id: poolId(chef, pid) };
  if ((await context.db.find(chefPool, key)) === null) await create(context, { chef, pid, block });
  await context.db.update(chefPool, key).set(({ staked }) => ({
    staked: stakedAfter(staked, { eventName, args: origin.args }),
    updatedBlock: block,
  }));
}

async function create(
  context: Context,
  { chef, pid, block }: { readonly chef: Address; readonly pid: bigint; readonly block: number },
): Promise<void> {
  const chainId = context.chain.id;
  const { slug, contracts } = deploymentWith(deployments, chainId, ({ chefs }) =>
    chefs.some(({ address }) => address === chef),
  );
  const credits = contracts.chefs.find(({ address }) => address === chef)?.credits ?? "caller";
  const tokens = await readTokens(aggregateOn(context, { cache: "immutable" }), { chef, pid });
  const { lpToken, rewardToken } = tokens;
  const id = poolId(chef, pid);
  await recordPool(context, {
    ...{ id, address: chef, family: "masterchef", slug, tokens: [lpToken], block },
  });
  if (rewardToken !== null) await recordToken(context, { address: rewardToken, block });
  await context.db.insert(chefPool).values({
    ...{ chainId, id, slug, chef, pid, credits, lpToken, rewardToken },
    ...{ staked: 0n, rewardPerYear: 0n, updatedBlock: block },
  });
}

/** Writes what the pools of a chef earn, where it changed. */
async function readRates(context: Context, chef: Address, block: number): Promise<void> {
  const chainId = context.chain.id;
  const rows = await context.db.sql
    .select()
    .from(chefPool)
    .where(and(eq(chefPool.chainId, chainId), eq(chefPool.chef, chef)));
  if (rows.length === 0) return;
  const rewards = await readRewardsPerYear(aggregateOn(context), {
    ...{ chef, pids: rows.map(({ pid }) => pid) },
    blockTimeSeconds: chainOf(context).blockTimeSeconds,
  });
  for (const [i, { id, rewardPerYear }] of rows.entries()) {
    const reward = rewards[i] ?? 0n;
    if (reward === rewardPerYear) continue;
    const change = { rewardPerYear: reward, updatedBlock: block };
    await context.db.update(chefPool, { chainId, id }).set(change);
  }
}

for (const eventName of ["Deposit", "Withdraw", "EmergencyWithdraw"] as const) {
  if (isIndexed(sources.CallerChef)) {
    ponder.on(`CallerChef:${eventName}`, ({ event, context }) => onLog(context, event, eventName));
  }
  if (isIndexed(sources.RecipientChef)) {
    ponder.on(`RecipientChef:${eventName}`, ({ event, context }) =>
      onLog(context, event, eventName),
    );
  }
}

if (isIndexed(masterChefBlocks(processEnvironment()).ChefReading)) {
  ponder.on("ChefReading:block", async ({ event, context }) => {
    for (const { chains } of deployments) {
      for (const { address } of chains[context.chain.id]?.contracts.chefs ?? []) {
        await readRates(context, address, Number(event.block.number));
      }
    }
  });
}
