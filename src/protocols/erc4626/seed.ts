import { toFunctionSelector } from "viem";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import type { FamilySeed } from "../../seed/family.ts";
import { wordOf } from "../../seed/words.ts";
import { catalogues } from "./catalogues.ts";
import { aggregateOf } from "./lens-aggregate.ts";
import { isNamed, NAMED_GAS } from "./open.ts";
import type { VaultQuery } from "./questions.ts";
import { readVaults, type VaultReading } from "./reading.ts";
import { discovered, readAt } from "./transitions.ts";
import { vaultOf } from "./vaults.ts";

/** What the live reader tells of a vault again and again. */
const READ_LIVE = [
  ...["assetsTerm", "sharesTerm", "rateRay", "rho", "totalSupply", "depositLimit"],
  ...["depositPaused", "redeemPaused", "usable"],
];

/** A vault that spreads over thirty markets asks each of them, some 30,000 gas. */
const GAS_EACH = 2_000_000n;
const FACTORIES = [
  ...["MetaMorphoFactory", "MorphoVaultV2Factory", "EulerVaultFactory", "YearnVaultFactory"],
];
const TOTAL_ASSETS = toFunctionSelector("totalAssets()");

/**
 * The vaults: listed ones, which matter whatever they hold, and those that factories tell of. Who
 * holds much of one is known from the next deposit on, and what it pays at once with it.
 */
export const erc4626Seed: FamilySeed = {
  sources: ["Erc4626Vault", ...FACTORIES],
  version: 2,
  // Who holds most is learnt from deposits, and what a vault pays at once is asked for that
  // account.
  untold: { erc4626Vault: ["holder", "holderShares", "redeemLimit"] },
  readLive: { erc4626Vault: READ_LIVE },
  factsOf: { table: "erc4626Vault", by: "address", facts: () => ({}) },
  catalogues,
  mattersAnyhow: ({ parent, address }) => parent === address,
  async holdings(state, pools) {
    const answers = await state.list(
      pools.map(({ address }) => ({ target: address, data: TOTAL_ASSETS })),
      1,
      { gasEach: GAS_EACH },
    );
    return answers.map((answer) => {
      const assets = wordOf(answer);
      return assets === undefined ? null : [assets];
    });
  },
  async state(state, pools, { chainId, number, timestamp }) {
    const known = pools.flatMap(({ address, slug, tokens: [asset] }) => {
      const config = vaultOf(chainId, { slug, address });
      if (config === null || asset === undefined) return [];
      const row = discovered(config, number);
      return [
        { config, asset, holder: row.holder, row: { chainId, address, slug, asset, ...row } },
      ];
    });
    const [named, others] = [
      known.filter(({ row }) => isNamed(row)),
      known.filter(({ row }) => !isNamed(row)),
    ];
    const readings = new Map<VaultQuery, VaultReading>([
      ...(await readBy(aggregateOf(state, GAS_EACH), others, BigInt(timestamp))),
      ...(await readBy(aggregateOf(state, NAMED_GAS), named, BigInt(timestamp))),
    ]);
    const rows = known.map((query) => {
      const { row } = query;
      const reading = readings.get(query);
      return reading === undefined
        ? row
        : { ...row, ...readAt(row, reading, { number, timestamp }) };
    });
    return {
      rows: { erc4626Vault: rows },
      tokens: pools.map(({ address }) => ({ address })),
    };
  },
};

async function readBy<Q extends VaultQuery>(
  aggregate: Aggregate,
  queries: readonly Q[],
  timestamp: bigint,
): Promise<readonly (readonly [Q, VaultReading])[]> {
  const readings = await readVaults(aggregate, queries, timestamp);
  return queries.flatMap((query, at) => {
    const reading = readings[at];
    return reading === undefined ? [] : [[query, reading] as const];
  });
}
