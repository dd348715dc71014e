import { recordPool } from "../../catalog/discovery.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { isSame } from "../../catalog/live/same.ts";
import { deployments, fixedOf } from "./contracts.ts";
import { readSkyPsm } from "./reading.ts";
import { skyPsm } from "./schema.ts";

/** Reads the modules: who tops them up or sends them tokens leaves no event of theirs. */
export const skyPsmReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context, chain: { chainId }, block: { number: block }, aggregate }) {
    for (const { slug, chains } of deployments) {
      const contracts = chains[chainId]?.contracts;
      if (contracts === undefined) continue;
      const fixed = fixedOf(contracts);
      const { psm } = fixed;
      const reading = await readSkyPsm(aggregate, contracts);
      if (reading === null) continue;
      const row = await context.db.find(skyPsm, { chainId, psm });
      if (row !== null) {
        if (isSame(row, reading)) continue;
        const change = { ...reading, updatedBlock: block };
        await context.db.update(skyPsm, { chainId, psm }).set(change);
        continue;
      }
      const tokens = [fixed.gem, fixed.dai, fixed.usds];
      const pool = { id: psm, address: psm, family: "sky-psm", slug, tokens, block };
      await recordPool(context, pool);
      const first = { chainId, slug, ...fixed, ...reading, updatedBlock: block };
      await context.db.insert(skyPsm).values(first);
    }
  },
};
