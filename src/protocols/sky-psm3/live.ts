import { recordPool } from "../../catalog/discovery.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { isSame } from "../../catalog/live/same.ts";
import { deployments } from "./contracts.ts";
import { readSkyPsm3 } from "./reading.ts";
import { skyPsm3 } from "./schema.ts";

/** Reads the modules: who sends them tokens, or tells their oracle of a rate, leaves no event. */
export const skyPsm3Reader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context, chain: { chainId }, block: { number: block }, aggregate }) {
    for (const { slug, chains } of deployments) {
      const contracts = chains[chainId]?.contracts;
      if (contracts === undefined) continue;
      const { oracle: _, ...fixed } = contracts;
      const { psm, usdc, usds, susds } = fixed;
      const reading = await readSkyPsm3(aggregate, contracts);
      if (reading === null) continue;
      const row = await context.db.find(skyPsm3, { chainId, psm });
      if (row !== null) {
        if (isSame(row, reading)) continue;
        const change = { ...reading, updatedBlock: block };
        await context.db.update(skyPsm3, { chainId, psm }).set(change);
        continue;
      }
      const tokens = [usdc, usds, susds];
      const pool = { id: psm, address: psm, family: "sky-psm3", slug, tokens, block };
      await recordPool(context, pool);
      const first = { chainId, slug, ...fixed, ...reading, updatedBlock: block };
      await context.db.insert(skyPsm3).values(first);
    }
  },
};
