import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from "viem";
import { Morpho } from "../../../abis/Morpho.ts";
import { lower } from "../../lib/address.ts";
import type { FamilySeed, SeedLog, SeedPool } from "../../seed/family.ts";
import { wordOf } from "../../seed/words.ts";
import { loggedCatalogues } from "../logged-catalogues.ts";
import { deploymentWith } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { modelOf } from "./transitions.ts";

const VIEWS = parseAbi([
  "function market(bytes32 id) view returns (uint128, uint128, uint128, uint128, uint128, uint128)",
  "function rateAtTarget(bytes32 id) view returns (int256)",
]);
const created = Morpho.find(({ name }) => name === "CreateMarket");

/** The state of markets: Morpho tells of each in a log. */
export const morphoBlueSeed: FamilySeed = {
  sources: ["Morpho"],
  version: 1,
  untold: {
    // A market without interest notes the time of a change, which no log tells.
    morphoBlueMarket: ({ model }) => (model === "none" ? ["lastUpdate"] : []),
  },
  factsOf: {
    ...{ table: "morphoBlueMarket", by: "id" },
    facts: ({ loanToken, collateralToken, lltvWad, oracle, irm }) => ({
      ...{ loanToken: String(loanToken), collateralToken: String(collateralToken) },
      ...{ lltv: String(lltvWad), oracle: String(oracle), irm: String(irm) },
    }),
  },
  catalogues: (chainId) =>
    loggedCatalogues(deployments, chainId, ({ morpho }) =>
      created === undefined
        ? null
        : {
            ...{ key: morpho, address: [morpho], event: created },
            read: async (_, logs) => logs.map((log) => marketOf(chainId, log)),
          },
    ),
  async state(state, pools, { chainId, number: updatedBlock }) {
    const ask = (functionName: "market" | "rateAtTarget", id: Hex) =>
      encodeFunctionData({ abi: VIEWS, functionName, args: [id] });
    const totals = await state.list(
      pools.map(({ address, id }) => ({ target: address, data: ask("market", id) })),
      6,
    );
    const irms = pools.map(({ facts, id }) => {
      return { target: facts.irm as Address, data: ask("rateAtTarget", id) };
    });
    const rates = await state.list(irms, 1);
    const rows = pools.map(({ id, address: morpho, slug, facts }, at) => {
      const { contracts } = deploymentOn(chainId, morpho);
      const model = modelOf(String(facts.irm), contracts);
      const word = (place: number) => wordOf(totals[at], place) ?? 0n;
      return {
        ...{ chainId, id, slug, morpho, loanToken: facts.loanToken, oracle: facts.oracle },
        ...{ collateralToken: facts.collateralToken, irm: facts.irm, model },
        ...{ lltvWad: BigInt(facts.lltv ?? 0), totalSupplyAssets: word(0) },
        ...{ totalSupplyShares: word(1), totalBorrowAssets: word(2), totalBorrowShares: word(3) },
        ...{ lastUpdate: word(4), feeWad: word(5), updatedBlock },
        rateAtTargetWad: model === "adaptive-curve" ? (wordOf(rates[at]) ?? 0n) : 0n,
      };
    });
    return { rows: { morphoBlueMarket: rows } };
  },
};

function deploymentOn(chainId: number, morpho: Address) {
  return deploymentWith(deployments, chainId, (own) => own.morpho === morpho);
}

function marketOf(chainId: number, { address, args }: SeedLog): SeedPool {
  const { id, marketParams } = args as {
    readonly id: Hex;
    readonly marketParams: {
      readonly loanToken: Address;
      readonly collateralToken: Address;
      readonly oracle: Address;
      readonly irm: Address;
      readonly lltv: bigint;
    };
  };
  const loanToken = lower(marketParams.loanToken);
  const collateralToken = lower(marketParams.collateralToken);
  return {
    ...{ id, address, parent: address, slug: deploymentOn(chainId, address).slug },
    tokens: collateralToken === zeroAddress ? [loanToken] : [loanToken, collateralToken],
    facts: {
      ...{ loanToken, collateralToken, lltv: String(marketParams.lltv) },
      ...{ oracle: lower(marketParams.oracle), irm: lower(marketParams.irm) },
    },
  };
}
