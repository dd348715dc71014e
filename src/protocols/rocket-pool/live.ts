import { recordPool } from "../../catalog/discovery.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { deployments } from "./contracts.ts";
import { readRocketPool } from "./reading.ts";
import { rocketPool } from "./schema.ts";
import { readAt } from "./transitions.ts";

/** Reads Rocket Pool: its settings and its queue change without events. */
export const rocketPoolReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context, chain: { chainId }, block: { number: block }, aggregate }) {
    for (const { slug, chains } of deployments) {
      const contracts = chains[chainId]?.contracts;
      if (contracts === undefined) continue;
      const { rEth } = contracts;
      const reading = await readRocketPool(aggregate, contracts);
      if (reading === null) continue;
      const row = await context.db.find(rocketPool, { chainId, rEth });
      const facts = readAt(row, reading);
      if (facts === null) continue;
      if (row !== null) {
        const change = { ...facts, updatedBlock: block };
        await context.db.update(rocketPool, { chainId, rEth }).set(change);
        continue;
      }
      await recordPool(context, {
        ...{ id: rEth, address: rEth, family: "rocket-pool", slug, tokens: [], block },
      });
      await recordToken(context, { address: rEth, block });
      const first = { chainId, rEth, slug, ...facts, updatedBlock: block };
      await context.db.insert(rocketPool).values(first);
    }
  },
};
