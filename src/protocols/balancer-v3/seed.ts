import { type Address, encodeFunctionData, getAbiItem } from "viem";
import { z } from "zod";
import { BalancerV3Vault } from "../../../abis/BalancerV3Vault.ts";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import type { FamilySeed, SeedLog, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { wordOf } from "../../seed/words.ts";
import { loggedCatalogues } from "../logged-catalogues.ts";
import { factsOf, type PoolFacts, type Registration } from "./admission.ts";
import { deployments } from "./contracts.ts";
import { readPools } from "./reading.ts";
import { read, registered } from "./row-state.ts";

const poolRegistered = getAbiItem({ abi: BalancerV3Vault, name: "PoolRegistered" });
/** Of the longest answer: four lists of up to 8 tokens, one of them of three words each. */
const ANSWER_WORDS = 60;

const address = z.custom<Address>();
/** What is stored of a pool besides its tokens, as JSON: lists are no facts. */
const storedFacts = z.object({
  ...{ vault: address, kind: z.enum(["weighted", "stable", "eclp"]), isLastVersion: z.boolean() },
  ...{ surgeHook: address.nullable(), takesSingle: z.boolean() },
  ...{ rateProviders: z.array(address), isTaxed: z.array(z.boolean()) },
});

/** The state of the pools of a vault, which tells of each in a log. */
export const balancerV3Seed: FamilySeed = {
  sources: ["BalancerV3Vault"],
  version: 2,
  catalogues: (chainId) =>
    loggedCatalogues(deployments, chainId, ({ vault }) => ({
      ...{ key: vault, address: [vault], event: poolRegistered },
      read: async (_, logs) => logs.flatMap((log) => poolOf(chainId, log)),
    })),
  async holdings(state, pools) {
    const views = pools.map(({ id, parent: target }) => {
      const asked = { functionName: "getPoolTokenInfo", args: [id as Address] } as const;
      return { target, data: encodeFunctionData({ abi: BalancerV3Vault, ...asked }) };
    });
    return (await state.list(views, ANSWER_WORDS)).map((answer, i) => {
      // The third list's place stands in the third word.
      const place = Number(wordOf(answer, 2) ?? 0n) / 32;
      const held = pools[i]?.tokens.map((_, token) => wordOf(answer, place + 1 + token) ?? 0n);
      return place === 0 ? null : (held ?? null);
    });
  },
  async state(state, pools, block) {
    const { chainId, number, timestamp } = block;
    const rows = pools.map((pool) => registered(chainId, factsIn(pool), number));
    const readings = await readPools(aggregateOf(state), rows);
    const at = { block: number, timestamp };
    return {
      rows: { balancerV3Pool: rows.map((row, i) => read(row, readings[i] ?? null, at)) },
      tokens: pools.map(({ address }) => ({ address })),
    };
  },
};

/** Asks as in a live block. */
function aggregateOf(state: StateReader): Aggregate {
  return async (calls) => {
    const views = calls.map(({ target, callData: data }) => ({ target, data }));
    const answers = await state.list(views, ANSWER_WORDS);
    return answers.map((answer) => ({ success: answer !== null, returnData: answer ?? "0x" }));
  };
}

function poolOf(chainId: number, { address: vault, args }: SeedLog): readonly SeedPool[] {
  const facts = factsOf(chainId, vault, args as Registration);
  if (facts === null) return [];
  const { address, slug, tokens, ...rest } = facts;
  const pool = { id: address, address, parent: facts.vault, slug, tokens };
  return [{ ...pool, facts: { json: JSON.stringify(rest) } }];
}

/** What a log told of a pool. */
function factsIn({ address, slug, tokens, facts }: SeedPool): PoolFacts {
  const stored = storedFacts.parse(JSON.parse(String(facts.json)));
  return { ...stored, address, slug, tokens: [...tokens] };
}
