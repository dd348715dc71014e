import { type Address, encodeFunctionData, erc20Abi, toFunctionSelector } from "viem";
import { UniswapV3Factory } from "../../../abis/UniswapV3Factory.ts";
import { eachAtOnce } from "../../seed/each-at-once.ts";
import type { Catalogue, FamilySeed, SeedLog, SeedPool } from "../../seed/family.ts";
import type { LensTick, SharedAnswers } from "../../seed/lens.ts";
import { deploymentOf } from "../sources.ts";
import { deployments } from "./contracts.ts";

const [poolCreated] = UniswapV3Factory;
/** Of `slot0`, price and tick. */
const STATE = [
  { data: toFunctionSelector("slot0()"), words: 2 },
  { data: toFunctionSelector("liquidity()"), words: 1 },
];
/** Pools whose ticks are read side by side. */
const AT_ONCE = 4;

/** The state of concentrated-liquidity pools: their factories tell of each in a log. */
export const uniswapV3Seed: FamilySeed = {
  sources: ["UniswapV3Factory"],
  version: 1,
  catalogues: (chainId) =>
    deployments.flatMap(({ chains }): readonly Catalogue[] => {
      const found = chains[chainId];
      if (found === undefined) return [];
      const { factory } = found.contracts;
      return [
        {
          kind: "logged",
          key: factory,
          address: [factory],
          event: poolCreated,
          fromBlock: found.startBlock ?? 0,
          read: async (_, logs) => logs.map((log) => poolOf(chainId, log)),
        },
      ];
    }),
  async holdings(state, pools) {
    const views = pools.flatMap(({ address, tokens }) =>
      tokens.map((target) => {
        const asked = { abi: erc20Abi, functionName: "balanceOf", args: [address] } as const;
        return { target, data: encodeFunctionData(asked) };
      }),
    );
    const balances = (await state.list(views, 1)).map((word) =>
      word?.length === 66 ? BigInt(word) : 0n,
    );
    return pools.map((_, at) => balances.slice(2 * at, 2 * at + 2));
  },
  async state(state, pools, { chainId, number }) {
    const answers = await state.product(
      pools.map(({ address }) => address),
      STATE,
    );
    const own = pools.flatMap((pool, at) => rowOf(pool, answers[at] ?? [], { chainId, number }));
    const ticks = await eachAtOnce(own, AT_ONCE, ({ address, tickSpacing }) =>
      state.ticks(address, tickSpacing),
    );
    const rows = own.flatMap(({ address }, at) =>
      (ticks[at] ?? []).map((tick: LensTick) => ({
        ...{ chainId, pool: address, ...tick, updatedBlock: number },
      })),
    );
    return { rows: { uniswapV3Pool: own, uniswapV3Tick: rows } };
  },
};

function poolOf(chainId: number, { address: factory, args }: SeedLog): SeedPool {
  const { token0, token1, fee, tickSpacing, pool } = args as {
    readonly token0: Address;
    readonly token1: Address;
    readonly fee: number;
    readonly tickSpacing: number;
    readonly pool: Address;
  };
  const { slug } = deploymentOf(deployments, chainId, factory);
  const facts = { feePips: fee, tickSpacing };
  return { id: pool, address: pool, parent: factory, slug, tokens: [token0, token1], facts };
}

/** What the logs of a pool up to the block come to; none of what is no pool. */
function rowOf(
  { address, slug, tokens, facts }: SeedPool,
  [slot0, liquidity]: SharedAnswers,
  { chainId, number }: { readonly chainId: number; readonly number: number },
) {
  const [sqrtPriceX96, tick] = slot0 ?? [];
  if (sqrtPriceX96 === undefined || tick === undefined) return [];
  const [token0, token1] = tokens;
  return [
    {
      ...{ chainId, address, slug, token0, token1, sqrtPriceX96 },
      ...{ feePips: Number(facts.feePips), tickSpacing: Number(facts.tickSpacing) },
      ...{ tick: Number(BigInt.asIntN(256, tick)), liquidity: liquidity?.[0] ?? 0n },
      ...{ ticksBlock: number, updatedBlock: number },
    },
  ];
}
