import { type Address, toFunctionSelector } from "viem";
import type { FamilySeed, SeedBlock, SeedPool, SeedToken } from "../../seed/family.ts";
import type { SharedAnswers, SharedView } from "../../seed/lens.ts";
import { listedBy } from "../../seed/listed.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";
import { contractsOf } from "./deployment.ts";
import { created, synced, thousandthsToPips } from "./transitions.ts";

const view = (signature: string, words: number): SharedView => ({
  data: toFunctionSelector(signature),
  words,
});
const TOKENS = [view("token0()", 1), view("token1()", 1)];
const RESERVES = view("getReserves()", 2);
const STATE = [RESERVES, view("totalSupply()", 1), view("kLast()", 1), view("swapFee()", 1)];
const LIST = { count: "allPairsLength()", at: "allPairs(uint256)" };
const FEE_TO = view("feeTo()", 1);

/** The state of constant-product pairs: their factories list them. */
export const uniswapV2Seed: FamilySeed = {
  sources: ["UniswapV2Factory"],
  version: 1,
  factsOf: { table: "uniswapV2Pair", by: "address", facts: () => ({}) },
  catalogues: (chainId) =>
    factoriesOn(chainId).map(({ slug, factory }) =>
      listedBy(factory, LIST, (state, pairs) => describe(state, pairs, { slug, factory })),
    ),
  async holdings(state, pools) {
    const answers = await state.product(
      pools.map(({ address }) => address),
      [RESERVES],
    );
    return answers.map(([reserves]) => reserves ?? null);
  },
  async state(state, pools, block) {
    const answers = await state.product(
      pools.map(({ address }) => address),
      STATE,
    );
    return {
      rows: { uniswapV2Pair: pools.flatMap((pool, at) => rowOf(pool, answers[at] ?? [], block)) },
      tokens: pools.flatMap((pool) => shareOf(block.chainId, pool)),
    };
  },
  async deployments(state, { chainId, number }) {
    const factories = factoriesOn(chainId).filter(({ share }) => share !== null);
    const answers = await state.product(
      factories.map(({ factory }) => factory),
      [FEE_TO],
    );
    const switched = factories.flatMap(({ slug, share }, at) => {
      const feeTo = answers[at]?.[0]?.[0];
      const isOn = feeTo !== undefined && feeTo !== 0n;
      if (feeTo === undefined || isOn === share?.feeOnAtStart) return [];
      return [{ chainId, slug, isOn, updatedBlock: number }];
    });
    return { rows: { uniswapV2ProtocolFee: switched } };
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
  pairs: readonly Address[],
  { slug, factory }: { readonly slug: string; readonly factory: Address },
): Promise<readonly SeedPool[]> {
  const answers = await state.product(pairs, TOKENS);
  return pairs.map((address, at) => {
    const tokens = (answers[at] ?? []).map((words) => addressOf(words?.[0] ?? 0n));
    return { id: address, address, parent: factory, slug, tokens, facts: {} };
  });
}

/** What the logs of a pair up to the block come to; none of what is no pair. */
function rowOf({ address, slug, tokens }: SeedPool, answers: SharedAnswers, block: SeedBlock) {
  const [reserves, supply, kLast, swapFee] = answers;
  const [reserve0, reserve1] = reserves ?? [];
  const [token0, token1] = tokens;
  if (reserve0 === undefined || reserve1 === undefined) return [];
  if (token0 === undefined || token1 === undefined) return [];
  const { share, feePips } = contractsOf(block.chainId, slug);
  const shares = share === null ? {} : { totalSupply: supply?.[0] ?? 0n, kLast: kLast?.[0] ?? 0n };
  const row = { ...created(block.number), ...shares };
  const at = {
    block: block.number,
    timestamp: block.timestamp,
    protocolFee: share?.protocolFee ?? null,
  };
  return [
    {
      ...{ chainId: block.chainId, address, slug, token0, token1 },
      feePips: feePips === "per-pair" ? thousandthsToPips(Number(swapFee?.[0] ?? 0n)) : feePips,
      ...row,
      ...synced(row, { reserve0, reserve1 }, at),
    },
  ];
}

function shareOf(chainId: number, { address, slug }: SeedPool): readonly SeedToken[] {
  const { share } = contractsOf(chainId, slug);
  if (share === null) return [];
  return [{ address, ...(share.metadata === null ? {} : { known: share.metadata }) }];
}
