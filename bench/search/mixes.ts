import type { Address } from "viem";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { type PricedToken, tradeOf, type UserTrade, userTrades } from "../http/user-requests.ts";
import { createDraws } from "../routing/random.ts";

type Mix = (snapshot: Snapshot, tokens: readonly PricedToken[]) => Iterator<UserTrade, never>;

/** Trades without an end, by the name of `--mix`. */
export const MIXES: Readonly<Record<string, Mix>> = {
  users: (_, tokens) => userTrades(tokens),
  shares: shareTrades,
  deep: deepTrades,
};

/** Trades between majors and the shares of pools, $10 to $1M. */
function* shareTrades(
  snapshot: Snapshot,
  tokens: readonly PricedToken[],
): Generator<UserTrade, never> {
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
function* deepTrades(
  snapshot: Snapshot,
  tokens: readonly PricedToken[],
): Generator<UserTrade, never> {
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
