import { getAbiItem, multicall3Abi, type PublicClient } from "viem";
import { SlipstreamFactory } from "../../../abis/SlipstreamFactory.ts";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { lower } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { deployments } from "../../../src/protocols/slipstream/contracts.ts";
import type { SlipstreamPool } from "../../../src/protocols/slipstream/pool.ts";
import { readFees } from "../../../src/protocols/slipstream/reading.ts";
import { endsOfPositions, readConcentrated } from "../uniswap-v3/read.ts";

/**
 * Every pool of the configured factories: logs say where its ticks are, contract reads what they
 * hold and what it charges.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly SlipstreamPool[]> {
  const { number: blockNumber, timestamp } = await client.getBlock();
  const range = { fromBlock: 0n, toBlock: blockNumber, strict: true } as const;
  const multicall3 = CHAINS.get(chainId)?.multicall3;
  if (multicall3 === undefined) throw new Error(`No chain ${chainId}.`);
  const aggregate: Aggregate = (calls) =>
    client.readContract({
      ...{ abi: multicall3Abi, address: multicall3, functionName: "aggregate3" },
      ...{ args: [calls], blockNumber },
    });
  const ends = await endsOfPositions(client, blockNumber);
  const states: SlipstreamPool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const event = getAbiItem({ abi: SlipstreamFactory, name: "PoolCreated" });
    const created = await client.getLogs({ ...range, address: contracts.factory, event });
    const pools = created.map(({ args }) => ({ ...args, address: lower(args.pool) }));
    const question = { ...contracts, pools, timestamp: Number(timestamp) };
    const fees = await readFees(aggregate, question);
    for (const { address, token0, token1, tickSpacing } of pools) {
      const fee = fees.get(address);
      if (fee == null) throw new Error(`The pool ${address} does not say its fee.`);
      const place = { address, ends: ends.get(address) ?? new Set(), blockNumber };
      states.push({
        ...{ id: address, address, slug, updatedBlock: 0, ticksBlock: 0, tickSpacing, ...fee },
        ...{ token0: lower(token0), token1: lower(token1) },
        ...(await readConcentrated(client, place)),
      });
    }
  }
  return states;
}
