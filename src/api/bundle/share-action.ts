import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { Liquidity, Share } from "../../protocols/liquidity.ts";
import type { PoolState, QuoteFailure } from "../../protocols/protocol.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import { addBurn, addMint, anyOperationOf } from "../program/operation-steps.ts";
import { inOrder } from "../router/hop-tokens.ts";
import { residualState } from "../router/residual.ts";
import type { Hop, RouteInput } from "../router/route.ts";
import {
  type CompiledAction,
  type Compiler,
  expectedAmount,
  ownRegister,
  type Refusal,
  UnknownAmount,
} from "./compiler.ts";
import { addWithRefund } from "./leftovers.ts";
import { addDemand, addMeasuredEach } from "./minimum.ts";
import { nothingToSpend, type PositionAction } from "./position-action.ts";

/** A share that a position action enters or leaves with several tokens. */
export interface SharePlace {
  /** That of the action's first token. */
  readonly edge: GraphEdge;
  readonly state: PoolState;
  readonly share: Share;
  readonly liquidity: Liquidity;
}

/** The share that an edge enters or leaves, in the state that earlier actions leave; null: none. */
export function shareAt(compiler: Compiler, edge: GraphEdge): SharePlace | null {
  const state = residualState(edge, compiler.traded);
  const { liquidity } = edge.protocol;
  const share = liquidity?.share(state) ?? null;
  const issued = edge.action === "deposit" ? edge.tokenOut : edge.tokenIn;
  if (liquidity === undefined || share?.token !== issued) return null;
  return { edge, state, share, liquidity };
}

/**
 * Compiles a deposit of several tokens of a pool for its share, whose measured gain has a minimum.
 */
export function compileMint(
  compiler: Compiler,
  action: PositionAction,
  place: SharePlace,
): CompiledAction {
  const { state, share, liquidity } = place;
  const given = tokensOf(action, "tokenIn");
  requireTokens(action, place, given);
  const inputs = share.tokens.flatMap((token) => {
    const amount = action.amountIn[given.indexOf(token)];
    return amount === undefined ? [] : [{ token, amount }];
  });
  const expected = inputs.map(({ token, amount }): RouteInput => {
    const known = expectedAmount(compiler, amount);
    if (known === null) throw new UnknownAmount();
    if (known === 0n) throw nothingToSpend(action);
    return { token, amount: known };
  });
  const [first, ...beside] = expected;
  if (first === undefined) throw nothingToSpend(action);
  const quote = liquidity.mint(state, inOrder(share, expected), compiler.snapshot.next);
  const { amountOut, gas } = quote.ok ? quote : { amountOut: 0n, gas: 0n };
  const hop: Hop = {
    edge: edgeOf(compiler, place, first.token),
    ...{ state, shareX64: null, amountIn: first.amount, amountOut, gas, beside },
  };
  const { limit, index } = action;
  const refund = { tokens: leftoversOf(hop), inputs };
  const [output = 0] = addWithRefund(compiler, refund, () => {
    const registers = inputs.map(({ amount }) => ownRegister(compiler, amount));
    const { builder } = compiler;
    return addMeasuredEach(builder, [share.token], () =>
      addMint(builder, hop, { inputs: registers, to: builder.host.address }),
    );
  });
  const planned = quote.ok ? quote.amountOut : null;
  addDemand(compiler, { index, output: 0, register: output, planned, limit });
  if (quote.ok) compiler.traded.set(state.id, quote.next);
  return {
    outputs: [{ index: 0, token: share.token, register: output, expected: planned }],
    consumes: inputs,
    refusal: refusalOf(compiler, place, quote),
    step: { kind: "hops", hops: [hop] },
  };
}

/**
 * Compiles a redemption of a pool's share for all of its tokens, each with a minimum of its gain.
 */
