import { encodeFunctionData, parseAbi } from "viem";
import type { FamilySeed } from "../../seed/family.ts";
import { firstWords, wordOf } from "../../seed/words.ts";
import { configuredPool, deployments } from "./contracts.ts";
import { opened } from "./transitions.ts";

const BALANCES = parseAbi(["function balances(uint256 i) view returns (uint256)"]);
const PARAMETERS = [
  ...["fee()", "admin_fee()", "initial_A()", "future_A()"],
  ...["initial_A_time()", "future_A_time()"],
];

/** The state of plain pools, which are listed. One without shares was never used and has no row. */
export const curveStableswapSeed: FamilySeed = {
  sources: ["CurvePool3", "CurvePool2", "CurveEarlyPool3", "CurveEarlyPool2"],
  version: 1,
  factsOf: { table: "curvePool", by: "address", facts: () => ({}) },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const listed = chains[chainId]?.contracts.pools ?? [];
      if (listed.length === 0) return [];
      return [
        {
          kind: "fixed",
          key: slug,
          async read(state) {
            const supplies = await firstWords(
              state,
              listed.map(({ lpToken }) => lpToken),
              ["totalSupply()"],
            );
            return listed.flatMap(({ pool: address, coins: tokens }, at) => {
              if ((supplies[at]?.[0] ?? 0n) === 0n) return [];
              return [{ id: address, address, parent: address, slug, tokens, facts: {} }];
            });
          },
        },
      ];
    }),
  async state(state, pools, { chainId, number, timestamp }) {
    const configured = pools.flatMap(({ address }) => configuredPool(chainId, address) ?? []);
    const parameters = await firstWords(
      state,
      configured.map(({ pool }) => pool),
      PARAMETERS,
    );
    const supplies = await firstWords(
      state,
      configured.map(({ lpToken }) => lpToken),
      ["totalSupply()"],
    );
    const views = configured.flatMap(({ pool: target, coins }) =>
      coins.map((_, i) => {
        const args = [BigInt(i)] as const;
        const data = encodeFunctionData({ abi: BALANCES, functionName: "balances", args });
        return { target, data };
      }),
    );
    const answers = await state.list(views, 1);
    let next = 0;
    const rows = configured.map((pool, at) => {
      const balances = pool.coins.map(() => wordOf(answers[next++]) ?? 0n);
      const [feeE10 = 0n, adminFeeE10 = 0n, initialA = 0n, futureA = 0n, start = 0n, end = 0n] =
        parameters[at] ?? [];
      const numbers = {
        ...{ feeE10, adminFeeE10, initialA, futureA, initialATime: start, futureATime: end },
        ...{ balances, supply: supplies[at]?.[0] ?? 0n },
      };
      const row = opened(pool, numbers, { block: { number, timestamp }, readBlock: number });
      return { chainId, address: pool.pool, slug: pool.slug, ...row, balances };
    });
    return {
      rows: { curvePool: rows },
      tokens: configured.map(({ lpToken: address }) => ({ address })),
    };
  },
};
