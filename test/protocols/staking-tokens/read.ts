import { multicall3Abi, type PublicClient } from "viem";
import { CHAINS } from "../../../src/lib/chains.ts";
import {
  deployments,
  type StakingContracts,
} from "../../../src/protocols/staking-tokens/contracts.ts";
import type { StakedToken } from "../../../src/protocols/staking-tokens/pool.ts";
import { readStaking } from "../../../src/protocols/staking-tokens/reading.ts";

/**
 * The tokens that a chain has, at the newest block by contract reads; no older price is known.
 */
export async function read(client: PublicClient, chainId: number): Promise<readonly StakedToken[]> {
  const states: StakedToken[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    // Not every chain of the devnet has all that stands on the real one.
    if ((await client.getCode({ address: contracts.token })) === undefined) continue;
    states.push(await readOf(client, chainId, slug, contracts));
  }
  return states;
}

/** One token. */
export async function readOf(
  client: PublicClient,
  chainId: number,
  slug: string,
  contracts: StakingContracts,
): Promise<StakedToken> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const address = CHAINS.get(chainId)?.multicall3;
  if (address === undefined) throw new Error(`The service has no chain ${chainId}.`);
  const reading = await readStaking(
    (calls) =>
      client.readContract({
        ...{ abi: multicall3Abi, address, functionName: "aggregate3" },
        ...{ args: [calls], blockNumber },
      }),
    contracts,
  );
  if (reading === null) throw new Error(`${slug} does not answer.`);
  const { token, entry, wrapper } = contracts;
  const unknown = { sincePrice: 0n, sinceTimestamp: 0 };
  const updatedBlock = Number(blockNumber);
  return { id: token, slug, updatedBlock, token, entry, wrapper, ...reading, ...unknown };
}
