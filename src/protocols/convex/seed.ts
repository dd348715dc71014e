import { type Address, type Hex, toFunctionSelector } from "viem";
import type { FamilySeed } from "../../seed/family.ts";
import { addressOf, firstWords, wordOf } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";
import { poolId } from "./pool.ts";
import { poolInfoCall } from "./reading.ts";
import { created } from "./transitions.ts";

/** Words of `poolInfo`: the liquidity token, the deposit token, gauge, reward pool, stash, shut. */
const WORDS = 6;
const SUPPLY = toFunctionSelector("totalSupply()");

/** The state of pools, which the booster lists. What they pay is read in the first live block. */
export const convexSeed: FamilySeed = {
  sources: ["ConvexBooster"],
  version: 1,
  readLive: { convexPool: ["staked", "rewardTokens", "rewardRates", "rewardEnds"] },
  factsOf: {
    ...{ table: "convexPool", by: "id" },
    facts: ({ pid, depositToken, rewardPool }) => ({
      ...{ pid: String(pid), depositToken: String(depositToken), rewardPool: String(rewardPool) },
    }),
  },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const booster = chains[chainId]?.contracts.booster;
      if (booster === undefined) return [];
      return [
        {
          kind: "enumerated",
          key: booster,
          async count(state) {
            const [answers] = await firstWords(state, [booster], ["poolLength()"]);
            return Number(answers?.[0] ?? 0n);
          },
          async read(state, from, to) {
            const pids = Array.from({ length: to - from }, (_, at) => BigInt(from + at));
            const views = pids.map((pid) => ({ target: booster, data: poolInfoCall(pid) }));
            const answers = await state.list(views, WORDS);
            return pids.flatMap((pid, at) => {
              const [lpToken, depositToken, rewardPool] = [0, 1, 3].map((word) => {
                return wordOf(answers[at], word);
              });
              if (!lpToken || !depositToken || !rewardPool) return [];
              const facts = {
                pid: String(pid),
                depositToken: addressOf(depositToken),
                rewardPool: addressOf(rewardPool),
              };
              const id = poolId(booster, pid);
              return [
                {
                  id,
                  address: booster,
                  parent: booster,
                  slug,
                  tokens: [addressOf(lpToken)],
                  facts,
                },
              ];
            });
          },
        },
      ];
    }),
  async state(state, pools, { chainId, number }) {
    const boosters = [...new Set(pools.map(({ address }) => address))];
    const ended = await firstWords(state, boosters, ["isShutdown()"]);
    const views = pools.flatMap(({ address, facts }) => [
      { target: facts.depositToken as Address, data: SUPPLY },
      { target: address, data: poolInfoCall(BigInt(facts.pid ?? 0)) },
    ]);
    const answers = await state.list(views, WORDS);
    const rows = pools.map(({ id, address, slug, tokens: [lpToken], facts }, at) => {
      const { pid, depositToken, rewardPool } = facts;
      const isEnded = ended[boosters.indexOf(address)]?.[0] === 1n;
      return {
        ...{ chainId, id, slug, booster: address, pid: BigInt(pid ?? 0), lpToken },
        ...{ depositToken, rewardPool, ...created(rewardTokensOf(chainId, slug), number) },
        supply: wordOf(answers[2 * at]) ?? 0n,
        isShutdown: isEnded || isSet(answers[2 * at + 1]),
      };
    });
    const slugs = [...new Set(pools.map(({ slug }) => slug))];
    const rewards = slugs.flatMap((slug) => rewardTokensOf(chainId, slug));
    return { rows: { convexPool: rows }, tokens: rewards.map((address) => ({ address })) };
  },
};

function isSet(poolInfo: Hex | null | undefined): boolean {
  return (wordOf(poolInfo, WORDS - 1) ?? 0n) !== 0n;
}

/** What every pool of a deployment earns. */
function rewardTokensOf(chainId: number, slug: string): readonly Address[] {
  const contracts = deployments.find((each) => each.slug === slug)?.chains[chainId]?.contracts;
  return contracts === undefined ? [] : [contracts.rewardToken, contracts.mintedToken];
}
