import { type Address, encodeFunctionData, parseAbi } from "viem";
import type { FamilySeed, SeedPool } from "../../seed/family.ts";
import { listedBy } from "../../seed/listed.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, firstWords, wordOf } from "../../seed/words.ts";
import { deployments as balancer } from "../balancer-v2/contracts.ts";
import { deployments } from "./contracts.ts";

const GET_POOL = parseAbi(["function getPool(bytes32 id) view returns (address, uint8)"]);
const STATE = [
  ...["totalSupply()", "rewardRate()", "periodFinish()"],
  ...["undistributedRewards()", "rewardsDuration()", "paused()"],
];

const LIST = { count: "allVaultsLength()", at: "allVaults(uint256)" };

/** The state of reward vaults: their factory lists them. */
export const berachainRewardVaultSeed: FamilySeed = {
  sources: ["BerachainRewardVaultFactory"],
  version: 1,
  factsOf: {
    ...{ table: "berachainRewardVault", by: "address" },
    facts: ({ rewardToken }) => ({ bgt: String(rewardToken) }),
  },
  catalogues: (chainId) => {
    const factories = deployments.flatMap(({ chains }) => chains[chainId]?.contracts.factory ?? []);
    return [...new Set(factories)].map((factory) =>
      listedBy(factory, LIST, (state, vaults) => describe(state, chainId, { factory, vaults })),
    );
  },
  async state(state, pools, { chainId, number: updatedBlock }) {
    const answers = await firstWords(
      state,
      pools.map(({ address }) => address),
      STATE,
    );
    const rows = pools.map(({ address, slug, tokens: [stakeToken], facts }, at) => {
      const [
        totalSupply = 0n,
        rewardRateWad = 0n,
        finish = 0n,
        undistributedWad = 0n,
        duration = 0n,
        paused,
      ] = answers[at] ?? [];
      return {
        ...{ chainId, address, slug, stakeToken, rewardToken: facts.bgt },
        ...{ totalSupply, rewardRateWad, undistributedWad, periodFinish: Number(finish) },
        ...{ rewardsDuration: Number(duration), isPaused: paused === 1n, updatedBlock },
      };
    });
    return {
      rows: { berachainRewardVault: rows },
      tokens: pools.map(({ facts }) => ({ address: facts.bgt as Address })),
    };
  },
};

/**
 * Vaults with the deployment that each belongs to: that of a list, else by whose shares it takes.
 */
async function describe(
  state: StateReader,
  chainId: number,
  { factory, vaults }: { readonly factory: Address; readonly vaults: readonly Address[] },
): Promise<readonly SeedPool[]> {
  const stakes = (await firstWords(state, vaults, ["stakeToken()"])).map(([word]) =>
    addressOf(word ?? 0n),
  );
  const isOfBex = await areOfBex(state, chainId, stakes);
  return vaults.flatMap((address, at) => {
    const own = deployments.filter(({ chains }) => chains[chainId]?.contracts.factory === factory);
    const listed = own.find(({ chains }) => chains[chainId]?.contracts.vaults.includes(address));
    const kind = isOfBex[at] === true ? "bex" : "others";
    const found = listed ?? own.find(({ chains }) => chains[chainId]?.contracts.stakes === kind);
    const bgt = found?.chains[chainId]?.contracts.bgt;
    const token = stakes[at];
    if (found === undefined || bgt === undefined || token === undefined) return [];
    const { slug } = found;
    return [{ id: address, address, parent: factory, slug, tokens: [token], facts: { bgt } }];
  });
}

/** Whether tokens are the shares of pools that BEX's vault has registered. */
async function areOfBex(
  state: StateReader,
  chainId: number,
  tokens: readonly Address[],
): Promise<readonly boolean[]> {
  const bex = balancer.find(({ slug }) => slug === "bex")?.chains[chainId]?.contracts.vault;
  if (bex === undefined) return tokens.map(() => false);
  const ids = await firstWords(state, tokens, ["getPoolId()"]);
  const views = ids.map(([id]) => {
    const args = [`0x${(id ?? 0n).toString(16).padStart(64, "0")}`] as const;
    return {
      target: bex,
      data: encodeFunctionData({ abi: GET_POOL, functionName: "getPool", args }),
    };
  });
  const pools = await state.list(views, 1);
  return tokens.map((token, at) => {
    const pool = wordOf(pools[at]);
    return pool !== undefined && ids[at]?.[0] !== undefined && addressOf(pool) === token;
  });
}
