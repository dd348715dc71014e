import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import { timed } from "../metrics/timed.ts";
import { addRoute, leftoversOf } from "../program/route-steps.ts";
import { findRoute } from "../router/find-route.ts";
import { residualState } from "../router/residual.ts";
import type { Route } from "../router/route.ts";
import { routeFailed } from "../trade/routing-failure.ts";
import { minimumAfterSlippage } from "../trade/slippage.ts";
import type { Amount, PlacedAction } from "./action.ts";
import { type Asset, resolveAsset } from "./asset.ts";
import {
  type CompiledAction,
  type Compiler,
  expectedAmount,
  outputKey,
  ownRegister,
  UnknownAmount,
} from "./compiler.ts";
import { addWithRefund } from "./leftovers.ts";
import { requireStrategy } from "./position-action.ts";
import { type Arguments, sentAmount, sentPrimary } from "./sent-values.ts";

/**
 * A trade: `route` and `apiswap` over any venues, `swap` over those of `protocol` (any, when that
 * is `core`).
 */
export interface TradeAction extends PlacedAction {
  readonly kind: "route" | "swap" | "apiswap";
  readonly tokenIn: Address;
  /** A position only ever of `route`. */
  readonly tokenOut: Asset;
  readonly amountIn: Amount;
  /** Basis points, 0 to 10000; 50 when left out. */
  readonly slippageBps: number;
  /** The pool to swap in, only ever given with `swap`; null: any. */
  readonly primaryAddress: Address | null;
}

/** Hops of one trade, as of a route that asks for nothing else. */
const MAX_LEGS = 10;

/**
 * Compiles a trade: the best route for the expected input, its shares applied to whatever the input
 * turns out to be. With a `primaryAddress` the one pool at that address.
 */
export function compileTrade(compiler: Compiler, action: TradeAction): CompiledAction {
  const { builder, snapshot } = compiler;
  const { tokenIn, index } = action;
  const tokenOut = resolveAsset(snapshot, action.tokenOut, { index, argument: "tokenOut" });
  requireStrategy(compiler, tokenOut, index);
  const amountIn = expectedAmount(compiler, action.amountIn);
  if (amountIn === null) throw new UnknownAmount();
  const { hops, amountOut, after } = planTrade(compiler, { ...action, tokenOut }, amountIn);
  for (const [id, state] of after) compiler.traded.set(id, state);
  const path = `${index}.args.amountIn`;
  const refund = {
    tokens: leftoversOf(hops),
    input: { token: tokenIn, amount: action.amountIn },
    path,
  };
  const [output, ...more] = addWithRefund(compiler, refund, () => {
    const register = ownRegister(compiler, action.amountIn, path);
    return addRoute(builder, {
      hops,
      sources: [{ token: tokenIn, balance: { register, place: "host" } }],
      tokenOut,
      receiver: builder.host.address,
    });
  });
  if (output === undefined) throw new Error("a route without an output");
  for (const other of more) builder.add({ op: "add", out: output, in: other });
  const expected = compiler.estimates.get(outputKey(index, 0)) ?? amountOut;
  if (compiler.minimums === "slippage") {
    const minimum = minimumAfterSlippage(expected, action.slippageBps);
    builder.add({ op: "at-least", in: output, minimum });
  }
  return {
    outputs: [{ index: 0, token: tokenOut, register: output, expected: amountOut }],
    consumes: [{ token: tokenIn, amount: action.amountIn }],
    step: { kind: "hops", hops },
  };
}

/** A trade whose output is resolved. */
interface ResolvedTrade extends TradeAction {
  readonly tokenOut: Address;
}

type PlannedTrade = Pick<Route, "hops" | "amountOut" | "after">;

function planTrade(compiler: Compiler, action: ResolvedTrade, amountIn: bigint): PlannedTrade {
  const { snapshot } = compiler;
  const { tokenIn, tokenOut, index } = action;
  if (amountIn === 0n) {
    throw failed(action, "its input is an earlier output that is 0");
  }
  if (action.primaryAddress !== null) {
    const edge = (snapshot.edges.get(tokenIn) ?? []).find(
      (candidate) =>
        candidate.state.id === action.primaryAddress && candidate.tokenOut === tokenOut,
    );
    if (edge === undefined) {
      throw failed(action, `no pool at primaryAddress ${action.primaryAddress} trades the tokens`);
    }
    return singleHop(compiler, edge, { action, amountIn });
  }
  const request = {
    ...{ tokenIn, tokenOut, amountIn },
    onlyProtocols: action.protocol === "core" ? [] : [action.protocol],
    ignoreProtocols: [],
    maxLegs: MAX_LEGS,
    before: compiler.traded,
  };
  const gasPrice = compiler.gasPriceIn(tokenOut);
  const result = timed(compiler.meter?.searched, () => findRoute(snapshot, request, gasPrice));
  if (!result.ok) throw routeFailed(result, request, index);
  return result.route;
}

function singleHop(
  compiler: Compiler,
  edge: GraphEdge,
  on: { readonly action: TradeAction; readonly amountIn: bigint },
): PlannedTrade {
  const { amountIn } = on;
  const state = residualState(edge, compiler.traded);
  const quote = edge.protocol.quote(state, edge, amountIn, compiler.snapshot.next);
  if (!quote.ok) throw failed(on.action, `the pool cannot trade ${amountIn}: ${quote.reason}`);
  const { amountOut, gas } = quote;
  const after = new Map([[edge.state.id, quote.next]]);
  return {
    after,
    hops: [{ edge, state, shareX64: null, amountIn, amountOut, gas }],
    amountOut,
  };
}

function failed(action: TradeAction, why: string): ServiceError {
  return new ServiceError(
    "NO_ROUTE",
    `action ${action.index} (${action.tokenIn} to ${action.tokenOut}) has no route: ${why}; change its arguments.`,
    { data: { index: action.index } },
  );
}

/** The arguments of a trade in the service's own words. */
export function sentTrade(action: TradeAction): Arguments {
  const { tokenIn, tokenOut, amountIn, slippageBps } = action;
  const slippage = slippageBps.toString();
  return { tokenIn, tokenOut, amountIn: sentAmount(amountIn), slippage, ...sentPrimary(action) };
}
