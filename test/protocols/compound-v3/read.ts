import { multicall3Abi, type PublicClient } from "viem";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { deployments } from "../../../src/protocols/compound-v3/contracts.ts";
import type { CompoundV3Market } from "../../../src/protocols/compound-v3/pool.ts";
import { readCollaterals, readMarkets } from "../../../src/protocols/compound-v3/reading.ts";
import { factsOf } from "../../../src/protocols/compound-v3/transitions.ts";

/** The markets of a chain that have code there, at the newest block by contract reads. */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly CompoundV3Market[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const address = CHAINS.get(chainId)?.multicall3;
  if (address === undefined) throw new Error(`The service has no chain ${chainId}.`);
  const aggregate: Aggregate = (calls) =>
    client.readContract({
      ...{ abi: multicall3Abi, address, functionName: "aggregate3" },
      ...{ args: [calls], blockNumber },
    });
  const states: CompoundV3Market[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const readings = await readMarkets(aggregate, contracts);
    for (const [at, listing] of contracts.markets.entries()) {
      const reading = readings[at] ?? null;
      if (reading === null) continue;
      const collaterals = await readCollaterals(aggregate, listing, reading.collateralCount);
      if (collaterals === null) throw new Error(`${listing.comet} does not tell its collateral.`);
      const { comet, base } = listing;
      states.push({
        ...{ id: comet, slug, updatedBlock: Number(blockNumber), comet, base, collaterals },
        ...{ rewards: contracts.rewards, ...factsOf(reading) },
      });
    }
  }
  return states;
}
