import type { Address } from "viem";
import type { Snapshot } from "../../graph/snapshot.ts";
import type { GasPrice } from "../attempt.ts";
import { findFlow } from "../find-flow.ts";
import { type Run, runShares, type SharedEdge, sharesOf } from "../flow.ts";
import type { JointRequest } from "../joint-flow.ts";
import { netOf } from "../merging.ts";
import { residualState } from "../residual.ts";
import type { RouteInput } from "../route.ts";
import type { ShareEnd } from "./ends.ts";
import { bestParts, type Parts } from "./parts.ts";
import { type EntrySearch, isAlike, piecesOf, purchase, type Target } from "./pieces.ts";
import { flowOf, type Purchase } from "./purchases.ts";

/** Searches of all parts: each at the split that the one before led to. */
const ROUNDS = 2;
/** Part of a floor that what is found may lack for another search to be worth while. */
const REACH = 0.01;

/** What a search of an entry needs besides the request. */
export interface EntryTerms {
  readonly entry: ShareEnd;
  /** In what the request wants. */
  readonly gasPrice: GasPrice;
  /** What is known to be paid after gas, in what the request wants; null: nothing is known. */
  readonly floor: bigint | null;
}

/**
 * The hops that buy all tokens of a share with the inputs and pay them in, up to the share; null
 * where a token cannot be bought.
 *
 * The value of the inputs is divided over the share's tokens, in the proportion of the pool at
 * first; each part is routed on the pools as those before leave them; then the division is moved to
 * where most is minted, by exact replays of those routes with other amounts, and searched again.
 */
export function findEntry(
  snapshot: Snapshot,
  request: JointRequest,
  { entry, gasPrice, floor }: EntryTerms,
): readonly SharedEdge[] | null {
  const { inputs, before = new Map() } = request;
  const targets = targetsOf(snapshot, entry, { gasPrice, before });
  const values = targets && valuesOf(snapshot, request, { entry, targets, gasPrice });
  if (targets === null || values === null) return null;
  const perShare = gasPriceOfShare(snapshot, entry, { gasPrice, before });
  const on = { snapshot, request, inputs, targets, values, entry, gasPrice: perShare };
  const least = floor === null || entry.beyond.length > 0 ? 0 : Number(floor) * (1 - REACH);
  let parts: Parts = targets.map(({ weight }) => weight);
  let best: Attempt | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const purchases = purchase(on, parts);
    if (purchases === null) break;
    const tryParts = (tried: Parts) => attempt(on, purchases, tried);
    parts = bestParts(parts, { takes: entry.share.takes, isLast: round > 0, tryParts });
    const found = tryParts(parts);
    if (found !== null && (best === null || found.net > best.net)) best = found;
    if (best !== null && Number(best.net) < least) break;
  }
  return best?.steps ?? null;
}

/** What a unit of gas costs in shares. */
function gasPriceOfShare(
  { next }: Snapshot,
  { beyond }: ShareEnd,
  on: { readonly gasPrice: GasPrice; readonly before: NonNullable<JointRequest["before"]> },
): GasPrice {
  return beyond.reduce(
    (price, edge) =>
      dividedBy(price, edge.protocol.spotPrice(residualState(edge, on.before), edge, next)),
    on.gasPrice,
  );
}

function targetsOf(
  snapshot: Snapshot,
  entry: ShareEnd,
  on: { readonly gasPrice: GasPrice; readonly before: NonNullable<JointRequest["before"]> },
): readonly Target[] | null {
  const { next } = snapshot;
  const gasPrice = gasPriceOfShare(snapshot, entry, on);
  const held = entry.edges.map((edge) => {
    const price = edge.protocol.spotPrice(residualState(edge, on.before), edge, next);
    const value = Number(price.numerator) / Number(price.denominator);
    const holdings = edge.protocol.holdings(residualState(edge, on.before), next);
    const amount = holdings.find(({ token }) => token === edge.tokenIn)?.amount ?? 0n;
    return { edge, price, value, worth: Number(amount) * value };
  });
  const total = held.reduce((sum, { worth }) => sum + worth, 0);
  if (!(total > 0) || !Number.isFinite(total)) return null;
  return held.map(({ edge, price, value, worth }) => ({
    ...{ token: edge.tokenIn, edge, value, weight: worth / total },
    gasPrice: dividedBy(gasPrice, price),
  }));
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

/** What the inputs are worth in shares, to each other; null where one cannot be sold. */
function valuesOf(
  snapshot: Snapshot,
  request: JointRequest,
  on: {
    readonly entry: ShareEnd;
    readonly targets: readonly Target[];
    readonly gasPrice: GasPrice;
  },
): readonly number[] | null {
  const { inputs, ...terms } = request;
  if (inputs.length === 1) return [1];
  const values: number[] = [];
  for (const { token, amount } of inputs) {
    const own = on.targets.find((target) => isAlike(snapshot, token, target.token));
    if (own !== undefined) {
      values.push(Number(amount) * own.value);
      continue;
    }
    const tokenOut = on.entry.share.token;
    const asked = { ...terms, tokenIn: token, amountIn: amount, tokenOut };
    const found = findFlow(snapshot, asked, on.gasPrice);
    if (!found.ok) return null;
    values.push(Number(found.route.amountOut));
  }
  return values;
}

/** What the parts mint by the purchases' routes, and the reserves that they meet. */
interface Attempt {
  readonly minted: bigint;
  /** After gas. */
  readonly net: bigint;
  readonly steps: readonly SharedEdge[];
  /** By target: how much is paid in of what is in the pool then. */
  readonly fills: readonly number[];
}

function attempt(on: EntrySearch, purchases: readonly Purchase[], parts: Parts): Attempt | null {
  const { snapshot, request, inputs, targets } = on;
  const wanted = piecesOf(on, parts).map(({ input, target, amount }) => ({
    ...{ tokenIn: input.token, tokenOut: target.token, amount },
  }));
  const { flow, keeps } = flowOf(purchases, wanted);
  const bought = sharesOf(flow, { keeps });
  const used = targets.filter(({ token }) => (keeps.get(token) ?? 0n) > 0n);
  const [first, ...others] = used;
  if (bought === null || first === undefined) return null;
  const beside = others.map(({ token }) => ({ token, amount: 0n }));
  const last = { edge: first.edge, shareX64: null, ...(others.length > 0 && { beside }) };
  const steps = [...bought, last];
  const { before = new Map() } = request;
  const run = runShares(steps, inputs, { at: snapshot.next, before });
  if (run === null) return null;
  const minted = run.balances.get(first.edge.tokenOut) ?? 0n;
  const net = netOf({ ...run, amountOut: minted }, on.gasPrice);
  return { minted, net, steps, fills: fillsOf(on, run) };
}

function fillsOf(
  { snapshot, targets }: EntrySearch,
  { hops }: Pick<Run, "hops">,
): readonly number[] {
  const last = hops.at(-1);
  if (last === undefined) return [];
  const { edge, state, amountIn, beside = [] } = last;
  const given = [{ token: edge.tokenIn, amount: amountIn }, ...beside];
  const held = edge.protocol.holdings(state, snapshot.next);
  const amountOf = (list: readonly RouteInput[], token: Address) =>
    Number(list.find((each) => each.token === token)?.amount ?? 0n);
  return targets.map(({ token }) => amountOf(given, token) / amountOf(held, token));
}
