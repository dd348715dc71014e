import { type Address, encodeFunctionData, erc20Abi } from "viem";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import { eachAtOnce } from "../../seed/each-at-once.ts";
import type { FamilySeed, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { firstWords, wordOf } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";
import { poolId } from "./pool.ts";
import { readTokens } from "./reading.ts";

/** Pools that are described side by side. */
const AT_ONCE = 4;

/**
 * The state of chefs' pools: a chef lists them. What is staked is what the chef holds of the staked
 * token, which is more where somebody sent it some; it decides yields alone. What a pool earns is
 * read in the first live block.
 */
export const masterChefSeed: FamilySeed = {
  sources: ["CallerChef", "RecipientChef"],
  version: 1,
  readLive: { chefPool: ["rewardPerYear"] },
  factsOf: {
    ...{ table: "chefPool", by: "id" },
    facts: ({ pid, credits, rewardToken }) => ({
      ...{ pid: String(pid), credits: String(credits) },
      rewardToken: rewardToken === null ? null : String(rewardToken),
    }),
  },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }) =>
      (chains[chainId]?.contracts.chefs ?? []).map(({ address: chef, credits }) => ({
        kind: "enumerated",
        key: chef,
        async count(state) {
          const [answers] = await firstWords(state, [chef], ["poolLength()"]);
          return Number(answers?.[0] ?? 0n);
        },
        async read(state, from, to) {
          const pids = Array.from({ length: to - from }, (_, i) => BigInt(from + i));
          const found = await eachAtOnce(pids, AT_ONCE, (pid) =>
            describe(state, { chef, pid, slug, credits }),
          );
          return found.flatMap((pool) => pool ?? []);
        },
      })),
    ),
  async state(state, pools, { chainId, number: updatedBlock }) {
    const views = pools.map(({ address: chef, tokens: [target] }) => {
      const asked = { abi: erc20Abi, functionName: "balanceOf", args: [chef] } as const;
      return { target: target ?? chef, data: encodeFunctionData(asked) };
    });
    const balances = await state.list(views, 1);
    const rows = pools.map(({ id, address: chef, slug, tokens: [lpToken], facts }, at) => {
      const { pid, credits, rewardToken } = facts;
      return {
        ...{ chainId, id, slug, chef, pid: BigInt(pid ?? 0), credits, lpToken, rewardToken },
        ...{ staked: wordOf(balances[at]) ?? 0n, rewardPerYear: 0n, updatedBlock },
      };
    });
    const rewards = pools.flatMap(({ facts: { rewardToken } }) =>
      rewardToken === null ? [] : [{ address: rewardToken as Address }],
    );
    return { rows: { chefPool: rows }, tokens: rewards };
  },
};

async function describe(
  state: StateReader,
  {
    chef,
    pid,
    slug,
    credits,
  }: {
    readonly chef: Address;
    readonly pid: bigint;
    readonly slug: string;
    readonly credits: string;
  },
): Promise<SeedPool | null> {
  const aggregate: Aggregate = async (calls) => {
    const views = calls.map(({ target, callData }) => ({ target, data: callData }));
    const answers = await state.list(views, 2);
    return answers.map((data) => ({ success: data !== null, returnData: data ?? "0x" }));
  };
  const tokens = await readTokens(aggregate, { chef, pid });
  if (tokens === null) return null;
  const { lpToken, rewardToken } = tokens;
  const facts = { pid: String(pid), credits, rewardToken };
  return { id: poolId(chef, pid), address: chef, parent: chef, slug, tokens: [lpToken], facts };
}
