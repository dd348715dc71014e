import type { Address } from "viem";
import { eachAtOnce } from "../../seed/each-at-once.ts";
import type { FamilySeed, SeedBlock, SeedPool } from "../../seed/family.ts";
import type { SharedAnswers } from "../../seed/lens.ts";
import type { LensBin } from "../../seed/lens-bins.ts";
import { listedBy } from "../../seed/listed.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, first, viewOf } from "../../seed/words.ts";
import { balancesOf } from "../uniswap-v3/seed-state.ts";
import { deployments } from "./contracts.ts";

const LIST = { count: "getNumberOfLBPairs()", at: "getLBPairAtIndex(uint256)" };
const FACTS = [viewOf("getTokenX()"), viewOf("getTokenY()"), viewOf("getBinStep()")];
const STATE = [
  viewOf("getActiveId()"),
  viewOf("getStaticFeeParameters()", 7),
  viewOf("getVariableFeeParameters()", 4),
];
/** Pairs whose bins are read side by side. */
const AT_ONCE = 4;

/** The state of the pairs: their factories list them. */
export const liquidityBookSeed: FamilySeed = {
  sources: ["LBFactory"],
  version: 1,
  parts: { liquidityBookBin: { by: "pool", gone: { reserveX: 0n, reserveY: 0n } } },
  factsOf: {
    ...{ table: "liquidityBookPool", by: "address" },
    facts: ({ binStep }) => ({ binStep: Number(binStep) }),
  },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const factory = chains[chainId]?.contracts.factory;
      if (factory === undefined) return [];
      return listedBy(factory, LIST, (state, pairs) => describe(state, pairs, { slug, factory }));
    }),
  holdings: balancesOf,
  async state(state, pools, block) {
    const answers = await state.product(
      pools.map(({ address }) => address),
      STATE,
    );
    const bins = await eachAtOnce(pools, AT_ONCE, ({ address }) => state.bins(address));
    const { chainId, number: updatedBlock } = block;
    const rows = pools.flatMap((pool, at) => {
      const held = (bins[at] ?? []).filter((bin) => bin.reserveX !== 0n || bin.reserveY !== 0n);
      const row = rowOf(pool, answers[at] ?? [], held, block);
      if (row === null) return [];
      const own = held.map((bin) => ({ chainId, pool: pool.address, ...bin, updatedBlock }));
      return [{ row, own }];
    });
    return {
      rows: {
        liquidityBookPool: rows.map(({ row }) => row),
        liquidityBookBin: rows.flatMap(({ own }) => own),
      },
    };
  },
};

async function describe(
  state: StateReader,
  pairs: readonly Address[],
  { slug, factory }: { readonly slug: string; readonly factory: Address },
): Promise<readonly SeedPool[]> {
  const answers = await state.product(pairs, FACTS);
  return pairs.map((address, at) => {
    const own = answers[at];
    const tokens = [first(own, 0), first(own, 1)].map((word) => addressOf(word ?? 0n));
    const facts = { binStep: Number(first(own, 2) ?? 0n) };
    return { id: address, address, parent: factory, slug, tokens, facts };
  });
}

/** What the logs of a pair up to the block come to; null of what is no pair. */
function rowOf(
  { address, slug, tokens, facts }: SeedPool,
  [active, fixed, variable]: SharedAnswers,
  bins: readonly LensBin[],
  { chainId, number }: SeedBlock,
) {
  const [tokenX, tokenY] = tokens;
  if (active == null || fixed == null || variable == null) return null;
  if (tokenX === undefined || tokenY === undefined) return null;
  const activeId = Number(active[0]);
  const inActive = bins.find(({ bin }) => bin === activeId);
  const [baseFactor, filterPeriod, decayPeriod, reductionFactor, variableFeeControl] =
    fixed.map(Number);
  const [, , , , , protocolShare, maxVolatilityAccumulator] = fixed.map(Number);
  const [volatilityAccumulator, volatilityReference, idReference, timeOfLastUpdate] =
    variable.map(Number);
  return {
    ...{ chainId, address, slug, tokenX, tokenY, binStep: Number(facts.binStep), activeId },
    ...{ reserveX: inActive?.reserveX ?? 0n, reserveY: inActive?.reserveY ?? 0n },
    totalX: bins.reduce((sum, { reserveX }) => sum + reserveX, 0n),
    totalY: bins.reduce((sum, { reserveY }) => sum + reserveY, 0n),
    ...{ baseFactor, filterPeriod, decayPeriod, reductionFactor, variableFeeControl },
    ...{ protocolShare, maxVolatilityAccumulator },
    ...{ volatilityAccumulator, volatilityReference, idReference, timeOfLastUpdate },
    ...{ binsBlock: number, updatedBlock: number },
  };
}
