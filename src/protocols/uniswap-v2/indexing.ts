import { type Context, ponder } from "ponder:registry";
import type { Address } from "viem";
import { BiswapPair } from "../../../abis/BiswapPair.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { deployments, type UniswapV2Contracts } from "./contracts.ts";
import { uniswapV2Pair } from "./schema.ts";
import { uniswapV2Sources } from "./sources.ts";
import { created, synced, thousandthsToPips } from "./transitions.ts";

const sources = uniswapV2Sources(processEnvironment());

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

if (isIndexed(sources.UniswapV2Factory)) {
  ponder.on("UniswapV2Factory:PairCreated", async ({ event, context }) => {
    const { token0, token1, pair } = event.args;
    const block = Number(event.block.number);
    const { slug, contracts } = deploymentOf(deployments, context.chain.id, event.log.address);
    await recordPool(context, {
      id: pair,
      address: pair,
      family: "uniswap-v2",
      slug,
      tokens: [token0, token1],
      block,
    });
    await context.db.insert(uniswapV2Pair).values({
      chainId: context.chain.id,
      address: pair,
      slug,
      token0,
      token1,
      feePips: await feeOf(context.client, pair, contracts.feePips),
      ...created(block),
    });
  });
}

if (isIndexed(sources.UniswapV2Pair)) {
  ponder.on("UniswapV2Pair:Sync", async ({ event, context }) => {
    await context.db
      .update(uniswapV2Pair, { chainId: context.chain.id, address: event.log.address })
      .set(synced(event.args, Number(event.block.number)));
  });
}
