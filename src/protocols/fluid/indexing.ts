import { FluidDex } from "../../../abis/FluidDex.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, recordSwap } from "../../catalog/swaps.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentOf, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { fluidPool } from "./schema.ts";
import { fluidSources } from "./sources.ts";
import { created, swappedIn } from "./transitions.ts";

const sources = fluidSources(processEnvironment());

if (isIndexed(sources.FluidDexFactory)) {
  ponder.on("FluidDexFactory:LogDexDeployed", async ({ event, context }) => {
    const chainId = context.chain.id;
    const address = lower(event.args.dex);
    const block = Number(event.block.number);
    const { slug } = deploymentOf(deployments, chainId, event.log.address);
    // The log does not name the tokens.
    const pool = { abi: FluidDex, address, cache: "immutable" } as const;
    const constants = await context.client.readContract({ ...pool, functionName: "constantsView" });
    const scales = await context.client.readContract({ ...pool, functionName: "constantsView2" });
    const tokens = [lower(constants.token0), lower(constants.token1)];
    await recordPool(context, { id: address, address, family: "fluid", slug, tokens, block });
    const facts = {
      tokens,
      deployer: lower(constants.deployerContract),
      numerators: [scales.token0NumeratorPrecision, scales.token1NumeratorPrecision],
      denominators: [scales.token0DenominatorPrecision, scales.token1DenominatorPrecision],
    };
    await context.db.insert(fluidPool).values({ chainId, address, slug, ...created(facts, block) });
  });
}

if (isIndexed(sources.FluidDex) && keepsVolume) {
  ponder.on("FluidDex:Swap", async ({ event, context }) => {
    const poolId = event.log.address;
    const row = await context.db.find(fluidPool, { chainId: context.chain.id, address: poolId });
    if (row === null) return;
    const swap = swappedIn(row, event.args);
    await recordSwap(context, { poolId, ...swap, timestamp: event.block.timestamp });
  });
}
