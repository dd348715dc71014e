import type { Address } from "viem";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";

/** Tokens by which an end of a route is joined to common ones, and how many hops that takes. */
export interface Partners {
  readonly tokens: ReadonlySet<Address>;
  readonly depth: number;
}

/** Pools of a token that are looked at, those that hold most of it. */
const POOLS = 16;
/** Tokens of a level. */
const PARTNERS = 3;
/** Levels from an end to a token that trades with a common one. */
const MAX_LEVELS = 3;

const NONE: Partners = { tokens: new Set(), depth: 0 };

/**
 * The ways of an end that trades with no common token, nor with the other end: what its deepest
 * pools trade it for, those first that lead to one of these, level by level until one does. Deepest
 * is the pool that holds most of the token itself, which nobody can make up.
 *
 * Others have none, so that no route passes through a token of anybody's making where it need not.
 */
export function partnersOf(
  snapshot: Snapshot,
  commons: ReadonlySet<Address>,
  { token, other }: { readonly token: Address; readonly other: Address },
): Partners {
  const isJoined = (address: Address): boolean => commons.has(address) || address === other;
  const leadsOn = (address: Address): boolean =>
    snapshot.edges.get(address)?.some(({ tokenOut }) => isJoined(tokenOut)) === true;
  if (commons.has(token) || leadsOn(token)) return NONE;
  const tokens = new Set<Address>();
  let level: readonly Address[] = [token];
  for (let depth = 1; depth <= MAX_LEVELS; depth++) {
    const next = new Set<Address>();
    for (const from of level) {
      const partners = new Set(deepestPools(snapshot, from).flat());
      const fresh = [...partners].filter((to) => to !== token && !tokens.has(to));
      const leading = fresh.filter(leadsOn);
      const best = (leading.length > 0 ? leading : fresh).slice(0, PARTNERS);
      for (const to of best) next.add(to);
    }
    if (next.size === 0) return NONE;
    for (const to of next) tokens.add(to);
    level = [...next];
    if (level.some(leadsOn)) return { tokens, depth };
  }
  return { tokens, depth: MAX_LEVELS };
}

/** By list of edges, which snapshots share until one of its pools changes. */
const known = new WeakMap<readonly GraphEdge[], readonly (readonly Address[])[]>();

/** What the deepest pools of a token trade it for, the deepest first. */
function deepestPools(snapshot: Snapshot, token: Address): readonly (readonly Address[])[] {
  const edges = snapshot.edges.get(token);
  if (edges === undefined) return [];
  let pools = known.get(edges);
  if (pools === undefined) {
    const swaps = edges.filter(({ action }) => action === "swap");
    pools = [...Map.groupBy(swaps, ({ state }) => state.id).values()]
      .map((own) => ({ own, held: heldBy(own[0], token, snapshot) }))
      .sort((a, b) => (a.held === b.held ? 0 : a.held > b.held ? -1 : 1))
      .slice(0, POOLS)
      .map(({ own }) => own.map(({ tokenOut }) => tokenOut));
    known.set(edges, pools);
  }
  return pools;
}

function heldBy(edge: GraphEdge | undefined, token: Address, { next }: Snapshot): bigint {
  const held = edge?.protocol.holdings(edge.state, next);
  return held?.find((holding) => holding.token === token)?.amount ?? 0n;
}
