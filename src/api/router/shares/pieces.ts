import type { Address } from "viem";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
import type { GasPrice } from "../attempt.ts";
import { findFlow } from "../find-flow.ts";
import { routeGasLimit } from "../gas-limit.ts";
import type { JointRequest } from "../joint-flow.ts";
import type { RouteInput } from "../route.ts";
import { isRewrap, legsOf } from "../wrapping.ts";
import type { ShareEnd } from "./ends.ts";
import type { Parts } from "./parts.ts";
import type { Purchase } from "./purchases.ts";

/** Part of an input below which nothing is bought with it. */
const DUST = 1e-9;
/** What paying in needs of the gas limit, and what comes behind it. */
const MINT_GAS = 500_000n;
const SHARE_BITS = 52;

/** A token of the share. */
export interface Target {
  readonly token: Address;
  readonly edge: GraphEdge;
  /** Shares for a unit, before fees. */
  readonly value: number;
  /** Part of the pool's value. */
  readonly weight: number;
  readonly gasPrice: GasPrice;
}

/** A search of an entry. */
export interface EntrySearch {
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

/** Whether one token is the other, or its wrapped form. */
export function isAlike(snapshot: Snapshot, one: Address, other: Address): boolean {
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
export function piecesOf(
  { snapshot, inputs, targets, values }: EntrySearch,
  parts: Parts,
): readonly Piece[] {
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

/** What routes may need at most. */
interface Allowance {
  readonly gas: bigint;
  readonly legs: number | undefined;
}

/**
 * Routes every piece, the largest first, on the pools as those before leave them. Where they need
 * more than the limits together, once more, each within its part of what all need.
 */
export function purchase(on: EntrySearch, parts: Parts): readonly Purchase[] | null {
  const { snapshot, request } = on;
  const gas = routeGasLimit(snapshot.chainId, request) - MINT_GAS;
  const legs = request.maxLegs === undefined ? undefined : request.maxLegs - 1;
  const pieces = piecesOf(on, parts).filter(
    ({ input, target, amount }) => input.token !== target.token && amount > 0n,
  );
  if (gas <= 0n || (legs !== undefined && legs < pieces.length)) return null;
  const worthOf = ({ input, amount }: Piece) => Number(amount) / Number(input.amount);
  pieces.sort((a, b) => worthOf(b) - worthOf(a));
  const free = purchaseWithin(on, pieces, () => ({ gas, legs }));
  if (free === null) return null;
  const needs = free.map(({ hops }) => ({
    gas: hops.reduce((sum, hop) => sum + hop.gas, 0n),
    legs: legsOf(snapshot, hops),
  }));
  const gasOfAll = needs.reduce((sum, need) => sum + need.gas, 0n);
  const legsOfAll = needs.reduce((sum, need) => sum + need.legs, 0);
  if (gasOfAll <= gas && legsOfAll <= (legs ?? legsOfAll)) return free;
  return purchaseWithin(on, pieces, (i) => {
    const need = needs[i] ?? { gas: 0n, legs: 0 };
    if (legs === undefined) return { gas: (gas * need.gas) / gasOfAll, legs };
    // One for each, and the others by what they need.
    const more = ((legs - pieces.length) * need.legs) / legsOfAll;
    return { gas: (gas * need.gas) / gasOfAll, legs: 1 + Math.floor(more) };
  });
}

function purchaseWithin(
  on: EntrySearch,
  pieces: readonly Piece[],
  allowanceOf: (piece: number) => Allowance,
): readonly Purchase[] | null {
  const { snapshot, request } = on;
  const { inputs: _, ...terms } = request;
  const before = new Map(request.before);
  const purchases: Purchase[] = [];
  for (const [i, { input, target, amount: amountIn }] of pieces.entries()) {
    const [tokenIn, tokenOut] = [input.token, target.token];
    const through = on.entry.share.tokens;
    const { gas: maxGas, legs: maxLegs } = allowanceOf(i);
    const asked = { ...terms, tokenIn, tokenOut, amountIn, maxLegs, maxGas, before, through };
    const found = findFlow(snapshot, asked, target.gasPrice);
    if (!found.ok) return null;
    const { hops, amountOut, after } = found.route;
    purchases.push({ tokenIn, tokenOut, amountIn, amountOut, hops });
    for (const [id, state] of after) before.set(id, state);
  }
  return purchases;
}
