import { type Address, encodeFunctionData, parseAbi } from "viem";
import type { FamilySeed, SeedBlock, SeedPool } from "../../seed/family.ts";
import { listedBy } from "../../seed/listed.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, first, firstWords, viewOf, wordOf } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";
import { contractsOf } from "./deployment.ts";
import { created, feeSet, synced } from "./transitions.ts";

/** How factories list their pools, by generation. */
const LISTS = {
  v1: { count: "allPairsLength()", at: "allPairs(uint256)" },
  v2: { count: "allPoolsLength()", at: "allPools(uint256)" },
} as const;
const FEES = parseAbi([
  "function customFee(address pool) view returns (uint256)",
  "function pairFee(address pair) view returns (uint256)",
]);
const STATE = [viewOf("getReserves()", 2), viewOf("totalSupply()")];
const MOST_DECIMALS = 255n;
const BPS = 10_000n;

/** The state of stable and volatile pools: their factories list them. */
export const solidlySeed: FamilySeed = {
  sources: ["SolidlyFactory", "SolidlyV1Factory"],
  version: 1,
  factsOf: {
    ...{ table: "solidlyPool", by: "address" },
    facts: ({ isStable, ...row }) => ({
      isStable: isStable === true,
      decimals0: row.decimals0 === null ? null : Number(row.decimals0),
      decimals1: row.decimals1 === null ? null : Number(row.decimals1),
    }),
  },
  catalogues: (chainId) =>
    factoriesOn(chainId).map(({ slug, factory, generation }) =>
      listedBy(factory, LISTS[generation], (state, pools) =>
        describe(state, pools, { slug, factory }),
      ),
    ),
  async holdings(state, pools) {
    const answers = await state.product(
      pools.map(({ address }) => address),
      STATE,
    );
    return answers.map(([reserves]) => reserves ?? null);
  },
  async state(state, pools, block) {
    const addresses = pools.map(({ address }) => address);
    const answers = await state.product(addresses, STATE);
    const fees = await customFees(state, pools, block);
    const rows = pools.flatMap((pool, at) => {
      const [reserve0, reserve1] = answers[at]?.[0] ?? [];
      const totalSupply = first(answers[at], 1);
      if (reserve0 === undefined || reserve1 === undefined || totalSupply === undefined) return [];
      const row = { ...created(block.number), totalSupply, customFeeBps: fees[at] ?? null };
      const change = synced(row, { reserve0, reserve1 }, { ...block, block: block.number });
      return [{ ...factsOf(pool, block.chainId), ...row, ...change }];
    });
    return { rows: { solidlyPool: rows }, tokens: pools.map(({ address }) => ({ address })) };
  },
  async deployments(state, { chainId, number: updatedBlock }) {
    const own = factoriesOn(chainId).filter(({ generation }) => generation === "v2");
    const answers = await firstWords(
      state,
      own.map(({ factory }) => factory),
      ["isPaused()"],
    );
    const paused = own.filter((_, at) => answers[at]?.[0] === 1n);
    const fees = { stableFeeBps: null, volatileFeeBps: null };
    return {
      rows: {
        solidlyFactory: paused.map(({ slug }) => ({
          ...{ chainId, slug, isPaused: true, ...fees, updatedBlock },
        })),
      },
    };
  },
};

function factoriesOn(chainId: number) {
  return deployments.flatMap(({ slug, chains }) => {
    const contracts = chains[chainId]?.contracts;
    return contracts === undefined ? [] : [{ slug, ...contracts }];
  });
}

async function describe(
  state: StateReader,
  pools: readonly Address[],
  { slug, factory }: { readonly slug: string; readonly factory: Address },
): Promise<readonly SeedPool[]> {
  const answers = await firstWords(state, pools, ["token0()", "token1()", "stable()"]);
  const tokens = answers.map((own) => [addressOf(own[0] ?? 0n), addressOf(own[1] ?? 0n)] as const);
  const every = [...new Set(tokens.flat())];
  const told = await firstWords(state, every, ["decimals()"]);
  const decimals = new Map(every.map((token, at) => [token, decimalsIn(told[at]?.[0])]));
  return pools.map((address, at) => {
    const [token0, token1] = tokens[at] ?? [addressOf(0n), addressOf(0n)];
    const facts = {
      isStable: answers[at]?.[2] === 1n,
      decimals0: decimals.get(token0) ?? null,
      decimals1: decimals.get(token1) ?? null,
    };
    return { id: address, address, parent: factory, slug, tokens: [token0, token1], facts };
  });
}

function decimalsIn(word: bigint | undefined): number | null {
  return word === undefined || word > MOST_DECIMALS ? null : Number(word);
}

function factsOf({ address, slug, tokens, facts }: SeedPool, chainId: number) {
  const [token0, token1] = tokens;
  return { chainId, address, slug, token0, token1, ...facts };
}

/** The pools' own fees, basis points; null where they have the factory's. */
async function customFees(
  state: StateReader,
  pools: readonly SeedPool[],
  { chainId, number }: SeedBlock,
): Promise<readonly (number | null)[]> {
  const views = pools.map(({ slug, address }) => {
    const { factory: target, generation } = contractsOf(chainId, slug);
    const functionName = generation === "v2" ? "customFee" : "pairFee";
    return { target, data: encodeFunctionData({ abi: FEES, functionName, args: [address] }) };
  });
  const answers = await state.list(views, 1);
  return pools.map(({ slug }, at) => {
    const { generation, fees } = contractsOf(chainId, slug);
    const fee = wordOf(answers[at]) ?? 0n;
    if (generation === "v2") return feeSet(fee, number).customFeeBps;
    return fees === "per-pool" && fee > 0n && fee < BPS ? Number(fee) : null;
  });
}
