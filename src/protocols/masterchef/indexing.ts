import type { Context } from "ponder:registry";
import { type Address, multicall3Abi } from "viem";
import { log } from "../../../ponder.config.ts";
import { recordPool } from "../../catalog/discovery.ts";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { CHAINS } from "../../lib/chains.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { poolId } from "./pool.ts";
import { readTokens } from "./reading.ts";
import { chefPool } from "./schema.ts";
import { masterChefSources } from "./sources.ts";
import { type ChefLog, stakedAfter } from "./transitions.ts";

const sources = masterChefSources(processEnvironment());

/** A log of a chef: where, when, and of which pool. */
interface Origin {
  readonly block: { readonly number: bigint };
  readonly log: { readonly address: Address };
  readonly args: { readonly pid: bigint; readonly amount: bigint };
}

/** For what never changes. */
function aggregateOn({ chain, client }: Context): Aggregate {
  const address = CHAINS.get(chain.id)?.multicall3;
  if (address === undefined) throw new Error(`Chain ${chain.id} is not in CHAINS.`);
  return (calls) =>
    client.readContract({
      ...{ abi: multicall3Abi, address, functionName: "aggregate3", args: [calls] },
      cache: "immutable",
    });
}

async function onLog(context: Context, origin: Origin, eventName: ChefLog["eventName"]) {
  const { pid } = origin.args;
  const chef = lower(origin.log.address);
  const block = Number(origin.block.number);
  const key = { chainId: context.chain.id, id: poolId(chef, pid) };
  if ((await context.db.find(chefPool, key)) === null) {
    if (!(await create(context, { chef, pid, block }))) return;
  }
  await context.db.update(chefPool, key).set(({ staked }) => ({
    staked: stakedAfter(staked, { eventName, args: origin.args }),
    updatedBlock: block,
  }));
}

/** Ids that were logged as no pools, by chain, chef and id. */
const skipped = new Set<string>();

/** Writes the row of a pool; false where the chef has none of that id. */
async function create(
  context: Context,
  { chef, pid, block }: { readonly chef: Address; readonly pid: bigint; readonly block: number },
): Promise<boolean> {
  const chainId = context.chain.id;
  const { slug, contracts } = deploymentWith(deployments, chainId, ({ chefs }) =>
    chefs.some(({ address }) => address === chef),
  );
  const credits = contracts.chefs.find(({ address }) => address === chef)?.credits ?? "caller";
  const tokens = await readTokens(aggregateOn(context), { chef, pid });
  const id = poolId(chef, pid);
  if (tokens === null) {
    if (!skipped.has(`${chainId} ${id}`)) {
      skipped.add(`${chainId} ${id}`);
      const of = { chainId, chef, pid: String(pid) };
      log.warn(of, `chef ${chef} states no token of pool ${pid}; its stakes are left out`);
    }
    return false;
  }
  const { lpToken, rewardToken } = tokens;
  await recordPool(context, {
    ...{ id, address: chef, family: "masterchef", slug, tokens: [lpToken], block },
  });
  if (rewardToken !== null) await recordToken(context, { address: rewardToken, block });
  await context.db.insert(chefPool).values({
    ...{ chainId, id, slug, chef, pid, credits, lpToken, rewardToken },
    ...{ staked: 0n, rewardPerYear: 0n, updatedBlock: block },
  });
  return true;
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
