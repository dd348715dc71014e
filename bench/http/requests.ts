/** A token as `/api/v1/tokens` lists it. */
export interface ListedToken {
  readonly address: string;
  readonly decimals: number;
  readonly type: "base" | "defi";
  /** With `includeMetadata=true`. */
  readonly symbol?: string | null;
}

const FROM = "0x00000000000000000000000000000000000a11ce";
/** Most thousandths of a whole token that a request trades. */
const MAX_THOUSANDTHS = 50_000;

/** Query string of a trade. */
export function tradeQuery(
  chainId: number,
  {
    tokenIn,
    tokenOut,
    amountIn,
  }: {
    readonly tokenIn: Pick<ListedToken, "address">;
    readonly tokenOut: Pick<ListedToken, "address">;
    readonly amountIn: bigint;
  },
): string {
  return new URLSearchParams({
    chainId: String(chainId),
    fromAddress: FROM,
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    amountIn: amountIn.toString(),
  }).toString();
}

/**
 * Query strings of distinct (pair, amount) requests on a chain, without end and the same for the
 * same tokens: amounts of 0.001 to 50 whole tokens.
 */
export function* tradeQueries(
  chainId: number,
  tokens: readonly ListedToken[],
): Generator<string, never> {
  const seen = new Set<string>();
  for (let n = 0; ; n++) {
    const tokenIn = tokens[(n * 7) % tokens.length];
    const tokenOut = tokens[(n * 13 + 5 + Math.floor(n / tokens.length)) % tokens.length];
    if (!tokenIn || !tokenOut || tokenIn === tokenOut) continue;
    const thousandths = BigInt(1 + ((n * 7919) % MAX_THOUSANDTHS));
    const amountIn = (thousandths * 10n ** BigInt(tokenIn.decimals)) / 1000n;
    if (amountIn === 0n) continue;
    const query = tradeQuery(chainId, { tokenIn, tokenOut, amountIn });
    if (seen.has(query)) continue;
    seen.add(query);
    yield query;
  }
}

/** The first `count` queries of a source, by turns and without end. */
export function* repeated(
  source: Generator<string, never>,
  count: number,
): Generator<string, never> {
  const queries = Array.from({ length: count }, () => source.next().value);
  for (;;) yield* queries;
}

/** Base tokens of a service, as many as its first page has. */
export async function baseTokens(url: string, chainId: number): Promise<readonly ListedToken[]> {
  const response = await fetch(`${url}/api/v1/tokens?chainId=${chainId}&type=baseToken`);
  const { data } = (await response.json()) as { readonly data: readonly ListedToken[] };
  return data;
}
