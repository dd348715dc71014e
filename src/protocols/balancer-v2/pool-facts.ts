import type { Address } from "viem";
import { BalancerV2GyroPool } from "../../../abis/BalancerV2GyroPool.ts";
import { BalancerV2Pool } from "../../../abis/BalancerV2Pool.ts";
import type { CatalogContext } from "../../catalog/discovery.ts";
import { readMetadata } from "../../catalog/metadata.ts";
import { nodeErrorOf } from "../../lib/node-error.ts";
import { isSound } from "./eclp-sound.ts";
import { ellipseNumbers, ellipseOf } from "./ellipse.ts";
import type { Maker } from "./makers.ts";
import { type GyroPool, isGyroKind } from "./state.ts";

/** What a pool's contract and factory state of it, which never changes. */
export interface PoolFacts extends Omit<Maker, "asksRates"> {
  /** With 36 decimals less the token's. */
  readonly scalingFactors: readonly bigint[];
  readonly weights: readonly bigint[];
  /** Numbers of an E-CLP or a 2-CLP. */
  readonly shape: readonly bigint[];
  /** By registered token; the zero address where there is none. */
  readonly rateProviders: readonly Address[];
  /** By registered token. */
  readonly yieldExempt: readonly boolean[];
}

/** No pool has a token with more. */
const MOST_DECIMALS = 18;

/**
 * Asks a pool, and its registered tokens, what never changes; null where a token does not say what
 * the pool counts with, or where an E-CLP is on no ellipse.
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
  if (isGyroKind(kind)) return gyroFacts(client, { address, kind, tokens });
  const pool = { abi: BalancerV2Pool, address, cache: "immutable" } as const;
  const rateProviders = asksRates
    ? await client.readContract({ ...pool, functionName: "getRateProviders" })
    : [];
  const isRated = kind === "stable" && rateProviders.some((one) => BigInt(one) !== 0n);
  // Factors of a pool with rates have those in them; few of 2021 have a view of them.
  const scalingFactors =
    isRated || paysTokens || kind === "bootstrapping"
      ? await factorsByDecimals(client, tokens)
      : await client.readContract({ ...pool, functionName: "getScalingFactors" });
  if (scalingFactors === null) return null;
  return {
    ...{ kind, paysTokens, rateProviders, scalingFactors, shape: [] },
    yieldExempt:
      isRated && !paysTokens ? await exemptionsOf(client, address, rateProviders, tokens) : [],
    weights:
      kind !== "weighted"
        ? []
        : await client.readContract({ ...pool, functionName: "getNormalizedWeights" }),
  };
}

/** What a pool of Gyroscope's states; the first have no rate providers. */
async function gyroFacts(
  client: CatalogContext["client"],
  {
    address,
    kind,
    tokens,
  }: {
    readonly address: Address;
    readonly kind: GyroPool["kind"];
    readonly tokens: readonly Address[];
  },
): Promise<PoolFacts | null> {
  const pool = { abi: BalancerV2GyroPool, address, cache: "immutable" } as const;
  const shape = await orNone(async () =>
    kind === "eclp"
      ? ellipseNumbers(await client.readContract({ ...pool, functionName: "getECLPParams" }))
      : client.readContract({ ...pool, functionName: "getSqrtParameters" }),
  );
  const scalingFactors = await factorsByDecimals(client, tokens);
  if (shape === null || scalingFactors === null) return null;
  if (kind === "eclp" && !isSound(ellipseOf(shape))) return null;
  const rateProviders = await orNone(() =>
    Promise.all([
      client.readContract({ ...pool, functionName: "rateProvider0" }),
      client.readContract({ ...pool, functionName: "rateProvider1" }),
    ]),
  );
  const plain = { paysTokens: false, weights: [], yieldExempt: [] };
  return { kind, ...plain, rateProviders: rateProviders ?? [], scalingFactors, shape };
}

/** What a view answers; null where the contract does not have it. */
async function orNone<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (nodeErrorOf(error) === null) throw error;
    return null;
  }
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
  const ofAll = await orNone(() =>
    client.readContract({ ...pool, functionName: "isExemptFromYieldProtocolFee" }),
  );
  if (ofAll !== null) return tokens.map((_, i) => ofAll && hasProvider(i));
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
