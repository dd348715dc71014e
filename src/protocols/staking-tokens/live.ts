import { recordPool } from "../../catalog/discovery.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { deployments } from "./contracts.ts";
import { readStaking } from "./reading.ts";
import { stakedToken } from "./schema.ts";
import { readAt, stopped } from "./transitions.ts";

/** Reads the tokens: what oracles, settings and validators tell has no event in common. */
export const stakingTokensReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context, chain: { chainId }, block: { number: block, timestamp }, aggregate }) {
    const listed = deployments.flatMap(({ slug, chains }) => {
      const contracts = chains[chainId]?.contracts;
      return contracts === undefined ? [] : [{ slug, contracts }];
    });
    // Asked side by side, they share a call.
    const readings = await Promise.all(
      listed.map(({ contracts }) => readStaking(aggregate, contracts)),
    );
    for (const [at, { slug, contracts }] of listed.entries()) {
      const { token, entry, wrapper } = contracts;
      const row = await context.db.find(stakedToken, { chainId, token });
      const reading = readings[at] ?? stopped(row);
      if (reading === null) continue;
      const facts = readAt(row, reading, timestamp);
      if (facts === null) continue;
      if (row !== null) {
        const change = { ...facts, updatedBlock: block };
        await context.db.update(stakedToken, { chainId, token }).set(change);
        continue;
      }
      await recordPool(context, {
        ...{ id: token, address: token, family: "staking-tokens", slug, tokens: [], block },
      });
      for (const address of wrapper === null ? [token] : [token, wrapper]) {
        await recordToken(context, { address, block });
      }
      const first = { chainId, token, slug, entry, wrapper, ...facts, updatedBlock: block };
      await context.db.insert(stakedToken).values(first);
    }
  },
};
