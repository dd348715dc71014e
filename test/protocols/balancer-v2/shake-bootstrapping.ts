import { type Address, encodeFunctionData, type Hex } from "viem";
import { BalancerV2BootstrappingPool } from "../../../abis/BalancerV2BootstrappingPool.ts";
import { weightsAt } from "../../../src/protocols/balancer-v2/bootstrapping.ts";
import type {
  BalancerV2Pool,
  BootstrappingPool,
} from "../../../src/protocols/balancer-v2/state.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";

const ONE = 10n ** 18n;
const HOUR = 3_600;
/** No weight is below 1 %. */
const PERCENT = ONE / 100n;

/** Sends a call of the operator, unless it would revert. */
type Attempt = (call: { readonly to: Address; readonly data: Hex }) => Promise<boolean>;

/**
 * What the owner of a liquidity bootstrapping pool does: moves weights, at once, later or not, and
 * switches swaps off and soon on.
 */
export async function steer(
  { client }: ProtocolChain,
  states: readonly BalancerV2Pool[],
  { random, attempt }: { readonly random: Random; readonly attempt: Attempt },
): Promise<void> {
  const pools = states.filter((state) => state.kind === "bootstrapping");
  for (const pool of pools) {
    if (!pool.swapEnabled && random() < 0.7) await attempt(switched(pool, true));
  }
  const pool = pools[Math.floor(random() * pools.length)];
  if (pool === undefined || random() < 0.6) return;
  if (random() < 0.3) {
    await attempt(switched(pool, !pool.swapEnabled));
    return;
  }
  const { timestamp } = await client.getBlock();
  const seconds = (hours: number) => BigInt(Math.floor(random() * hours * HOUR));
  const start = timestamp + (random() < 0.7 ? 0n : seconds(2));
  // The newest block may be later than a course that ends at once.
  const end = start + 60n + (random() < 0.2 ? 0n : seconds(12));
  const data = encodeFunctionData({
    ...{ abi: BalancerV2BootstrappingPool, functionName: "updateWeightsGradually" },
    args: [start, end, nextWeights(pool, timestamp, random)],
  });
  await attempt({ to: pool.address, data });
}

/** The call that lets a pool swap, or forbids it. */
export function switched({ address: to }: BootstrappingPool, swapEnabled: boolean) {
  const data = encodeFunctionData({
    ...{ abi: BalancerV2BootstrappingPool, functionName: "setSwapEnabled", args: [swapEnabled] },
  });
  return { to, data };
}

/** Others than now by up to a fifth each, the last what is left of one. */
function nextWeights(
  { course }: BootstrappingPool,
  timestamp: bigint,
  random: Random,
): readonly bigint[] {
  const weights = weightsAt(course, timestamp);
  const moved = weights.slice(0, -1).map((weight) => {
    const factor = BigInt(Math.floor((0.8 + random() * 0.4) * 1e6));
    const next = (weight * factor) / 1_000_000n;
    return next < PERCENT ? PERCENT : next;
  });
  const left = ONE - moved.reduce((sum, weight) => sum + weight, 0n);
  return left < PERCENT ? weights : [...moved, left];
}
