import { and, eq, ne } from "drizzle-orm";
import { encodeFunctionData, hexToBigInt, size } from "viem";
import { BalancerV2RateProvider } from "../../../abis/BalancerV2Pool.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { balancerV2Pool } from "./schema.ts";

const GET_RATE = encodeFunctionData({ abi: BalancerV2RateProvider, functionName: "getRate" });
/** As many bits as a pool keeps a rate in. */
const MAX_RATE = (1n << 96n) - 1n;

/**
 * Reads what rate providers say: a pool asks them again once it has kept a rate for long enough,
 * and no event tells before.
 */
export const balancerV2Reader: LiveReader = {
  secondsBetween: 2,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain: { chainId }, block, aggregate }) {
    const rows = await db.sql
      .select({
        address: balancerV2Pool.address,
        providers: balancerV2Pool.rateProviders,
        liveRates: balancerV2Pool.liveRates,
      })
      .from(balancerV2Pool)
      .where(and(eq(balancerV2Pool.chainId, chainId), ne(balancerV2Pool.rateProviders, [])));
    const providers = [...new Set(rows.flatMap((row) => row.providers))].filter(
      (provider) => BigInt(provider) !== 0n,
    );
    const answers = await aggregate(
      providers.map((target) => ({ target, allowFailure: true, callData: GET_RATE })),
    );
    const said = new Map<string, bigint>();
    for (const [i, provider] of providers.entries()) {
      const answer = answers[i];
      if (answer?.success !== true || size(answer.returnData) !== 32) continue;
      const rate = hexToBigInt(answer.returnData);
      if (rate > 0n && rate <= MAX_RATE) said.set(provider, rate);
    }
    for (const { address, providers, liveRates } of rows) {
      // What fails says nothing: the last rate stays.
      const read = providers.map((provider, i) => said.get(provider) ?? liveRates[i] ?? 0n);
      if (read.every((rate, i) => rate === liveRates[i])) continue;
      const changed = { liveRates: read, updatedBlock: block.number };
      await db.update(balancerV2Pool, { chainId, address }).set(changed);
    }
  },
};
