import { multicall3Abi, type PublicClient } from "viem";
import { CHAINS } from "../../../src/lib/chains.ts";
import { deployments } from "../../../src/protocols/sky-psm3/contracts.ts";
import type { SkyPsm3 } from "../../../src/protocols/sky-psm3/pool.ts";
import { readSkyPsm3 } from "../../../src/protocols/sky-psm3/reading.ts";

/** The modules of a chain at the newest block by contract reads. */
export async function read(client: PublicClient, chainId: number): Promise<readonly SkyPsm3[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const address = CHAINS.get(chainId)?.multicall3;
  if (address === undefined) throw new Error(`The service has no chain ${chainId}.`);
  const states: SkyPsm3[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const reading = await readSkyPsm3(
      (calls) =>
        client.readContract({
          ...{ abi: multicall3Abi, address, functionName: "aggregate3" },
          ...{ args: [calls], blockNumber },
        }),
      contracts,
    );
    if (reading === null) throw new Error("The module does not answer.");
    const { oracle: _, ...fixed } = contracts;
    states.push({ id: fixed.psm, slug, updatedBlock: Number(blockNumber), ...fixed, ...reading });
  }
  return states;
}
