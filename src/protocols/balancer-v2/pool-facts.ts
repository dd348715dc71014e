import type { Address } from "viem";
import { BalancerV2Pool } from "../../../abis/BalancerV2Pool.ts";
import type { CatalogContext } from "../../catalog/discovery.ts";
import { readMetadata } from "../../catalog/metadata.ts";
import { nodeErrorOf } from "../../lib/node-error.ts";
import type { Maker } from "./contracts.ts";

/** What a pool's contract and factory state of it, which never changes. */
export interface PoolFacts extends Omit<Maker, "asksRates"> {
  /** With 36 decimals less the token's. */
  readonly scalingFactors: readonly bigint[];
  readonly weights: readonly bigint[];
  /** By registered token; the zero address where there is none. */
  readonly rateProviders: readonly Address[];
  /** By registered token. */
  readonly yieldExempt: readonly boolean[];
}

/** No pool has a token with more. */
const MOST_DECIMALS = 18;

/**
 * Asks a pool, and its registered tokens, what never changes; null where a token does not say what
 * the pool counts with.
 */
export async function factsOf(
  client: CatalogContext["client"],
  {
    address,
    kind,
    paysTokens,
    asksRates,
    tokens,
  }: Maker & { readonly address: Address; readonly tokens: readonly Address[] },
): Promise<PoolFacts | null> {
  const pool = { abi: BalancerV2Pool, address, cache: "immutable" } as const;
  const rateProviders = asksRates
    ? await client.readContract({ ...pool, functionName: "getRateProviders" })
    : [];
  const isRated = kind === "stable" && rateProviders.some((one) => BigInt(one) !== 0n);
  // Factors of a pool with rates have those in them; few of the first version have a view of them.
  const scalingFactors =
    isRated || paysTokens
      ? await factorsByDecimals(client, tokens)
      : await client.readContract({ ...pool, functionName: "getScalingFactors" });
  if (scalingFactors === null) return null;
  return {
    ...{ kind, paysTokens, rateProviders, scalingFactors },
    yieldExempt:
      isRated && !paysTokens ? await exemptionsOf(client, address, rateProviders, tokens) : [],
    weights:
      kind === "stable"
        ? []
        : await client.readContract({ ...pool, functionName: "getNormalizedWeights" }),
  };
}

/**
 * Factors of 18 decimals, by what the tokens say of theirs; null where one says nothing that a pool
 * could have been made with. Its code may be anybody's.
 */
async function factorsByDecimals(
  client: CatalogContext["client"],
  tokens: readonly Address[],
): Promise<readonly bigint[] | null> {
  const told = await readMetadata(async (data) => {
    const { data: answers } = await client.call({ data, cache: "immutable" });
    return answers;
  }, tokens);
  const places = told.flatMap(({ decimals }) =>
    decimals === null || decimals > MOST_DECIMALS ? [] : [decimals],
  );
  if (places.length < tokens.length) return null;
  return places.map((decimals) => 10n ** BigInt(2 * MOST_DECIMALS - decimals));
}

/**
 * By registered token whether the protocol takes no part of its yield: up to version 4 each token
 * says, from 5 on the pool does for all.
 */
async function exemptionsOf(
  client: CatalogContext["client"],
  address: Address,
  providers: readonly Address[],
  tokens: readonly Address[],
): Promise<readonly boolean[]> {
  const pool = { abi: BalancerV2Pool, address, cache: "immutable" } as const;
  const hasProvider = (i: number) => BigInt(providers[i] ?? "0x0") !== 0n;
  try {
    const isExempt = await client.readContract({
      ...pool,
      functionName: "isExemptFromYieldProtocolFee",
    });
    return tokens.map((_, i) => isExempt && hasProvider(i));
  } catch (error) {
    if (nodeErrorOf(error) === null) throw error;
    return Promise.all(
      tokens.map((token, i) =>
        hasProvider(i)
          ? client.readContract({
              ...pool,
              functionName: "isTokenExemptFromYieldProtocolFee",
              args: [token],
            })
          : false,
      ),
    );
  }
}
