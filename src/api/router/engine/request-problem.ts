import type { Address } from "viem";
import { NATIVE } from "../../../lib/address.ts";
import type { Curve } from "../../../lib/curves/curve.ts";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
import type { SearchSpace } from "../space.ts";
import { mergedPair, type WrapPair } from "../wrapping.ts";
import { curveOf } from "./curves.ts";
import { type Market, marketOf } from "./market.ts";
import {
  type EdgeTable,
  firstEdges,
  isSteady,
  NATIVE_FORM,
  type Problem,
  unbounded,
  WRAPPED_FORM,
  type Wrapping,
} from "./problem.ts";

/** A request in numbers, and the graph's edge behind each of the problem's. */
export interface RequestProblem {
  readonly problem: Problem;
  readonly edges: readonly GraphEdge[];
  /** The problem's number of each token. */
  readonly numbers: ReadonlyMap<Address, number>;
  /** The edges that wrap, where the search takes the native currency's two forms for one token. */
  readonly pair: WrapPair | null;
}

/** The tokens of a request by number; null: the native currency's forms are two tokens. */
interface Numbered {
  readonly numbers: ReadonlyMap<Address, number>;
  readonly tokenCount: number;
  readonly pair: WrapPair | null;
}

/**
 * The flow problem of a request: the market's edges between common tokens, and what joins tokenIn,
 * tokenOut and the tokens they consist of to those.
 *
 * @param gasPrice Of a unit of gas, in smallest units of tokenOut.
 * @param hopGas What the data of a hop costs, in units of gas.
 */
export function problemOf(
  snapshot: Snapshot,
  space: SearchSpace,
  {
    amountIn,
    gasPrice,
    hopGas = 0,
  }: { readonly amountIn: number; readonly gasPrice: number; readonly hopGas?: number },
): RequestProblem {
  const market = marketOf(snapshot);
  const numbered = numberTokens(snapshot, space, market);
  const { numbers, tokenCount, pair } = numbered;
  const isCommonAlone = tokenCount === market.layout.tokenCount;
  const isCoreAlone = isCommonAlone && space.isUnfiltered && space.before.size === 0;
  const { table, edges } = isCoreAlone
    ? { table: market.core, edges: market.coreEdges }
    : joined(snapshot, space, numbered);
  const [source, target] = [numbers.get(space.tokenIn) ?? 0, numbers.get(space.tokenOut) ?? 0];
  const ask = { tokenCount, source, target, amountIn, gasPrice };
  const wrapping = wrappingOf(snapshot, space, numbered);
  const workspace = market.layout.workspace(tokenCount, edges.length);
  const free = unbounded(tokenCount, edges.length);
  const legPrice = hopGas * gasPrice;
  const problem = { ...table, ...ask, ...free, legPrice, wrapping, workspace };
  return { problem, edges, numbers, pair };
}

function numberTokens(snapshot: Snapshot, space: SearchSpace, { layout }: Market): Numbered {
  const { wrappedNative } = snapshot;
  const pair = mergedPair(snapshot, space);
  const numbers = new Map<Address, number>(layout.numbers);
  let { tokenCount } = layout;
  if (pair === null && numbers.has(NATIVE)) numbers.set(NATIVE, tokenCount++);
  for (const token of [space.tokenIn, space.tokenOut, ...space.intermediates]) {
    if (numbers.has(token)) continue;
    const other = token === NATIVE ? wrappedNative : token === wrappedNative ? NATIVE : null;
    numbers.set(token, tokenCount++);
    if (pair !== null && other !== null) numbers.set(other, tokenCount - 1);
  }
  return { numbers, tokenCount, pair };
}

/** Gas of the one wrap or unwrap that a plan may need, and the forms that are given already. */
function wrappingOf(
  { next, wrappedNative }: Snapshot,
  { tokenIn, tokenOut }: SearchSpace,
  { pair, numbers }: Numbered,
): Wrapping | null {
  if (pair === null) return null;
  const gasOf = (edge: GraphEdge): number => {
    const quote = edge.protocol.quote(edge.state, edge, 1n, next);
    return quote.ok ? Number(quote.gas) : 0;
  };
  const ends = [tokenIn, tokenOut];
  const isOf = (token: Address, form: number): number => (ends.includes(token) ? form : 0);
  return {
    wrapGas: gasOf(pair.wrap),
    unwrapGas: gasOf(pair.unwrap),
    token: numbers.get(wrappedNative) ?? -1,
    ends: isOf(wrappedNative, WRAPPED_FORM) | isOf(NATIVE, NATIVE_FORM),
  };
}

