import {
  type Address,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  prepareEncodeFunctionData,
  size,
  slice,
  toFunctionSelector,
} from "viem";
import { ConvexBooster } from "../../../abis/ConvexBooster.ts";
import { ConvexRewardPool } from "../../../abis/ConvexRewardPool.ts";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import { addressOf } from "../../seed/words.ts";
import type { RewardStream } from "../reward-streams.ts";
import type { ConvexContracts } from "./contracts.ts";
import { mintedDown } from "./minting.ts";
import type { ConvexPool } from "./pool.ts";
import type { PoolReading } from "./transitions.ts";

/** Further rewards of a pool that are looked for; pools have up to three. */
const MOST_EXTRAS = 8;

// Encoded once: hashing the signatures for each pool is what reading costs.
const IS_SHUTDOWN = toFunctionSelector("isShutdown()");
const STAKED = toFunctionSelector("totalSupply()");
const STREAM = [toFunctionSelector("rewardRate()"), toFunctionSelector("periodFinish()")] as const;
const OF_REWARD_POOL = [STAKED, ...STREAM, toFunctionSelector("extraRewardsLength()")];
const EXTRA_REWARDS = Array.from({ length: MOST_EXTRAS }, (_, index) =>
  encodeFunctionData({
    abi: ConvexRewardPool,
    functionName: "extraRewards",
    args: [BigInt(index)],
  }),
);
const OF_EXTRA = [toFunctionSelector("rewardToken()"), ...STREAM];
const OF_WRAPPER = [toFunctionSelector("rewardPool()"), toFunctionSelector("token()")];
const POOL_INFO = prepareEncodeFunctionData({ abi: ConvexBooster, functionName: "poolInfo" });
/** Place of `shutdown` in what `poolInfo` answers. */
const SHUTDOWN = 5;

type Asked = Pick<ConvexPool, "pid" | "rewardPool">;
type View = readonly [target: Address, data: Hex];

/** `poolInfo` of the booster. */
export function poolInfoCall(pid: bigint): Hex {
  return encodeFunctionData({ ...POOL_INFO, args: [pid] });
}

/**
 * Reads what changes of pools without an event, in four calls.
 *
 * @returns Null for a pool that does not answer.
 */
export async function readPools(
  aggregate: Aggregate,
  { booster, rewardToken, mintedToken }: ConvexContracts,
  pools: readonly Asked[],
): Promise<readonly (PoolReading | null)[]> {
  const [ended, minted, ...answers] = await ask(aggregate, [
    [booster, IS_SHUTDOWN],
    [mintedToken, STAKED],
    ...pools.flatMap(({ pid, rewardPool }): readonly View[] => [
      [booster, poolInfoCall(pid)],
      ...OF_REWARD_POOL.map((data): View => [rewardPool, data]),
    ]),
  ]);
  const supply = minted?.[0];
  const width = 1 + OF_REWARD_POOL.length;
  const found = pools.map(({ rewardPool }, at) => {
    const [info, staked, rate, finish, extras] = answers.slice(at * width, (at + 1) * width);
    return {
      rewardPool,
      shutdown: info?.[SHUTDOWN],
      staked,
      rate,
      finish,
      count: extras?.[0] ?? 0n,
    };
  });
  // No further than there are: the getter of a list takes all gas there.
  const named = await ask(
    aggregate,
    found.flatMap(({ rewardPool, count }) =>
      extraRewardCalls(count).map((data): View => [rewardPool, data]),
    ),
  );
  let next = 0;
  const read = found.map(({ count, ...pool }) => {
    const from = next;
    next += extraRewardCalls(count).length;
    return { ...pool, extras: named.slice(from, next).flatMap(addressesOf) };
  });
  const extras = await readExtras(
    aggregate,
    read.flatMap((pool) => pool.extras),
  );
  return read.map(({ shutdown, staked, rate, finish, ...pool }) => {
    const [total, perSecond, periodFinish] = [staked?.[0], rate?.[0], finish?.[0]];
    if (shutdown === undefined || total === undefined) return null;
    if (perSecond === undefined || periodFinish === undefined) return null;
    const mints = supply === undefined ? 0n : mintedDown(perSecond, supply);
    return {
      ...{ staked: total, isShutdown: shutdown !== 0n || ended?.[0] === 1n },
      rewards: [
        { token: rewardToken, rate: perSecond, periodFinish },
        { token: mintedToken, rate: mints, periodFinish },
        ...pool.extras.flatMap((address) => extras.get(address) ?? []),
      ],
    };
  });
}

/** `extraRewards` of the first of some indices. */
function extraRewardCalls(count: bigint): readonly Hex[] {
  return EXTRA_REWARDS.filter((_, index) => BigInt(index) < count);
}

/**
 * Further rewards by the address of their pool. The reward token of most is a wrapper that pays
 * what it stands for, and names the pool that may have it do so.
 *
 * @see https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/StashTokenWrapper.sol
 */
async function readExtras(
  aggregate: Aggregate,
  extras: readonly Address[],
): Promise<ReadonlyMap<Address, RewardStream>> {
  const streams = await ask(
    aggregate,
    extras.flatMap((extra) => OF_EXTRA.map((data): View => [extra, data])),
  );
  const known = extras.flatMap((extra, at) => {
    const [token, rate, finish] = streams.slice(at * OF_EXTRA.length, (at + 1) * OF_EXTRA.length);
    const [address] = addressesOf(token);
    if (address === undefined || rate?.[0] === undefined || finish?.[0] === undefined) return [];
    return [{ extra, token: address, rate: rate[0], periodFinish: finish[0] }];
  });
  const wrapped = await ask(
    aggregate,
    known.flatMap(({ token }) => OF_WRAPPER.map((data): View => [token, data])),
  );
  return new Map(
    known.map(({ extra, token, ...stream }, at) => {
      const [owner] = addressesOf(wrapped[2 * at]);
      const [inner] = addressesOf(wrapped[2 * at + 1]);
      return [extra, { ...stream, token: owner === extra && inner ? inner : token }];
    }),
  );
}

/** The address in an answer's first word; none in a failed one or of zero. */
function addressesOf(words: readonly bigint[] | undefined): readonly Address[] {
  const [word] = words ?? [];
  return word === undefined || word === 0n ? [] : [addressOf(word)];
}

/** Words of what each view answers; none where it fails. */
async function ask(
  aggregate: Aggregate,
  views: readonly View[],
): Promise<readonly (readonly bigint[])[]> {
  const answers = await aggregate(
    views.map(([target, callData]) => ({ target, allowFailure: true, callData })),
  );
  return answers.map(({ success, returnData }) =>
    Array.from({ length: success ? Math.floor(size(returnData) / 32) : 0 }, (_, at) =>
      hexToBigInt(slice(returnData, 32 * at, 32 * (at + 1))),
    ),
  );
}
