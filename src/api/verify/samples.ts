import { NATIVE } from "../../lib/address.ts";
import { min } from "../../lib/math.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { type PriceBook, usdPerUnit } from "../prices/prices.ts";
import type { JointRequest } from "../router/joint-route.ts";

/** Draws from 0 to below 1. */
export type Random = () => number;

/** Of what a pool has of a token, the largest part that a sample brings. */
const LARGEST_PART = 4n;
/** How many powers of ten below that the smallest sample is. */
const DECADES = 6;
/** Where a pool has nothing of a token: whole tokens. */
const UNHELD_TOKENS = 1_000n;
/** Dollars that a route brings: from, and powers of ten above. */
const ROUTE_USD = { from: 100, decades: 3 } as const;

/**
 * Some states of a family at random, with all their edges.
 *
 * @param count At most so many states.
 */
export function sampledEdges(
  snapshot: Snapshot,
  family: string,
  { count, random }: { readonly count: number; readonly random: Random },
): readonly (readonly GraphEdge[])[] {
  const byState = new Map<string, GraphEdge[]>();
  for (const edge of [...snapshot.edges.values()].flat()) {
    if (edge.protocol.family !== family) continue;
    const edges = byState.get(edge.state.id) ?? [];
    byState.set(edge.state.id, edges);
    edges.push(edge);
  }
  return drawn([...byState.values()], count, random);
}

/** Families with a state in the graph, by name. */
export function familiesOf(snapshot: Snapshot): readonly string[] {
  const edges = [...snapshot.edges.values()].flat();
  return [...new Set(edges.map(({ protocol }) => protocol.family))].sort();
}

/**
 * An input that the pool's trades may have: every size between a quarter of what it has of the
 * token, or 1,000 tokens, and a millionth of that is as likely; 0 where the edge takes nothing.
 */
export function sampledAmount(snapshot: Snapshot, edge: GraphEdge, random: Random): bigint {
  const { protocol, state, tokenIn } = edge;
  const most = protocol.maxIn(state, edge, snapshot.next);
  const held = protocol
    .holdings(state, snapshot.next)
    .find(({ token }) => token === tokenIn)?.amount;
  const decimals = snapshot.tokens.get(tokenIn)?.decimals ?? 18;
  const unheld = UNHELD_TOKENS * 10n ** BigInt(decimals);
  const largest = held === undefined || held === 0n ? unheld : held / LARGEST_PART + 1n;
  return scaled(min(most, largest), random() * DECADES);
}

/** A request for a route between two priced tokens that nobody asks for; null: there are none. */
export function sampledRequest(
  snapshot: Snapshot,
  prices: PriceBook,
  random: Random,
): JointRequest | null {
  const priced = [...snapshot.edges.keys()].filter(
    (token) => token !== NATIVE && prices.usd(token) !== null,
  );
  const [tokenIn, tokenOut] = drawn(priced, 2, random);
  const price = tokenIn === undefined ? null : usdPerUnit(prices, tokenIn);
  if (tokenIn === undefined || tokenOut === undefined || price === null || price === 0) return null;
  const usd = ROUTE_USD.from * 10 ** (random() * ROUTE_USD.decades);
  const amount = BigInt(Math.max(1, Math.floor(usd / price)));
  return {
    ...{ inputs: [{ token: tokenIn, amount }], tokenOut },
    ...{ onlyProtocols: [], ignoreProtocols: [], maxLegs: undefined },
  };
}

/** `amount` divided by ten to the power of `decades`, at least 1 where it is. */
function scaled(amount: bigint, decades: number): bigint {
  if (amount === 0n) return 0n;
  const part = (amount * BigInt(Math.floor(10 ** (DECADES - decades)))) / 10n ** BigInt(DECADES);
  return part === 0n ? 1n : part;
}

/** At most `count` members of a list, no place twice. */
function drawn<T>(from: readonly T[], count: number, random: Random): readonly T[] {
  const rest = [...from];
  const taken: T[] = [];
  while (taken.length < count && rest.length > 0) {
    const [one] = rest.splice(Math.floor(random() * rest.length), 1);
    if (one !== undefined) taken.push(one);
  }
  return taken;
}
