import { createDraws } from "../routing/random.ts";
import { type ListedToken, tradeQuery } from "./requests.ts";

/** A token with what a unit of it is worth. */
export interface PricedToken extends ListedToken {
  /** US dollars of a whole one. */
  readonly usd: number;
}

/** What users trade, with the part of their requests that one end of is of that kind. */
type Kind = "major" | "share" | "tail";

const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const MAJORS = /^(ETH|WETH|WBTC|cbBTC|tBTC|USDC|USDT|DAI|FRAX|LUSD|GHO|PYUSD|USDe|USDP|GUSD)$/;
const SHARES = /^(cbETH|weETH|wstETH|stETH|rETH|sDAI|yv|aEth|sp[A-Z]|steak)/;
/** Of requests; the other end of a share or of the long tail is a major. */
const PARTS: readonly (readonly [Kind, number])[] = [
  ["major", 0.7],
  ["share", 0.15],
  ["tail", 0.15],
];
const [LEAST_USD, MOST_USD] = [10, 1_000_000];
/** Asked at a time for prices. */
const AT_ONCE = 4;

/**
 * Query strings of what users send, without end, none twice and the same for the same tokens and
 * prices: majors and stablecoins, liquid staking tokens and shares, the long tail, of $10 to $1M,
 * each order of magnitude as often.
 *
 * @param url Of a service, which is asked for what tokens are worth.
 * @throws Error when the service does not list enough of a kind.
 */
export async function userQueries(url: string, chainId: number): Promise<Generator<string, never>> {
  return queriesAmong(chainId, await pricedTokens(url, chainId));
}

/** Tokens that the mix has, with what a service says they are worth. */
export async function pricedTokens(url: string, chainId: number): Promise<readonly PricedToken[]> {
  const listed = await readTokens(url, chainId);
  const priced: PricedToken[] = [];
  for (let from = 0; from < listed.length; from += AT_ONCE) {
    const some = listed.slice(from, from + AT_ONCE);
    const prices = await Promise.all(some.map((token) => usdOf(url, chainId, token)));
    for (const [i, token] of some.entries()) {
      const usd = prices[i] ?? null;
      if (usd !== null) priced.push({ ...token, usd });
    }
  }
  return priced;
}

/** What a user trades. */
export interface UserTrade {
  readonly tokenIn: PricedToken;
  readonly tokenOut: PricedToken;
  /** At least 1. */
  readonly amountIn: bigint;
}

/** Query strings of what users trade among tokens, without end and none twice. */
export function* queriesAmong(
  chainId: number,
  priced: readonly PricedToken[],
): Generator<string, never> {
  const trades = userTrades(priced);
  const seen = new Set<string>();
  for (;;) {
    const query = tradeQuery(chainId, trades.next().value);
    if (seen.has(query)) continue;
    seen.add(query);
    yield query;
  }
}

/**
 * What users trade, without end and the same for the same tokens and prices.
 *
 * @throws Error when there is not enough of a kind.
 */
export function* userTrades(priced: readonly PricedToken[]): Generator<UserTrade, never> {
  const byKind = new Map(
    PARTS.map(([kind]) => [kind, priced.filter((one) => kindOf(one) === kind)]),
  );
  for (const [kind, { length }] of byKind) {
    if (length < 2)
      throw new Error(`${length} tokens of the kind ${kind} have prices; a mix needs 2.`);
  }
  const draws = createDraws(1);
  const token = (kind: Kind) => draws.pick((byKind.get(kind) ?? []).map((one) => [one, 1]));
  for (;;) {
    const ends = [token(draws.pick(PARTS)), token("major")];
    const [tokenIn, tokenOut] = draws.next() < 0.5 ? ends : ends.toReversed();
    const usd = draws.logUniform(LEAST_USD, MOST_USD);
    if (tokenIn && tokenOut) yield* tradeOf({ tokenIn, tokenOut, usd });
  }
}

/** A trade of so many dollars; none where its tokens are one, or no unit is worth so little. */
export function tradeOf({
  tokenIn,
  tokenOut,
  usd,
}: Omit<UserTrade, "amountIn"> & { readonly usd: number }): readonly UserTrade[] {
  const millionths = BigInt(Math.floor((usd / tokenIn.usd) * 1e6));
  const amountIn = (millionths * 10n ** BigInt(tokenIn.decimals)) / 1_000_000n;
  if (amountIn === 0n || tokenIn.address === tokenOut.address) return [];
  return [{ tokenIn, tokenOut, amountIn }];
}

/** Of a token by its symbol; null: nothing that the mix has. */
function kindOf({ symbol, type }: ListedToken): Kind | null {
  if (MAJORS.test(symbol ?? "")) return "major";
  if (SHARES.test(symbol ?? "")) return "share";
  return type === "base" ? "tail" : null;
}

async function readTokens(url: string, chainId: number): Promise<readonly ListedToken[]> {
  const found: ListedToken[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const query = `chainId=${chainId}&includeMetadata=true&page=${page}`;
    const response = await fetch(`${url}/api/v1/tokens?${query}`);
    const body = (await response.json()) as {
      readonly data: readonly ListedToken[];
      readonly meta: { readonly lastPage: number };
    };
    found.push(...body.data.filter((token) => kindOf(token) !== null));
    last = body.meta.lastPage;
  }
  return found;
}

/** By what a hundredth of one buys; null where nothing is known. */
async function usdOf(
  url: string,
  chainId: number,
  { address, decimals }: ListedToken,
): Promise<number | null> {
  if (address === USDC) return 1;
  const part = decimals >= 2 ? 100n : 1n;
  const amountIn = 10n ** BigInt(decimals) / part;
  const query = tradeQuery(chainId, {
    tokenIn: { address },
    tokenOut: { address: USDC },
    amountIn,
  });
  const response = await fetch(`${url}/api/v1/shortcuts/quote?${query}`);
  if (!response.ok) return null;
  const { amountOut } = (await response.json()) as { readonly amountOut: string };
  return (Number(amountOut) / 1e6) * Number(part);
}
