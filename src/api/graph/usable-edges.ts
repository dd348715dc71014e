import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Chain } from "../../lib/chain.ts";
import type { Edge } from "../../protocols/protocol.ts";
import type { Issues } from "./issues.ts";
import type { HeldState, Memory } from "./memory.ts";
import type { Token } from "./snapshot.ts";

/** What decides whether a token may be traded. */
export interface TokenRules {
  readonly chain: Chain;
  readonly memory: Memory;
  readonly issues: Issues;
  /** Whether a token passed the quality check. */
  readonly accepts: (token: Address) => boolean;
  /** What `tokenOf` found so far; the rules must not change meanwhile. */
  readonly found: Map<Address, Token | null>;
}

/**
 * Most decimals that a token may have: 10^36 of them still fit a uint256 beside a price of 18
 * decimals.
 */
export const MAX_DECIMALS = 36;
/** Levels of tokens that stand for tokens. */
const MAX_DEPTH = 8;

/** Whether the token states 0 to 36 decimals. */
export function hasUsableDecimals<T extends { readonly decimals: number | null }>(
  row: T,
): row is T & { readonly decimals: number } {
  return row.decimals !== null && row.decimals >= 0 && row.decimals <= MAX_DECIMALS;
}

/**
 * The token's record; null when it may not be traded. A token that a protocol issues needs no check
 * of its own unless its code is anybody's, but all that it stands for must be tradable: one that is
 * tried is a token like others, whatever it says that it stands for.
 */
export function tokenOf(address: Address, rules: TokenRules): Token | null {
  const known = rules.found.get(address);
  if (known !== undefined) return known;
  const token = findToken(address, rules, 0);
  rules.found.set(address, token);
  return token;
}

function findToken(address: Address, rules: TokenRules, depth: number): Token | null {
  const { chain, memory, issues, accepts } = rules;
  if (address === NATIVE) return { address, ...chain.native };
  const row = memory.tokens.get(address);
  if (row === undefined || !hasUsableDecimals(row)) return null;
  const issued = issues.tokens.first.get(address);
  const isUsable =
    issued === undefined || issued.token.isTried === true
      ? accepts(address)
      : depth < MAX_DEPTH &&
        issued.token.underlyingTokens.every(
          (underlying) => findToken(underlying, rules, depth + 1) !== null,
        );
  if (!isUsable) return null;
  return { address, decimals: row.decimals, symbol: row.symbol, name: row.name };
}

/**
 * Edges of a state whose ends may be traded. A token whose transfers are not exact is traded by the
 * family that issues it and by states that take account of it alone; others would lose a unit to
 * its rounding or fail.
 */
export function usableEdges({ protocol, state }: HeldState, rules: TokenRules): readonly Edge[] {
  const { tokens, positions } = rules.issues;
  const isCounted = (address: Address): boolean =>
    tokens.first.get(address)?.protocol.family === protocol.family ||
    protocol.roundingTokens?.(state).includes(address) === true;
  const usable = (address: Address): boolean => {
    const isExact = tokens.first.get(address)?.token.exact !== false;
    return (isExact || isCounted(address)) && tokenOf(address, rules) !== null;
  };
  return protocol
    .edges(state)
    .filter(
      ({ tokenIn, tokenOut }) =>
        usable(tokenIn) && (positions.first.has(tokenOut) || usable(tokenOut)),
    );
}
