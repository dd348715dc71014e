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
import { AuraBooster } from "../../../abis/AuraBooster.ts";
import { ConvexBooster } from "../../../abis/ConvexBooster.ts";
import { ConvexRewardPool } from "../../../abis/ConvexRewardPool.ts";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import { addressOf } from "../../seed/words.ts";
import type { RewardStream } from "../reward-streams.ts";
import type { ConvexContracts } from "./contracts.ts";
import { FULL_WEIGHT_BPS, mintedDown } from "./minting.ts";
import type { ConvexPool } from "./pool.ts";
import type { PoolReading } from "./transitions.ts";

/**
 * Further rewards of a pool that are looked for: pools of Convex have up to three, and those of
 * Aura take no more.
 *
 * @see https://github.com/aurafinance/convex-platform/blob/6c8abb2640/contracts/contracts/BaseRewardPool.sol
 */
const MOST_EXTRAS = 12;

// Encoded once: hashing the signatures for each pool is what reading costs.
const IS_SHUTDOWN = toFunctionSelector("isShutdown()");
const SUPPLY = toFunctionSelector("totalSupply()");
const STREAM = [toFunctionSelector("rewardRate()"), toFunctionSelector("periodFinish()")] as const;
const OF_REWARD_POOL = [SUPPLY, ...STREAM, toFunctionSelector("extraRewardsLength()")];
const EXTRA_REWARDS = Array.from({ length: MOST_EXTRAS }, (_, index) =>
  encodeFunctionData({
    abi: ConvexRewardPool,
    functionName: "extraRewards",
    args: [BigInt(index)],
  }),
);
const OF_EXTRA = [toFunctionSelector("rewardToken()"), ...STREAM];
/** What a wrapper stands for is `token` of Convex's, `baseToken` of Aura's. */
const OF_WRAPPER = ["rewardPool()", "token()", "baseToken()"].map(toFunctionSelector);
const MINT_RATE = toFunctionSelector("mintRate()");
const WEIGHT = prepareEncodeFunctionData({
  ...{ abi: AuraBooster, functionName: "getRewardMultipliers" },
});
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
  { booster, rewardToken, mintedToken, minting }: ConvexContracts,
  pools: readonly Asked[],
): Promise<readonly (PoolReading | null)[]> {
  const isWeighted = minting.kind === "cliffs" && minting.isWeighted;
  const [ended, measures, ...answers] = await ask(aggregate, [
    [booster, IS_SHUTDOWN],
    minting.kind === "rate" ? [minting.coordinator, MINT_RATE] : [mintedToken, SUPPLY],
    ...pools.flatMap(({ pid, rewardPool }): readonly View[] => [
      [booster, poolInfoCall(pid)],
      ...OF_REWARD_POOL.map((data): View => [rewardPool, data]),
      ...(isWeighted ? [weightOf(booster, rewardPool)] : []),
    ]),
  ]);
  const measure = measures?.[0];
  const width = 1 + OF_REWARD_POOL.length + (isWeighted ? 1 : 0);
  const found = pools.map(({ rewardPool }, at) => {
    const own = answers.slice(at * width, (at + 1) * width);
    const [info, staked, rate, finish, extras, weight] = own;
    return {
      ...{ rewardPool, staked, rate, finish },
      shutdown: info?.[SHUTDOWN],
      count: extras?.[0] ?? 0n,
      weightBps: isWeighted ? weight?.[0] : FULL_WEIGHT_BPS,
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
  return read.map(({ shutdown, staked, rate, finish, weightBps, ...pool }) => {
    const [total, perSecond, periodFinish] = [staked?.[0], rate?.[0], finish?.[0]];
    if (shutdown === undefined || total === undefined) return null;
    if (perSecond === undefined || periodFinish === undefined) return null;
    const isKnown = measure !== undefined && weightBps !== undefined;
    const mints = isKnown ? mintedDown(minting, perSecond, { measure, weightBps }) : 0n;
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

/** `getRewardMultipliers` of the booster, of 10,000. */
function weightOf(booster: Address, rewardPool: Address): View {
  return [booster, encodeFunctionData({ ...WEIGHT, args: [rewardPool] })];
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
 * @see https://github.com/aurafinance/convex-platform/blob/6c8abb2640/contracts/contracts/StashToken.sol
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
      const own = wrapped.slice(at * OF_WRAPPER.length, (at + 1) * OF_WRAPPER.length);
      const [owner] = addressesOf(own[0]);
      const [inner] = own.slice(1).flatMap(addressesOf);
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
