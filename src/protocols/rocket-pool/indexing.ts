import { type Context, ponder } from "ponder:registry";
import { multicall3Abi } from "viem";
import { recordPool, recordToken } from "../../catalog/discovery.ts";
import { CHAINS } from "../../lib/chains.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { deployments, type RocketPoolContracts } from "./contracts.ts";
import { type Aggregate, readRocketPool } from "./reading.ts";
import { rocketPool } from "./schema.ts";
import { rocketPoolBlocks } from "./sources.ts";
import { readAt } from "./transitions.ts";

function aggregateOn({ chain, client }: Context): Aggregate {
  const address = CHAINS.get(chain.id)?.multicall3;
  if (address === undefined) throw new Error(`Chain ${chain.id} is not in CHAINS.`);
  return (calls) =>
    client.readContract({
      ...{ abi: multicall3Abi, address, functionName: "aggregate3", args: [calls] },
    });
}

async function onBlock(
  context: Context,
  { slug, contracts }: { readonly slug: string; readonly contracts: RocketPoolContracts },
  block: number,
): Promise<void> {
  const key = { chainId: context.chain.id, rEth: contracts.rEth };
  const reading = await readRocketPool(aggregateOn(context), contracts);
  if (reading === null) return;
  const row = await context.db.find(rocketPool, key);
  const facts = readAt(row, reading);
  if (facts === null) return;
  if (row !== null) {
    await context.db.update(rocketPool, key).set({ ...facts, updatedBlock: block });
    return;
  }
  const { rEth } = contracts;
  await recordPool(context, {
    ...{ id: rEth, address: rEth, family: "rocket-pool", slug, tokens: [], block },
  });
  await recordToken(context, { address: rEth, block });
  await context.db.insert(rocketPool).values({ ...key, slug, ...facts, updatedBlock: block });
}

if (isIndexed(rocketPoolBlocks(processEnvironment()).RocketPoolReading)) {
  ponder.on("RocketPoolReading:block", async ({ event, context }) => {
    for (const { slug, chains } of deployments) {
      const contracts = chains[context.chain.id]?.contracts;
      if (contracts === undefined) continue;
      await onBlock(context, { slug, contracts }, Number(event.block.number));
    }
  });
}
