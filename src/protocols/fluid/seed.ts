import { type Address, toFunctionSelector } from "viem";
import type { Ask } from "../../catalog/live/aggregate.ts";
import { CHAINS } from "../../lib/chains.ts";
import type { Catalogue, FamilySeed, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, firstWords, viewOf } from "../../seed/words.ts";
import { deployments, type FluidContracts } from "./contracts.ts";
import { type FluidAsked, readPools } from "./reading.ts";
import { columnsOf, created } from "./transitions.ts";

const ADDRESS_OF_DEX = toFunctionSelector("getDexAddress(uint256)");
/** Before its deployer and tokens are its id, the layer, the factory, and five of its parts. */
const CONSTANTS = [viewOf("constantsView()", 11), viewOf("constantsView2()", 4)];
const [DEPLOYER, TOKEN0, TOKEN1] = [8, 9, 10];

/** The state of the pools, which their factory numbers from 1. */
export const fluidSeed: FamilySeed = {
  sources: ["FluidDexFactory"],
  version: 1,
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const contracts = chains[chainId]?.contracts;
      return contracts === undefined ? [] : [catalogueOf(contracts, slug)];
    }),
  async state(state, pools, { chainId, number }) {
    const contracts = deployments[0]?.chains[chainId]?.contracts;
    const multicall3 = CHAINS.get(chainId)?.multicall3;
    if (contracts === undefined || multicall3 === undefined) return { rows: { fluidPool: [] } };
    const ask: Ask = (views) => state.list(views, 1);
    const asked = pools.map(askedOf);
    const place = { liquidity: contracts.liquidity, multicall3 };
    const readings = await readPools(ask, asked, place);
    const rows = pools.map(({ address, slug, facts }, at) => {
      const { tokens, deployer } = asked[at] ?? { tokens: [], deployer: address };
      const scales = String(facts.scales).split(" ").map(BigInt);
      const fixed = {
        ...{ tokens: [...tokens], deployer },
        numerators: [scales[0] ?? 0n, scales[2] ?? 0n],
        denominators: [scales[1] ?? 0n, scales[3] ?? 0n],
      };
      const reading = readings[at];
      const read = reading == null ? {} : columnsOf(reading);
      return { chainId, address, slug, ...created(fixed, number), ...read };
    });
    return { rows: { fluidPool: rows } };
  },
};

function catalogueOf({ factory }: FluidContracts, slug: string): Catalogue {
  return {
    kind: "enumerated",
    key: factory,
    async count(state) {
      const [answers] = await firstWords(state, [factory], ["totalDexes()"]);
      return Number(answers?.[0] ?? 0n);
    },
    async read(state, from, to) {
      const range = { selector: ADDRESS_OF_DEX, from: from + 1, to: to + 1 };
      const made = (await state.range(factory, range)).map(addressOf);
      return describe(state, made, { slug, factory });
    },
  };
}

async function describe(
  state: StateReader,
  made: readonly Address[],
  { slug, factory }: { readonly slug: string; readonly factory: Address },
): Promise<readonly SeedPool[]> {
  const answers = await state.product(made, CONSTANTS);
  return made.flatMap((address, at): SeedPool[] => {
    const [constants, scales] = answers[at] ?? [];
    if (constants == null || scales == null) return [];
    const [deployer, ...tokens] = [DEPLOYER, TOKEN0, TOKEN1].map((word) =>
      addressOf(constants[word ?? 0] ?? 0n),
    );
    const facts = { deployer: deployer ?? factory, scales: scales.join(" ") };
    return [{ id: address, address, parent: factory, slug, tokens, facts }];
  });
}

function askedOf({ address, tokens, facts }: SeedPool): FluidAsked {
  return { address, tokens, deployer: String(facts.deployer) as Address, config: 0n };
}
