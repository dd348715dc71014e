import type { Steps } from "../../../lib/steps.ts";
import type { Snapshot } from "../../graph/snapshot.ts";
import type { GasPrice } from "../attempt.ts";
import { type Run, runShares, type SharedEdge, sharesOf } from "../flow.ts";
import { liquidityOf } from "../hop-tokens.ts";
import type { JointRequest } from "../joint-flow.ts";
import { netOf } from "../merging.ts";
import { residualState } from "../residual.ts";
import { type Division, flowAt } from "./division.ts";
import type { ShareEnd } from "./ends.ts";
import { searchJointly } from "./joint-search.ts";
import { bestParts, type Parts } from "./parts.ts";

/** What a search of an entry needs besides the request. */
export interface EntryTerms {
  readonly entry: ShareEnd;
  /** In what the request wants. */
  readonly gasPrice: GasPrice;
  /** The share whose tokens the inputs are; null: none. */
  readonly exit: ShareEnd | null;
}

/** Hops up to a share, and what is known of others. */
export interface Entered {
  readonly steps: readonly SharedEdge[] | null;
  /** As of a joint search. */
  readonly bound: number | null;
}

/**
 * The hops that buy all tokens of a share with the inputs and pay them in, up to the share; null
 * where a token cannot be bought.
 *
 * The flow is searched for all tokens at once, at prices at which they come in the proportion of
 * the pool; then it is moved to where most is minted, by exact replays with more or less for each
 * token.
 */
export function* findEntry(
  snapshot: Snapshot,
  request: JointRequest,
  terms: EntryTerms,
): Steps<Entered> {
  const { entry, exit } = terms;
  const gasPrice = gasPriceOfShare(snapshot, request, terms);
  const on = { snapshot, request, entry, gasPrice };
  const found = yield* searchJointly(snapshot, request, { entry, exit, gasPrice });
  if (found === null) return { steps: null, bound: null };
  const { parts: base } = found;
  let best: Attempt | null = null;
  for (const division of found.divisions) {
    const tryParts = (parts: Parts) =>
      attempt(
        on,
        division,
        parts.map((part, i) => part / (base[i] ?? 1)),
      );
    const parts = yield* bestParts(base, { takes: entry.share.takes, tryParts });
    const tried = tryParts(parts);
    if (tried !== null && (best === null || tried.net > best.net)) best = tried;
  }
  return { steps: best?.steps ?? null, bound: found.bound };
}

/** What a unit of gas costs in shares. */
function gasPriceOfShare(
  { next }: Snapshot,
  { before = new Map() }: JointRequest,
  { entry, gasPrice }: EntryTerms,
): GasPrice {
  return entry.beyond.reduce(
    (price, edge) =>
      dividedBy(price, edge.protocol.spotPrice(residualState(edge, before), edge, next)),
    gasPrice,
  );
}

function dividedBy(
  { numerator, denominator, ...rest }: GasPrice,
  by: { readonly numerator: bigint; readonly denominator: bigint },
): GasPrice {
  if (by.numerator === 0n) return { numerator: 0n, denominator: 1n };
  return {
    ...{ numerator: numerator * by.denominator, denominator: denominator * by.numerator },
    ...rest,
  };
}

/** What a division mints, and the reserves that it meets. */
interface Attempt {
  readonly minted: bigint;
  /** After gas. */
  readonly net: bigint;
  readonly steps: readonly SharedEdge[];
  /** By token of the share: how much is paid in of what is in the pool then. */
  readonly fills: readonly number[];
}

interface On {
  readonly snapshot: Snapshot;
  readonly request: JointRequest;
  readonly entry: ShareEnd;
  /** In shares. */
  readonly gasPrice: GasPrice;
}

function attempt(on: On, division: Division, factors: Parts): Attempt | null {
  const { snapshot, request, entry } = on;
  const { flow, keeps } = flowAt(division, factors);
  const bought = sharesOf(flow, { keeps });
  const [first, ...others] = entry.edges.filter(({ tokenIn }) => (keeps.get(tokenIn) ?? 0n) > 0n);
  if (bought === null || first === undefined) return null;
  const beside = others.map(({ tokenIn }) => ({ token: tokenIn, amount: 0n }));
  const last = { edge: first, shareX64: null, ...(others.length > 0 && { beside }) };
  const steps = [...bought, last];
  const { inputs, before = new Map() } = request;
  const run = runShares(steps, inputs, { at: snapshot.next, before });
  if (run === null) return null;
  const minted = run.balances.get(first.tokenOut) ?? 0n;
  const net = netOf({ ...run, amountOut: minted }, on.gasPrice);
  return { minted, net, steps, fills: fillsOf(on, run) };
}

function fillsOf({ snapshot }: On, { hops }: Pick<Run, "hops">): readonly number[] {
  const last = hops.at(-1);
  if (last === undefined) return [];
  const { edge, state, amountIn, beside = [] } = last;
  const given = new Map([
    [edge.tokenIn, amountIn],
    ...beside.map((each) => [each.token, each.amount] as const),
  ]);
  const held = new Map(
    edge.protocol.holdings(state, snapshot.next).map((each) => [each.token, each.amount]),
  );
  return liquidityOf(last).share.tokens.map(
    (token) => Number(given.get(token) ?? 0n) / Number(held.get(token) ?? 0n),
  );
}
