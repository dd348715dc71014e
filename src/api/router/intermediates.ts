import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { basesOf } from "./bases.ts";
import { partnersOf } from "./partners.ts";
import { wrapPairOf } from "./wrapping.ts";

/**
 * Tokens that a search may pass through, and how many hops more than swaps the ends of its routes
 * may need.
 */
export interface Intermediates {
  readonly tokens: ReadonlySet<Address>;
  /** Hops from tokenIn to the first common token and from the last one to tokenOut. */
  readonly extraHops: number;
}

/** Positions in positions: a staked liquidity share of vault shares. */
const MAX_LEVELS = 3;

const common = new WeakMap<Snapshot, ReadonlySet<Address>>();

/**
 * Tokens that every search may pass through: the connectors, the native currency where its wrapped
 * form is one, and what connectors are made from, which has a common way to each other.
 */
export function commonTokens(snapshot: Snapshot): ReadonlySet<Address> {
  const { connectors, wrappedNative } = snapshot;
  const known = common.get(snapshot);
  if (known !== undefined) return known;
  const tokens = new Set(connectors);
  if (tokens.has(wrappedNative) && wrapPairOf(snapshot) !== null) tokens.add(NATIVE);
  for (const connector of connectors) {
    if (connector === wrappedNative) continue;
    for (const { tokenIn } of issuingEdges(snapshot, connector)) tokens.add(tokenIn);
  }
  common.set(snapshot, tokens);
  return tokens;
}

/**
 * The common tokens; what tokenIn can be redeemed into or wrapped as, level by level until a common
 * token is among it; what tokenOut, when a protocol issues it, can be made from; the partners that
 * either has instead of common tokens; and the base pools' shares that metapools trade either for,
 * or buffers wrap it as.
 */
export function intermediatesOf(
  snapshot: Snapshot,
  { tokenIn, tokenOut }: { readonly tokenIn: Address; readonly tokenOut: Address },
): Intermediates {
  const commons = commonTokens(snapshot);
  const tokens = new Set(commons);
  const exits = levels(commons, tokenIn, (token) =>
    (snapshot.edges.get(token) ?? [])
      .filter((edge) => edge.action !== "swap")
      .map((edge) => edge.tokenOut),
  );
  const entries = levels(commons, tokenOut, (token) =>
    issuingEdges(snapshot, token).map((edge) => edge.tokenIn),
  );
  const near = [
    partnersOf(snapshot, commons, { token: tokenIn, other: tokenOut }),
    partnersOf(snapshot, commons, { token: tokenOut, other: tokenIn }),
    ...[tokenIn, tokenOut].map((token) => basesOf(snapshot, token)),
  ];
  const ways = [exits, entries, ...near];
  for (const way of ways) for (const token of way.tokens) tokens.add(token);
  return { tokens, extraHops: ways.reduce((sum, { depth }) => sum + depth, 0) };
}

/**
 * Tokens reached from one that is not common, up to the level that reaches a common one; 0 levels
 * when there is nothing.
 */
function levels(
  commons: ReadonlySet<Address>,
  from: Address,
  neighbours: (token: Address) => readonly Address[],
): { readonly tokens: ReadonlySet<Address>; readonly depth: number } {
  const tokens = new Set<Address>();
  let level = [from];
  if (commons.has(from)) return { tokens, depth: 0 };
  for (let depth = 1; depth <= MAX_LEVELS; depth++) {
    level = [...new Set(level.flatMap(neighbours))].filter((token) => !tokens.has(token));
    if (level.length === 0) return { tokens, depth: depth - 1 };
    for (const token of level) tokens.add(token);
    if (level.some((token) => commons.has(token))) return { tokens, depth };
  }
  return { tokens, depth: MAX_LEVELS };
}

/** Edges of the state that issues a token or position, into it. */
function issuingEdges(snapshot: Snapshot, key: Address): readonly Pick<GraphEdge, "tokenIn">[] {
  const issuer = snapshot.defiTokens.get(key) ?? snapshot.positions.get(key);
  if (issuer === undefined) return [];
  return issuer.protocol
    .edges(issuer.state)
    .filter((edge) => edge.tokenOut === key && edge.action !== "swap");
}
