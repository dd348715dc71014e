import type { Address } from "viem";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { type PricedToken, userTrades } from "../http/user-requests.ts";
import { createDraws } from "../routing/random.ts";

interface Trade {
  readonly tokenIn: PricedToken;
  readonly tokenOut: PricedToken;
  readonly amountIn: bigint;
}

type Mix = (snapshot: Snapshot, tokens: readonly PricedToken[]) => Iterator<Trade, unknown>;

/** What may be asked, without an end, by the name that it is asked for by. */
export const MIXES: Readonly<Record<string, Mix>> = {
  /** What users ask. */
  users: (_, tokens) => userTrades(tokens),
  shares: shareTrades,
  deep: deepTrades,
};

/** Trades between majors and the shares of pools, $10 to $1M. */
function* shareTrades(snapshot: Snapshot, tokens: readonly PricedToken[]): Generator<Trade> {
  const isShare = ({ address }: PricedToken): boolean => {
    const issued = snapshot.defiTokens.get(address as Address);
    return (issued?.protocol.liquidity?.share(issued.state) ?? null) !== null;
  };
  const shares = tokens.filter(isShare);
  const majors = majorsOf(snapshot, tokens);
  const draws = createDraws(2);
  for (;;) {
    const one = draws.pick(shares.map((token) => [token, 1]));
    const other = draws.pick([...majors, ...shares].map((token) => [token, 1]));
    const [tokenIn, tokenOut] = draws.next() < 0.5 ? [one, other] : [other, one];
    yield* tradeOf({ tokenIn, tokenOut, usd: draws.logUniform(10, 1_000_000) });
  }
}

/** Trades between majors of $10M to $10B: what all pools hold together, and far beyond. */
function* deepTrades(snapshot: Snapshot, tokens: readonly PricedToken[]): Generator<Trade> {
  const majors = majorsOf(snapshot, tokens).map((token) => [token, 1] as const);
  const draws = createDraws(3);
  for (;;) {
    const [tokenIn, tokenOut] = [draws.pick(majors), draws.pick(majors)];
    yield* tradeOf({ tokenIn, tokenOut, usd: draws.logUniform(1e7, 1e10) });
  }
}

function majorsOf({ pricing }: Snapshot, tokens: readonly PricedToken[]): readonly PricedToken[] {
  return tokens.filter(({ address }) => pricing.has(address as Address));
}

/** A trade of so many dollars; none where its tokens are one, or no unit is worth so little. */
function tradeOf({
  tokenIn,
  tokenOut,
  usd,
}: Omit<Trade, "amountIn"> & { readonly usd: number }): readonly Trade[] {
  const whole = (usd / tokenIn.usd) * 1e6;
  const amountIn = (BigInt(Math.floor(whole)) * 10n ** BigInt(tokenIn.decimals)) / 1_000_000n;
  if (amountIn === 0n || tokenIn.address === tokenOut.address) return [];
  return [{ tokenIn, tokenOut, amountIn }];
}
