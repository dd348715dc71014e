import { toFunctionSelector } from "viem";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import type { FamilySeed } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { wordOf } from "../../seed/words.ts";
import { catalogues } from "./catalogues.ts";
import { readVaults } from "./reading.ts";
import { discovered, readAt } from "./transitions.ts";
import { vaultOf } from "./vaults.ts";

/** What the live reader tells of a vault again and again. */
const READ_LIVE = [
  ...["assetsTerm", "sharesTerm", "rateRay", "rho", "totalSupply", "depositLimit"],
  ...["depositPaused", "redeemPaused", "usable"],
];

/** A vault that spreads over thirty markets asks each of them, some 30,000 gas. */
const GAS_EACH = 2_000_000n;
const TOTAL_ASSETS = toFunctionSelector("totalAssets()");
/** Words of the longest answer that is used. */
const WORDS = 2;

/**
 * The vaults: listed ones, which matter whatever they hold, and those that factories tell of. Who
 * holds much of one is known from the next deposit on, and what it pays at once with it.
 */
export const erc4626Seed: FamilySeed = {
  sources: ["Erc4626Vault", "MetaMorphoFactory", "EulerVaultFactory", "YearnVaultFactory"],
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
      return [{ config, holder: row.holder, row: { chainId, address, slug, asset, ...row } }];
    });
    const readings = await readVaults(aggregateOf(state), known, BigInt(timestamp));
    const rows = known.map(({ row }, at) => {
      const reading = readings[at];
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

/** Calls views by the lens as a live block's by Multicall3. */
function aggregateOf(state: StateReader): Aggregate {
  return async (calls) => {
    const views = calls.map(({ target, callData }) => ({ target, data: callData }));
    const answers = await state.list(views, WORDS, { gasEach: GAS_EACH });
    return answers.map((answer) => ({ success: answer !== null, returnData: answer ?? "0x" }));
  };
}
