import type { FamilySeed } from "../../seed/family.ts";
import { addressOf, firstWords } from "../../seed/words.ts";
import { deployments, vaultOf } from "./contracts.ts";
import { discovered } from "./transitions.ts";

/** What the live reader tells of a vault every few seconds. */
const READ_LIVE = [
  ...["assetsTerm", "sharesTerm", "rateRay", "rho", "totalSupply", "depositLimit"],
  ...["depositPaused", "redeemPaused", "usable"],
];

/**
 * The vaults, which are listed. What they are worth is read in the first live block; who holds much
 * of one is known from the next deposit on, and its limit with it.
 */
export const erc4626Seed: FamilySeed = {
  sources: ["Erc4626Vault"],
  version: 1,
  // Who holds most is learnt from deposits, and what a vault pays at once is asked for that
  // account.
  untold: { erc4626Vault: ["holder", "holderShares", "redeemLimit"] },
  readLive: { erc4626Vault: READ_LIVE },
  factsOf: { table: "erc4626Vault", by: "address", facts: () => ({}) },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const listed = (chains[chainId]?.contracts.vaults ?? []).map(({ address }) => address);
      if (listed.length === 0) return [];
      return [
        {
          kind: "fixed",
          key: slug,
          async read(state) {
            const answers = await firstWords(state, listed, ["asset()", "totalSupply()"]);
            return listed.flatMap((address, at) => {
              const [asset, supply] = answers[at] ?? [];
              if (asset === undefined || supply === undefined || supply === 0n) return [];
              const tokens = [addressOf(asset)];
              return [{ id: address, address, parent: address, slug, tokens, facts: {} }];
            });
          },
        },
      ];
    }),
  async state(_, pools, { chainId, number }) {
    const rows = pools.flatMap(({ address, slug, tokens: [asset] }) => {
      const known = vaultOf(chainId, address);
      if (known === null) return [];
      return [{ chainId, address, slug, asset, ...discovered(known.vault, number) }];
    });
    return {
      rows: { erc4626Vault: rows },
      tokens: pools.map(({ address }) => ({ address })),
    };
  },
};
