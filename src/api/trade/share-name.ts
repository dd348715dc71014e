import type { Token } from "../graph/snapshot.ts";

/**
 * What a token is called in the lists. All liquidity shares of a protocol have one symbol and one
 * name: those are followed by the symbols of the pool's tokens, unless they have them already.
 */
export function shownAs(
  { symbol, name }: Pick<Token, "symbol" | "name">,
  underlyingTokens: readonly Pick<Token, "symbol">[],
): Pick<Token, "symbol" | "name"> {
  const symbols = underlyingTokens.flatMap((token) => token.symbol ?? []);
  if (symbols.length < 2 || symbols.length < underlyingTokens.length) return { symbol, name };
  const pair = symbols.join("/");
  const says = (text: string): boolean => symbols.every((each) => text.includes(each));
  const withPair = (text: string | null): string => {
    if (text === null || text === "") return pair;
    return says(text) ? text : `${text} ${pair}`;
  };
  return { symbol: withPair(symbol), name: withPair(name) };
}
