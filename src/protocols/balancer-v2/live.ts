import { and, eq, gte, ne, or } from "drizzle-orm";
import { encodeFunctionData, type Hex, hexToBigInt, size, slice } from "viem";
import { BalancerV2Pool, BalancerV2RateProvider } from "../../../abis/BalancerV2Pool.ts";
import { blocksBetween, type LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { type BalancerV2Row, balancerV2Pool } from "./schema.ts";
import { usableRate } from "./token-rate.ts";

const GET_RATE = encodeFunctionData({ abi: BalancerV2RateProvider, functionName: "getRate" });

const GET_RATE_PRODUCT = viewOfPool("getATHRateProduct");
const GET_INVARIANT = viewOfPool("getLastPostJoinExitInvariant");
const GET_JOIN_EXIT = viewOfPool("getLastJoinExitData");

/** Bytes of a slot. */
const WORD = 32;
const SECONDS_BETWEEN = 2;

/**
 * Reads what rate providers say, and what the joins and exits of weighted pools made of it. Stable
 * pools ask providers again once they have kept a rate for long enough, weighted ones at every join
 * and exit, those of Gyroscope at every swap as well, and no event tells before. Of stable pools
 * that changed, the invariant of the last join or exit is read too: events have rounded amounts,
 * and those of an exit for a token may fit one for shares that left another invariant.
 */
export const balancerV2Reader: LiveReader = {
  secondsBetween: SECONDS_BETWEEN,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain, block, aggregate }) {
    const { chainId } = chain;
    const since = block.number - blocksBetween({ secondsBetween: SECONDS_BETWEEN }, chain) + 1;
    const { rateProviders, updatedBlock } = balancerV2Pool;
    const hasChanged = and(
      ...[eq(balancerV2Pool.kind, "stable"), eq(balancerV2Pool.paysTokens, false)],
      gte(updatedBlock, since),
    );
    const rows = await db.sql
      .select({
        address: balancerV2Pool.address,
        kind: balancerV2Pool.kind,
        paysTokens: balancerV2Pool.paysTokens,
        providers: rateProviders,
        updatedBlock,
        liveRates: balancerV2Pool.liveRates,
        athRateProduct: balancerV2Pool.athRateProduct,
        lastInvariant: balancerV2Pool.lastInvariant,
      })
      .from(balancerV2Pool)
      .where(and(eq(balancerV2Pool.chainId, chainId), or(ne(rateProviders, []), hasChanged)));
    const providers = [...new Set(rows.flatMap((row) => row.providers))].filter(
      (provider) => BigInt(provider) !== 0n,
    );
    const weighted = rows.filter(({ kind }) => kind === "weighted");
    const changed = rows.filter(
      (row) => row.kind === "stable" && !row.paysTokens && row.updatedBlock >= since,
    );
    const calls = [
      ...providers.map((target) => ({ target, callData: GET_RATE })),
      ...weighted.map(({ address: target }) => ({ target, callData: GET_RATE_PRODUCT })),
      ...weighted.map(({ address: target }) => ({ target, callData: GET_INVARIANT })),
      ...changed.map(({ address: target }) => ({ target, callData: GET_JOIN_EXIT })),
    ];
    const numbers = providers.length + 2 * weighted.length;
    const answers = (await aggregate(calls.map((call) => ({ ...call, allowFailure: true })))).map(
      ({ success, returnData }, i) =>
        success ? lastWord(returnData, { of: i < numbers ? 1 : 2 }) : null,
    );
    const left = new Map(changed.map((row, i) => [row, answers[numbers + i]]));
    const said = new Map(providers.map((provider, i) => [provider, answers[i]]));
    for (const row of rows) {
      const { address, kind, paysTokens, providers: own } = row;
      // A stable pool goes on with the last rate, a weighted one takes no join without one, one of
      // Gyroscope's nothing.
      const silent = (i: number) => (kind === "stable" ? (row.liveRates[i] ?? 0n) : 0n);
      const at = providers.length + weighted.indexOf(row);
      const keeper = paysTokens ? "first" : "later";
      const read = {
        liveRates: own.map((one, i) => usableRate(said.get(one), keeper) || silent(i)),
        ...(kind === "weighted" && {
          athRateProduct: answers[at] ?? row.athRateProduct,
          lastInvariant: answers[at + weighted.length] ?? row.lastInvariant,
        }),
        ...(left.has(row) && { lastInvariant: left.get(row) ?? row.lastInvariant }),
      };
      if (isSame(row, read)) continue;
      await db
        .update(balancerV2Pool, { chainId, address })
        .set({ ...read, updatedBlock: block.number });
    }
  },
};

/** The last of so many words; null where there are more or fewer. */
function lastWord(data: Hex, { of }: { readonly of: number }): bigint | null {
  return size(data) === of * WORD ? hexToBigInt(slice(data, -WORD)) : null;
}

type Read = Pick<BalancerV2Row, "liveRates"> &
  Partial<Pick<BalancerV2Row, "athRateProduct" | "lastInvariant">>;

function isSame(row: Required<Read>, read: Read): boolean {
  const { athRateProduct = row.athRateProduct, lastInvariant = row.lastInvariant } = read;
  return (
    read.liveRates.every((rate, i) => rate === row.liveRates[i]) &&
    athRateProduct === row.athRateProduct &&
    lastInvariant === row.lastInvariant
  );
}

function viewOfPool(
  functionName: "getATHRateProduct" | "getLastPostJoinExitInvariant" | "getLastJoinExitData",
): Hex {
  return encodeFunctionData({ abi: BalancerV2Pool, functionName });
}
