import { type Address, encodeFunctionData } from "viem";
import { BalancerV2Pool } from "../../../abis/BalancerV2Pool.ts";
import type { StateReader } from "../../seed/reader.ts";
import { firstWords, wordOf } from "../../seed/words.ts";
import type { KnownPool } from "./seed-rows.ts";

/** Words of what a pool keeps of a rate: the rate, the one before, its duration and its end. */
const RATE_WORDS = 4;
/** The same of the first version, which does not keep the one before. */
const FIRST_RATE_WORDS = 3;

/** What a pool keeps of a token's rate; zeros where it has none. */
interface KeptRate {
  readonly rate: bigint;
  readonly oldRate: bigint;
  readonly duration: bigint;
  readonly expires: bigint;
  readonly isExempt: boolean;
}

/** Whether a provider is one. */
export function isThere(provider: Address): boolean {
  return BigInt(provider) !== 0n;
}

/** Providers by contract. */
export function providersOf(
  pools: readonly KnownPool[],
  providers: readonly (readonly Address[])[],
): ReadonlyMap<Address, readonly Address[]> {
  return new Map(pools.map(({ contract }, at) => [contract, providers[at] ?? []]));
}

/** What pools keep of rates, by contract, in the order of the registered tokens. */
export async function ratesOf(
  state: StateReader,
  pools: readonly KnownPool[],
  providers: ReadonlyMap<Address, readonly Address[]>,
): Promise<ReadonlyMap<Address, readonly KeptRate[]>> {
  const places = pools.flatMap(({ contract, registered }) =>
    registered.tokens.map((token) => ({ contract, token })),
  );
  const ask = (
    functionName: "getTokenRateCache" | "getPriceRateCache" | "isTokenExemptFromYieldProtocolFee",
  ) =>
    places.map(({ contract: target, token }) => ({
      target,
      data: encodeFunctionData({ abi: BalancerV2Pool, functionName, args: [token] }),
    }));
  const caches = await state.list(ask("getTokenRateCache"), RATE_WORDS);
  const firstCaches = await state.list(ask("getPriceRateCache"), FIRST_RATE_WORDS);
  const exemptions = await state.list(ask("isTokenExemptFromYieldProtocolFee"), 1);
  const contracts = pools.map(({ contract }) => contract);
  const exempt = await firstWords(state, contracts, ["isExemptFromYieldProtocolFee()"]);
  const found = new Map<Address, readonly KeptRate[]>();
  let next = 0;
  for (const [at, { contract, registered, facts }] of pools.entries()) {
    const own = registered.tokens.map((_, i): KeptRate => {
      const place = next + i;
      const word = (index: number): bigint => wordOf(caches[place], index) ?? 0n;
      const first = (index: number): bigint => wordOf(firstCaches[place], index) ?? 0n;
      const isRated = isThere(providers.get(contract)?.[i] ?? "0x0");
      const isExempt = exempt[at]?.[0] ?? wordOf(exemptions[place]) ?? 0n;
      return {
        ...(facts.paysTokens === true
          ? { rate: first(0), oldRate: first(0), duration: first(1), expires: first(2) }
          : { rate: word(0), oldRate: word(1), duration: word(2), expires: word(3) }),
        isExempt: isRated && isExempt === 1n,
      };
    });
    next += registered.tokens.length;
    found.set(contract, own);
  }
  return found;
}

/** The columns of a pool that its rates make. */
export function ratesIn(kept: readonly KeptRate[]) {
  const rates = kept.map(({ rate }) => rate);
  return {
    rates,
    oldRates: kept.map(({ oldRate }) => oldRate),
    // Until a live block reads the provider, it says what the pool was told.
    liveRates: rates,
    rateExpiries: kept.map(({ expires }) => expires),
    rateDurations: kept.map(({ duration }) => duration),
  };
}
