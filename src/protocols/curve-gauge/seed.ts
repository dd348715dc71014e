import type { Address } from "viem";
import { BalancerGaugeFactory, CurveChildGaugeFactory } from "../../../abis/CurveGauge.ts";
import type { Catalogue, FamilySeed, SeedPool } from "../../seed/family.ts";
import { addressOf, firstWords } from "../../seed/words.ts";
import { type CurveGaugeContracts, deployments, type GaugeKind } from "./contracts.ts";
import { created } from "./transitions.ts";

const [deployedGauge] = CurveChildGaugeFactory;
const [gaugeCreated] = BalancerGaugeFactory;

/**
 * The state of gauges: listed ones, of which one that was never used has no row, and those that
 * factories tell of. What they pay is read in the first live block.
 */
export const curveGaugeSeed: FamilySeed = {
  sources: ["CurveGauge", "CurveChildGaugeFactory", "BalancerGaugeFactory"],
  version: 1,
  readLive: { curveGauge: ["rewardTokens", "rewardRates", "rewardEnds"] },
  factsOf: {
    ...{ table: "curveGauge", by: "address" },
    facts: ({ kind }) => ({ kind: String(kind) }),
  },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }): readonly Catalogue[] => {
      const found = chains[chainId];
      if (found === undefined) return [];
      const { contracts, startBlock } = found;
      return [
        ...listed(slug, contracts),
        ...made(slug, contracts).map((one) => ({ ...one, fromBlock: startBlock ?? 0 })),
      ];
    }),
  async state(state, pools, { chainId, number }) {
    const supplies = await firstWords(
      state,
      pools.map(({ address }) => address),
      ["totalSupply()"],
    );
    const rows = pools.flatMap(({ address, slug, tokens: [lpToken], facts: { kind } }, at) => {
      const supply = supplies[at]?.[0];
      if (supply === undefined) return [];
      return [{ chainId, address, slug, lpToken, kind, ...created(number), supply }];
    });
    const shares = pools.filter(({ facts: { kind } }) => kind !== "position");
    return { rows: { curveGauge: rows }, tokens: shares.map(({ address }) => ({ address })) };
  },
};

function poolOf(
  slug: string,
  { gauge, lpToken, kind }: { gauge: Address; lpToken: Address; kind: GaugeKind },
  parent: Address,
): SeedPool {
  return { id: gauge, address: gauge, parent, slug, tokens: [lpToken], facts: { kind } };
}

function listed(slug: string, { gauges }: CurveGaugeContracts): readonly Catalogue[] {
  if (gauges.length === 0) return [];
  return [
    {
      kind: "fixed",
      key: slug,
      async read(state) {
        const supplies = await firstWords(
          state,
          gauges.map(({ gauge }) => gauge),
          ["totalSupply()"],
        );
        return gauges.flatMap((one, at) =>
          (supplies[at]?.[0] ?? 0n) === 0n ? [] : [poolOf(slug, one, one.gauge)],
        );
      },
    },
  ];
}

type Made = Omit<Catalogue & { readonly kind: "logged" }, "fromBlock">;

function made(slug: string, { childFactories, factories }: CurveGaugeContracts): readonly Made[] {
  const children: Made = {
    ...{ kind: "logged", key: `${slug} children`, address: childFactories, event: deployedGauge },
    read: async (_, logs) =>
      logs.map(({ address, args }) => {
        const { _gauge, _lp_token } = args as { _gauge: Address; _lp_token: Address };
        return poolOf(slug, { gauge: _gauge, lpToken: _lp_token, kind: "token" }, address);
      }),
  };
  const forks: Made = {
    ...{ kind: "logged", key: `${slug} forks`, address: factories, event: gaugeCreated },
    async read(state, logs) {
      const gauges = logs.map(({ args }) => args.gauge as Address);
      const tokens = await firstWords(state, gauges, ["lp_token()"]);
      return logs.flatMap(({ address }, at) => {
        const [gauge, token] = [gauges[at], tokens[at]?.[0]];
        if (gauge === undefined || token === undefined) return [];
        return [poolOf(slug, { gauge, lpToken: addressOf(token), kind: "token" }, address)];
      });
    },
  };
  return [
    ...(childFactories.length === 0 ? [] : [children]),
    ...(factories.length === 0 ? [] : [forks]),
  ];
}