export function compileBurn(
  compiler: Compiler,
  action: PositionAction,
  place: SharePlace,
): CompiledAction {
  const { state, share, liquidity } = place;
  const wanted = tokensOf(action, "tokenOut");
  requireTokens(action, place, wanted);
  const [amountIn] = action.amountIn;
  if (amountIn === undefined) throw nothingToSpend(action);
  const expectedIn = expectedAmount(compiler, amountIn);
  if (expectedIn === null) throw new UnknownAmount();
  if (expectedIn === 0n) throw nothingToSpend(action);
  const quote = liquidity.burn(state, expectedIn, compiler.snapshot.next);
  const paid = share.tokens.map((token, i): RouteInput => {
    return { token, amount: quote.ok ? (quote.amountsOut[i] ?? 0n) : 0n };
  });
  const [first, ...beside] = paid;
  if (first === undefined) throw nothingToSpend(action);
  const hop: Hop = {
    edge: edgeOf(compiler, place, first.token),
    ...{ state, shareX64: null, amountIn: expectedIn, amountOut: first.amount },
    ...{ gas: quote.ok ? quote.gas : 0n, beside },
  };
  const { builder } = compiler;
  const input = ownRegister(compiler, amountIn);
  const registers = addMeasuredEach(builder, wanted, () => addBurn(builder, hop, input));
  const outputs = wanted.map((token, output) => {
    const planned = quote.ok ? (paid.find((each) => each.token === token)?.amount ?? 0n) : null;
    const register = registers[output] ?? 0;
    const { index, limit } = action;
    addDemand(compiler, { index, output, register, planned, limit });
    return { index: output, token, register, expected: planned };
  });
  if (quote.ok) compiler.traded.set(state.id, quote.next);
  return {
    outputs,
    consumes: [{ token: share.token, amount: amountIn }],
    refusal: refusalOf(compiler, place, quote),
    step: { kind: "hops", hops: [hop] },
  };
}

/** Several tokens of an action; a position is none. */
function tokensOf(action: PositionAction, side: "tokenIn" | "tokenOut"): readonly Address[] {
  return action[side] as readonly Address[];
}

function leftoversOf(hop: Hop): readonly Address[] {
  const operation = anyOperationOf(hop);
  return operation.kind === "sequence" ? operation.leftovers : [];
}

function refusalOf(
  { snapshot }: Compiler,
  { edge, state }: SharePlace,
  quote: { readonly ok: true } | { readonly ok: false; readonly reason: QuoteFailure },
): Refusal | null {
  if (quote.ok) return null;
  const maxAmountIn = edge.protocol.maxIn(state, edge, snapshot.next);
  return { edge, reason: quote.reason, maxAmountIn };
}

/** The pool's edge between the share and another of its tokens. */
function edgeOf({ snapshot }: Compiler, { edge, share }: SharePlace, token: Address): GraphEdge {
  const { action, state } = edge;
  const joins = action === "deposit";
  const found = snapshot.edges.get(joins ? token : share.token)?.find((each) => {
    const other = joins ? each.tokenIn : each.tokenOut;
    return each.action === action && each.state.id === state.id && other === token;
  });
  if (found === undefined) throw new Error(`${state.id} has no ${action} of ${token}`);
  return found;
}

/**
 * @throws {ServiceError} `ACTION_UNSUPPORTED` where the pool does not take, or pay, these tokens.
 */
function requireTokens(
  { index, kind, protocol }: PositionAction,
  { share }: SharePlace,
  tokens: readonly Address[],
): void {
  const isKnown = tokens.every((token) => share.tokens.includes(token));
  const isAny = kind === "deposit" && share.takes === "any";
  if (isKnown && (isAny || tokens.length === share.tokens.length)) return;
  const what = isAny ? "any" : "all";
  throw new ServiceError(
    "ACTION_UNSUPPORTED",
    `action ${index}: ${protocol} offers a ${kind} of ${share.token} with one or ${what} of its tokens ${share.tokens.join(", ")}, not with ${tokens.join(", ")}; name those.`,
    { data: { index } },
  );
}
