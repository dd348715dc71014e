import { multicall3Abi, type PublicClient } from "viem";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import {
  type CompoundV2Contracts,
  deployments,
} from "../../../src/protocols/compound-v2/contracts.ts";
import { FORKS } from "../../../src/protocols/compound-v2/forks.ts";
import { ticksOf } from "../../../src/protocols/compound-v2/interest.ts";
import type { CompoundV2Market } from "../../../src/protocols/compound-v2/pool.ts";
import { readMarkets } from "../../../src/protocols/compound-v2/reading.ts";

/** The markets of a chain's deployments, at the newest block by contract reads. */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly CompoundV2Market[]> {
  const states: CompoundV2Market[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts !== undefined) states.push(...(await readOf(client, chainId, slug, contracts)));
  }
  return states;
}

/** The markets of one comptroller. */
export async function readOf(
  client: PublicClient,
  chainId: number,
  slug: string,
  contracts: CompoundV2Contracts,
): Promise<readonly CompoundV2Market[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const chain = CHAINS.get(chainId);
  if (chain === undefined) throw new Error(`The service has no chain ${chainId}.`);
  const { multicall3: address, blockTimeSeconds } = chain;
  const aggregate: Aggregate = (calls) =>
    client.readContract({
      ...{ abi: multicall3Abi, address, functionName: "aggregate3" },
      ...{ args: [calls], blockNumber },
    });
  const { comptroller, fork, unwrapping } = contracts;
  const { clock } = FORKS[fork];
  return [...(await readMarkets(aggregate, contracts))].map(([cToken, reading]) => ({
    ...{ id: cToken, slug, updatedBlock: Number(blockNumber), cToken, comptroller, clock },
    ...{ paidIn: unwrapping.includes(cToken) ? NATIVE : reading.asset },
    ...{ ticksPerYear: ticksOf(clock, blockTimeSeconds), ...reading },
  }));
}
