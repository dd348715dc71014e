import { recordPool } from "../../catalog/discovery.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { NATIVE } from "../../lib/address.ts";
import { deployments } from "./contracts.ts";
import { FORKS } from "./forks.ts";
import { ticksOf } from "./interest.ts";
import { readMarkets } from "./reading.ts";
import { compoundV2Market } from "./schema.ts";
import { readAt } from "./transitions.ts";

/**
 * Reads the markets that the comptrollers list: rates follow from models with parameters of their
 * own, and cash, caps and pauses change without an event of the market.
 */
export const compoundV2Reader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context, chain, block: { number: block }, aggregate }) {
    const { chainId } = chain;
    for (const { slug, chains } of deployments) {
      const contracts = chains[chainId]?.contracts;
      if (contracts === undefined) continue;
      const { comptroller, fork, unwrapping } = contracts;
      for (const [cToken, reading] of await readMarkets(aggregate, contracts)) {
        const row = await context.db.find(compoundV2Market, { chainId, cToken });
        const facts = readAt(row, reading);
        if (facts === null) continue;
        const change = {
          ...facts,
          rewardTokens: [...facts.rewardTokens],
          updatedBlock: block,
        };
        for (const address of facts.rewardTokens) {
          if (row?.rewardTokens.includes(address) || address === NATIVE) continue;
          await recordToken(context, { address, block });
        }
        if (row !== null) {
          await context.db.update(compoundV2Market, { chainId, cToken }).set(change);
          continue;
        }
        const { asset } = reading;
        const tokens = asset === NATIVE ? [] : [asset];
        const pool = { id: cToken, address: cToken, family: "compound-v2", slug, tokens };
        await recordPool(context, { ...pool, block });
        await recordToken(context, { address: cToken, block });
        const ticksPerYear = ticksOf(FORKS[fork].clock, chain.blockTimeSeconds);
        const paidIn = unwrapping.includes(cToken) ? NATIVE : asset;
        await context.db
          .insert(compoundV2Market)
          .values({ chainId, cToken, slug, comptroller, asset, paidIn, ticksPerYear, ...change });
      }
    }
  },
};
