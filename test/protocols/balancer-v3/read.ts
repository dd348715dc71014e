import { getAbiItem, multicall3Abi, type PublicClient } from "viem";
import { BalancerV3Vault } from "../../../abis/BalancerV3Vault.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { factsOf } from "../../../src/protocols/balancer-v3/admission.ts";
import { deployments } from "../../../src/protocols/balancer-v3/contracts.ts";
import { readPools } from "../../../src/protocols/balancer-v3/reading.ts";
import {
  read as readInto,
  registered,
  rowState,
} from "../../../src/protocols/balancer-v3/row-state.ts";
import type { BalancerV3Pool } from "../../../src/protocols/balancer-v3/state.ts";

const poolRegistered = getAbiItem({ abi: BalancerV3Vault, name: "PoolRegistered" });

/** Every pool that is known to the wei, at the newest block, by the service's own reading. */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly BalancerV3Pool[]> {
  const vault = deployments[0]?.chains[chainId]?.contracts.vault;
  const multicall3 = CHAINS.get(chainId)?.multicall3;
  if (vault === undefined || multicall3 === undefined) return [];
  const { number, timestamp } = await client.getBlock();
  const logs = await client.getLogs({
    ...{ address: vault, event: poolRegistered, fromBlock: 0n, toBlock: number, strict: true },
  });
  const rows = logs.flatMap(({ args }) => {
    const facts = factsOf(chainId, vault, args);
    return facts === null ? [] : [registered(chainId, facts, Number(number))];
  });
  const readings = await readPools(
    (calls) =>
      client.readContract({
        ...{ abi: multicall3Abi, address: multicall3, functionName: "aggregate3" },
        ...{ args: [calls], blockNumber: number },
      }),
    rows,
  );
  const at = { block: Number(number), timestamp: Number(timestamp) };
  return rows.flatMap((row, i) => rowState(readInto(row, readings[i] ?? null, at)) ?? []);
}
