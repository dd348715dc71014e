import { multicall3Abi, type PublicClient } from "viem";
import { CHAINS } from "../../../src/lib/chains.ts";
import { deployments } from "../../../src/protocols/rocket-pool/contracts.ts";
import type { RocketPoolState } from "../../../src/protocols/rocket-pool/pool.ts";
import { readRocketPool } from "../../../src/protocols/rocket-pool/reading.ts";

/**
 * Rocket Pool at the newest block by contract reads; no older price is known, so that the yield is
 * 0.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly RocketPoolState[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const address = CHAINS.get(chainId)?.multicall3;
  if (address === undefined) throw new Error(`The service has no chain ${chainId}.`);
  const states: RocketPoolState[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const reading = await readRocketPool(
      (calls) =>
        client.readContract({
          ...{ abi: multicall3Abi, address, functionName: "aggregate3" },
          ...{ args: [calls], blockNumber },
        }),
      contracts,
    );
    if (reading === null) throw new Error("Rocket Pool does not answer.");
    const { rEth } = contracts;
    const unknown = { sincePrice: 0n, sinceTimestamp: 0 };
    const updatedBlock = Number(blockNumber);
    states.push({ id: rEth, slug, updatedBlock, rEth, ...reading, ...unknown });
  }
  return states;
}
