import {
  type Address,
  concatHex,
  type Hex,
  hexToBigInt,
  numberToHex,
  size,
  slice,
  toFunctionSelector,
} from "viem";

import type { Aggregate } from "../../catalog/live/aggregate.ts";

/** Views that name the reward token, one of which every chef has. */
const REWARD_TOKENS = ["sushi()", "SUSHI()", "REWARD()", "CAKE()", "joe()", "JOE()"];

/**
 * Views that state the rewards of all pools together. Chefs that keep a part or boost some stakes
 * have none of these, and no yield.
 */
const EMISSIONS = [
  { signature: "sushiPerBlock()", per: "block" },
  { signature: "sushiPerSecond()", per: "second" },
] as const;

const SECONDS_PER_YEAR = 31_536_000;

/** What a pool of a chef never changes. */
export interface PoolTokens {
  readonly lpToken: Address;
  /** Null where no known view names it. */
  readonly rewardToken: Address | null;
}

/**
 * The tokens of a pool. The first chefs state the staked one as the first word of `poolInfo`, the
 * later ones by `lpToken`. Null where the chef states none, as for ids that stand for something
 * else.
 */
export async function readTokens(
  aggregate: Aggregate,
  { chef, pid }: { readonly chef: Address; readonly pid: bigint },
): Promise<PoolTokens | null> {
  const [ofMapping, ofPool, ...rewards] = await ask(aggregate, chef, [
    withPid("lpToken(uint256)", pid),
    withPid("poolInfo(uint256)", pid),
    ...REWARD_TOKENS.map((signature) => toFunctionSelector(signature)),
  ]);
  const staked = ofMapping ?? ofPool;
  const reward = rewards.find((answer) => answer !== null);
  if (!staked || hexToBigInt(slice(staked, 0, 32)) === 0n) return null;
  return {
    lpToken: addressOf(staked),
    rewardToken: reward === null || reward === undefined ? null : addressOf(reward),
  };
}

/**
 * Rewards of pools for a year at the present rate, smallest unit of the reward token; 0 where the
 * chef's rate is unknown.
 *
 * @param blockTimeSeconds For chefs that pay by block.
 */
export async function readRewardsPerYear(
  aggregate: Aggregate,
  {
    chef,
    pids,
    blockTimeSeconds,
  }: {
    readonly chef: Address;
    readonly pids: readonly bigint[];
    readonly blockTimeSeconds: number;
  },
): Promise<readonly bigint[]> {
  const rates = EMISSIONS.map(({ signature }) => toFunctionSelector(signature));
  const [points, hasMapping, ...answers] = await ask(aggregate, chef, [
    toFunctionSelector("totalAllocPoint()"),
    withPid("lpToken(uint256)", pids[0] ?? 0n),
    ...rates,
    ...pids.map((pid) => withPid("poolInfo(uint256)", pid)),
  ]);
  const found = answers.slice(0, rates.length).findIndex((answer) => answer !== null);
  const emission = EMISSIONS[found];
  const rate = answers[found];
  const total = points ? hexToBigInt(points) : 0n;
  if (!emission || !rate || total === 0n) return pids.map(() => 0n);
  const times =
    emission.per === "second" ? SECONDS_PER_YEAR : Math.round(SECONDS_PER_YEAR / blockTimeSeconds);
  const perYear = hexToBigInt(rate) * BigInt(times);
  // A pool's part: after its token where `poolInfo` has one, else after the rewards of a share and
  // their time.
  const word = hasMapping === null ? 1 : 2;
  return answers.slice(rates.length).map((pool) => {
    if (!pool || size(pool) < 32 * (word + 1)) return 0n;
    return (perYear * hexToBigInt(slice(pool, 32 * word, 32 * (word + 1)))) / total;
  });
}

function withPid(signature: string, pid: bigint): Hex {
  return concatHex([toFunctionSelector(signature), numberToHex(pid, { size: 32 })]);
}

function addressOf(answer: Hex): Address {
  return slice(answer, 12, 32);
}

/** Answers of at least a word; null where a call fails. */
async function ask(
  aggregate: Aggregate,
  target: Address,
  questions: readonly Hex[],
): Promise<readonly (Hex | null)[]> {
  const answers = await aggregate(
    questions.map((callData) => ({ target, allowFailure: true, callData })),
  );
  return answers.map(({ success, returnData }) =>
    success && size(returnData) >= 32 ? returnData : null,
  );
}
