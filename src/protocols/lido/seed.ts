import type { FamilySeed } from "../../seed/family.ts";
import { firstWords, viewOf } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";
import { EMPTY } from "./transitions.ts";

const STATE = ["getTotalPooledEther()", "getTotalShares()", "isStopped()"];
/** Of version 3 on. */
const EXTERNAL = ["getExternalEther()", "getExternalShares()"];

/** The state of Lido. Its yield is known from the next report on. */
export const lidoSeed: FamilySeed = {
  sources: ["Lido"],
  version: 1,
  factsOf: {
    ...{ table: "lido", by: "stEth" },
    facts: ({ wstEth }) => ({ wstEth: String(wstEth) }),
  },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const contracts = chains[chainId]?.contracts;
      if (contracts === undefined) return [];
      const { stEth, wstEth } = contracts;
      return [
        {
          kind: "fixed",
          key: slug,
          async read(state) {
            const [answers] = await firstWords(state, [stEth], STATE);
            if (answers?.[0] === undefined) return [];
            return [
              { id: stEth, address: stEth, parent: stEth, slug, tokens: [], facts: { wstEth } },
            ];
          },
        },
      ];
    }),
  async state(state, pools, { chainId, number: updatedBlock }) {
    const addresses = pools.map(({ address }) => address);
    const totals = await firstWords(state, addresses, [...STATE, ...EXTERNAL]);
    const limits = await state.product(addresses, [viewOf("getStakeLimitFullInfo()", 7)]);
    const rows = pools.map(({ address: stEth, slug, facts: { wstEth } }, at) => {
      const [ether = 0n, shares = 0n, stopped, externalEther = 0n, externalShares = 0n] =
        totals[at] ?? [];
      const [, , , maxStakeLimit = 0n, growthBlocks = 0n, prevStakeLimit = 0n, block = 0n] =
        limits[at]?.[0] ?? [];
      return {
        ...{ chainId, stEth, wstEth, slug, ...EMPTY, updatedBlock },
        ...{ internalEther: ether - externalEther, internalShares: shares - externalShares },
        ...{ maxStakeLimit, growthBlocks, prevStakeLimit, prevStakeBlock: Number(block) },
        isStopped: stopped === 1n,
      };
    });
    const tokens = pools.flatMap(({ address, facts: { wstEth } }) => [
      { address },
      { address: wstEth as typeof address },
    ]);
    return { rows: { lido: rows }, tokens };
  },
};