/** The core's edges that the space allows, and those that join the other tokens to it. */
function joined(
  snapshot: Snapshot,
  space: SearchSpace,
  numbered: Numbered,
): { readonly table: EdgeTable; readonly edges: readonly GraphEdge[] } {
  const { numbers, tokenCount, pair } = numbered;
  const market = marketOf(snapshot);
  const { core, coreEdges, layout } = market;
  const joining = joiningEdges(snapshot, market, numbered);
  const added = joining.reduce((sum, list) => sum + list.length, 0);
  const columns = columnsOf(coreEdges.length + added);
  const curves: Curve[][] = [];
  const edges: GraphEdge[][] = [];
  let count = 0;
  const add = (edge: GraphEdge, from: number): void => {
    const to = numbers.get(edge.tokenOut) ?? 0;
    if (from === to || !space.allows(edge)) return;
    const curve = curveOf(edge, space.before.get(edge.state.id) ?? edge.state, space.at);
    columns.from[count] = from;
    columns.to[count] = to;
    columns.pool[count] = layout.poolOf(edge);
    columns.opening[count] = curve.marginal(0);
    columns.bend[count] = curve.curvature(0);
    columns.form[count] = layout.formOf(edge);
    columns.steady[count] = isSteady(curve) ? 1 : 0;
    curves.push([curve]);
    edges.push([edge]);
    count += 1;
  };
  let copied = 0;
  /** Takes rows of the core as they are, up to one. */
  const copyTo = (end: number): void => {
    if (copied === end) return;
    for (const name of COLUMNS) columns[name].set(core[name].subarray(copied, end), count);
    curves.push(core.curves.slice(copied, end));
    edges.push(coreEdges.slice(copied, end));
    count += end - copied;
    copied = end;
  };
  // As a token of its own the native currency has joined with all of its edges.
  const isNativeOut = pair === null && numbers.has(NATIVE);
  const isWhole = space.isUnfiltered && space.before.size === 0 && !isNativeOut;
  for (let from = 0; from < tokenCount; from++) {
    const end = core.first[from + 1] ?? coreEdges.length;
    for (let e = core.first[from] ?? end; !isWhole && e < end; e++) {
      const edge = coreEdges[e];
      if (edge === undefined) continue;
      const isOut = (isNativeOut && core.form[e] === NATIVE_FORM) || !space.allows(edge);
      const isChanged = !isOut && space.before.has(edge.state.id);
      if (!isOut && !isChanged) continue;
      copyTo(e);
      copied = e + 1;
      if (isChanged) add(edge, from);
    }
    const more = joining[from] ?? [];
    if (more.length > 0) copyTo(end);
    for (const edge of more) add(edge, from);
  }
  copyTo(coreEdges.length);
  const from = columns.from.subarray(0, count);
  const table = {
    ...{ from, to: columns.to.subarray(0, count), pool: columns.pool.subarray(0, count) },
    ...{ opening: columns.opening.subarray(0, count), bend: columns.bend.subarray(0, count) },
    ...{ curves: joinedUp(curves), form: columns.form.subarray(0, count) },
    ...{ first: firstEdges(tokenCount, from), steady: columns.steady.subarray(0, count) },
  };
  return { table, edges: joinedUp(edges) };
}

/** As `flat`, which copies one by one. */
function joinedUp<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const none: T[] = [];
  return none.concat(...lists);
}

const COLUMNS = ["from", "to", "pool", "opening", "bend", "form", "steady"] as const;

function columnsOf(count: number) {
  return {
    ...{ from: new Int32Array(count), to: new Int32Array(count), pool: new Int32Array(count) },
    ...{ opening: new Float64Array(count), bend: new Float64Array(count) },
    ...{ form: new Uint8Array(count), steady: new Uint8Array(count) },
  };
}

/** Edges that are not the core's, by number of the token they start from. */
function joiningEdges(
  snapshot: Snapshot,
  { layout }: Market,
  { numbers, tokenCount, pair }: Numbered,
): readonly (readonly GraphEdge[])[] {
  const { numbers: common } = layout;
  const joining: GraphEdge[][] = Array.from({ length: tokenCount }, () => []);
  // The core has what the native currency trades with common tokens, where it is one of them.
  const isInCore = (token: Address): boolean => pair !== null && common.has(token);
  const isCommon = (token: Address): boolean => token !== NATIVE && common.has(token);
  for (const [token, number] of numbers) {
    if (isCommon(token)) continue;
    const into = edgesByStart(snapshot.edgesInto.get(token) ?? []);
    for (const [tokenIn, from] of numbers) {
      if (isInCore(token) && isInCore(tokenIn)) continue;
      joining[from]?.push(...(into.get(tokenIn) ?? []));
    }
    if (isInCore(token)) continue;
    for (const edge of snapshot.edges.get(token) ?? []) {
      if (isCommon(edge.tokenOut)) joining[number]?.push(edge);
    }
  }
  return joining;
}

/** Edges by tokenIn, by list: the snapshots that share a list share the outcome. */
const startsOf = new WeakMap<readonly GraphEdge[], ReadonlyMap<Address, readonly GraphEdge[]>>();

function edgesByStart(edges: readonly GraphEdge[]): ReadonlyMap<Address, readonly GraphEdge[]> {
  const known = startsOf.get(edges);
  if (known !== undefined) return known;
  const byStart = Map.groupBy(edges, ({ tokenIn }) => tokenIn);
  startsOf.set(edges, byStart);
  return byStart;
}
