import { type Address, type PublicClient, parseEventLogs } from "viem";
import { BalancerV2BootstrappingPool } from "../../../abis/BalancerV2BootstrappingPool.ts";
import {
  COURSE_BITS,
  kept,
  type WeightCourse,
} from "../../../src/protocols/balancer-v2/bootstrapping.ts";

/** What a liquidity bootstrapping pool says of itself besides what all do. */
export interface ReadBootstrapping {
  readonly course: WeightCourse;
  readonly swapEnabled: boolean;
  readonly lastInvariant: bigint;
}

/** By views of the pool; only what its weights are before they move stands in logs alone. */
export async function readBootstrapping(
  client: PublicClient,
  { address, blockNumber }: { readonly address: Address; readonly blockNumber: bigint },
): Promise<ReadBootstrapping> {
  const on = { abi: BalancerV2BootstrappingPool, address, blockNumber } as const;
  const [[startTime, endTime, endWeights], swapEnabled, lastInvariant, logs] = await Promise.all([
    client.readContract({ ...on, functionName: "getGradualWeightUpdateParams" }),
    client.readContract({ ...on, functionName: "getSwapEnabled" }),
    client.readContract({ ...on, functionName: "getLastInvariant" }),
    client.getLogs({ address, fromBlock: 0n, toBlock: blockNumber }),
  ]);
  const told = parseEventLogs({
    ...{ abi: BalancerV2BootstrappingPool, logs },
    eventName: "GradualWeightUpdateScheduled",
  }).at(-1)?.args.startWeights;
  if (told === undefined) throw new Error(`${address} has no weights.`);
  const startWeights = told.map((weight) => kept(weight, COURSE_BITS.startWeight));
  return { course: { startWeights, endWeights, startTime, endTime }, swapEnabled, lastInvariant };
}
