import type { Address } from "viem";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
import type { GasPrice } from "../attempt.ts";
import { findFlow } from "../find-flow.ts";
import { type Run, runShares, type SharedEdge, sharesOf } from "../flow.ts";
import { routeGasLimit } from "../gas-limit.ts";
import type { JointRequest } from "../joint-flow.ts";
import { netOf } from "../merging.ts";
import { residualState } from "../residual.ts";
import type { RouteInput } from "../route.ts";
import { isRewrap } from "../wrapping.ts";
import type { ShareEnd } from "./ends.ts";
import { bestParts, type Parts } from "./parts.ts";
import { flowOf, type Purchase } from "./purchases.ts";

/** Searches of all parts: each at the split that the one before led to. */
const ROUNDS = 2;
/** Part of a floor that what is found may lack for another search to be worth while. */
const REACH = 0.01;
/** Part of an input below which nothing is bought with it. */
const DUST = 1e-9;
/** What paying in needs of the gas limit, and what comes behind it. */
const MINT_GAS = 500_000n;
const SHARE_BITS = 52;

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

/** A token of the share. */
interface Target {
  readonly token: Address;
  readonly edge: GraphEdge;
  /** Shares for a unit, before fees. */
  readonly value: number;
  /** Part of the pool's value. */
  readonly weight: number;
  readonly gasPrice: GasPrice;
}

interface On {
  readonly snapshot: Snapshot;
  readonly request: JointRequest;
  readonly inputs: readonly RouteInput[];
  readonly targets: readonly Target[];
  /** Of the inputs, in shares. */
  readonly values: readonly number[];
  readonly entry: ShareEnd;
  /** In shares. */
  readonly gasPrice: GasPrice;
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

/** Whether one token is the other, or its wrapped form. */
function isAlike(snapshot: Snapshot, one: Address, other: Address): boolean {
  return one === other || isRewrap(snapshot, { tokenIn: one, tokenOut: other });
}

/** How much of an input is for one of the targets. */
interface Piece {
  readonly input: RouteInput;
  readonly target: Target;
  /** Smallest unit of the input. */
  readonly amount: bigint;
}

/**
 * Divides the inputs over the targets: what is a target's token already stays with it as far as it
 * is needed, and what all inputs have left is divided over what targets lack.
 */
function piecesOf({ snapshot, inputs, targets, values }: On, parts: Parts): readonly Piece[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const lacks = parts.map((part) => part * total);
  const left = [...values];
  const taken = inputs.map(() => targets.map(() => 0));
  for (const [j, target] of targets.entries()) {
    for (const [i, { token }] of inputs.entries()) {
      if (!isAlike(snapshot, token, target.token)) continue;
      const kept = Math.min(left[i] ?? 0, lacks[j] ?? 0);
      left[i] = (left[i] ?? 0) - kept;
      lacks[j] = (lacks[j] ?? 0) - kept;
      const row = taken[i];
      if (row !== undefined) row[j] = kept;
    }
  }
  const lacking = lacks.reduce((sum, lack) => sum + lack, 0);
  return inputs.flatMap((input, i) =>
    targets.flatMap((target, j): Piece[] => {
      const more = lacking > 0 ? ((left[i] ?? 0) * (lacks[j] ?? 0)) / lacking : 0;
      const part = ((taken[i]?.[j] ?? 0) + more) / (values[i] ?? 1);
      if (!(part > DUST)) return [];
      const shares = BigInt(Math.round(Math.min(part, 1) * 2 ** SHARE_BITS));
      return [{ input, target, amount: (input.amount * shares) >> BigInt(SHARE_BITS) }];
    }),
  );
}

/** Routes every piece, the largest first, on the pools as those before leave them. */
function purchase(on: On, parts: Parts): readonly Purchase[] | null {
  const { snapshot, request } = on;
  const { inputs: _, ...terms } = request;
  const pieces = piecesOf(on, parts).filter(({ input, target }) => input.token !== target.token);
  const worthOf = ({ input, amount }: Piece) => Number(amount) / Number(input.amount);
  pieces.sort((a, b) => worthOf(b) - worthOf(a));
  const count = pieces.length;
  const maxLegs =
    request.maxLegs === undefined ? undefined : Math.floor((request.maxLegs - 1) / (count || 1));
  const maxGas = (routeGasLimit(snapshot.chainId, request) - MINT_GAS) / BigInt(count || 1);
  if (maxLegs === 0 || maxGas <= 0n) return null;
  const before = new Map(request.before);
  const purchases: Purchase[] = [];
  for (const { input, target, amount: amountIn } of pieces) {
    if (amountIn === 0n) continue;
    const [tokenIn, tokenOut] = [input.token, target.token];
    const through = on.entry.share.tokens;
    const asked = { ...terms, tokenIn, tokenOut, amountIn, maxLegs, maxGas, before, through };
    const found = findFlow(snapshot, asked, target.gasPrice);
    if (!found.ok) return null;
    const { hops, amountOut, after } = found.route;
    purchases.push({ tokenIn, tokenOut, amountIn, amountOut, hops });
    for (const [id, state] of after) before.set(id, state);
  }
  return purchases;
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

function attempt(on: On, purchases: readonly Purchase[], parts: Parts): Attempt | null {
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

function fillsOf({ snapshot, targets }: On, { hops }: Pick<Run, "hops">): readonly number[] {
  const last = hops.at(-1);
  if (last === undefined) return [];
  const { edge, state, amountIn, beside = [] } = last;
  const given = [{ token: edge.tokenIn, amount: amountIn }, ...beside];
  const held = edge.protocol.holdings(state, snapshot.next);
  const amountOf = (list: readonly RouteInput[], token: Address) =>
    Number(list.find((each) => each.token === token)?.amount ?? 0n);
  return targets.map(({ token }) => amountOf(given, token) / amountOf(held, token));
}
