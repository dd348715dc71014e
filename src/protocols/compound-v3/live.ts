import { recordPool } from "../../catalog/discovery.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { isSame } from "../../catalog/live/same.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { deployments } from "./contracts.ts";
import { readCollaterals, readMarkets } from "./reading.ts";
import { compoundV3Market } from "./schema.ts";
import { factsOf } from "./transitions.ts";

/**
 * Reads the markets: their events tell amounts, of which principal cannot be told exactly, and
 * their rates change with their code.
 */
export const compoundV3Reader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context, chain: { chainId }, block: { number: block }, aggregate }) {
    for (const { slug, chains } of deployments) {
      const contracts = chains[chainId]?.contracts;
      if (contracts === undefined) continue;
      const { rewards, markets } = contracts;
      const readings = await readMarkets(aggregate, contracts);
      for (const [at, listing] of markets.entries()) {
        const { comet, base } = listing;
        const reading = readings[at] ?? null;
        if (reading === null) continue;
        const facts = factsOf(reading);
        const row = await context.db.find(compoundV3Market, { chainId, comet });
        const isListed = row?.collaterals.length === reading.collateralCount;
        if (row !== null && isListed && isSame(row, facts)) continue;
        const collaterals = isListed
          ? row.collaterals
          : await readCollaterals(aggregate, listing, reading.collateralCount);
        if (collaterals === null) continue;
        const change = { ...facts, collaterals: [...collaterals], updatedBlock: block };
        if (!isListed) {
          for (const address of collaterals) await recordToken(context, { address, block });
        }
        if (row !== null) {
          await context.db.update(compoundV3Market, { chainId, comet }).set(change);
          continue;
        }
        const pool = { id: comet, address: comet, family: "compound-v3", slug, tokens: [base] };
        await recordPool(context, { ...pool, block });
        await recordToken(context, { address: comet, block });
        await context.db
          .insert(compoundV3Market)
          .values({ chainId, comet, slug, base, rewards, ...change });
      }
    }
  },
};
