import { multicall3Abi, type PublicClient } from "viem";
import { CHAINS } from "../../../src/lib/chains.ts";
import { deployments, fixedOf } from "../../../src/protocols/sky-psm/contracts.ts";
import type { SkyPsm } from "../../../src/protocols/sky-psm/pool.ts";
import { readSkyPsm } from "../../../src/protocols/sky-psm/reading.ts";

/** The modules of a chain at the newest block by contract reads. */
export async function read(client: PublicClient, chainId: number): Promise<readonly SkyPsm[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const address = CHAINS.get(chainId)?.multicall3;
  if (address === undefined) throw new Error(`The service has no chain ${chainId}.`);
  const states: SkyPsm[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const reading = await readSkyPsm(
      (calls) =>
        client.readContract({
          ...{ abi: multicall3Abi, address, functionName: "aggregate3" },
          ...{ args: [calls], blockNumber },
        }),
      contracts,
    );
    if (reading === null) throw new Error("The module does not answer.");
    const fixed = fixedOf(contracts);
    states.push({ id: fixed.psm, slug, updatedBlock: Number(blockNumber), ...fixed, ...reading });
  }
  return states;
}
