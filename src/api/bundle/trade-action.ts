import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import { inTurns } from "../../lib/steps.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import { timed } from "../metrics/timed.ts";
import { addRoute, leftoversOf } from "../program/route-steps.ts";
import { routeSteps } from "../router/find-route.ts";
import { routeGasLimit } from "../router/gas-limit.ts";
import { residualState } from "../router/residual.ts";
import type { Route, RouteRequest } from "../router/route.ts";
import { routeFailed } from "../trade/routing-failure.ts";
import type { Amount, PlacedAction } from "./action.ts";
import { type Asset, resolveAsset } from "./asset.ts";
import {
  type CompiledAction,
  type Compiler,
  expectedAmount,
  ownRegister,
  UnknownAmount,
} from "./compiler.ts";
import { addWithRefund } from "./leftovers.ts";
import { type Limit, sentLimit } from "./limit.ts";
import { addDemand, addMeasured } from "./minimum.ts";
import { requireStrategy } from "./position-action.ts";
import { creditedAccount } from "./receiver.ts";
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
  readonly limit: Limit;
  /** The pool to swap in, or the protocol's own router; only ever given with `swap`; null: any. */
  readonly primaryAddress: Address | null;
}

/** Registers of a program, and those that a leg may take. */
const REGISTERS = 255;
const REGISTERS_OF_LEG = 3;
/** What is kept for each action after a trade. */
const LATER = { registers: 8, gas: 400_000n } as const;

/**
 * Compiles a trade: the best route for the expected input, its shares applied to whatever the input
 * turns out to be, and a minimum of what the wallet gains. With a `primaryAddress` the one pool at
 * that address, or the pools that its router trades in.
 */
export async function compileTrade(
  compiler: Compiler,
  action: TradeAction,
): Promise<CompiledAction> {
  const { snapshot } = compiler;
  const { tokenIn, index } = action;
  const tokenOut = resolveAsset(snapshot, action.tokenOut, { index, argument: "tokenOut" });
  requireKnown(compiler, action, tokenOut);
  requireStrategy(compiler, tokenOut, index);
  const amountIn = expectedAmount(compiler, action.amountIn);
  if (amountIn === null) throw new UnknownAmount();
  const asked = { ...action, tokenOut };
  const { hops, amountOut, after } = await planTrade(compiler, asked, amountIn);
  for (const [id, state] of after) compiler.traded.set(id, state);
  const refund = {
    // A rest of tokenOut is a part of the output.
    tokens: leftoversOf(hops).filter((token) => token !== tokenOut),
    inputs: [{ token: tokenIn, amount: action.amountIn }],
  };
  const output = addWithRefund(compiler, refund, () => {
    const register = ownRegister(compiler, action.amountIn);
    const receiver = creditedAccount(compiler, action, tokenOut);
    return addTrade(compiler, { hops, tokenIn, tokenOut, register, receiver });
  });
  const { limit } = action;
  addDemand(compiler, { index, output: 0, register: output, planned: amountOut, limit });
  return {
    outputs: [{ index: 0, token: tokenOut, register: output, expected: amountOut }],
    consumes: [{ token: tokenIn, amount: action.amountIn }],
    step: { kind: "hops", hops },
  };
}

/** @throws {ServiceError} `UNKNOWN_TOKEN` for what the chain does not list. */
function requireKnown(
  { snapshot }: Compiler,
  { index, tokenIn }: TradeAction,
  tokenOut: Address,
): void {
  const isKnown = (token: Address) => snapshot.tokens.has(token) || snapshot.positions.has(token);
  const unknown = [
    { argument: "tokenIn", token: tokenIn },
    { argument: "tokenOut", token: tokenOut },
  ].filter(({ token }) => !isKnown(token));
  if (unknown.length === 0) return;
  const list = unknown.map(({ argument, token }) => `${argument} ${token}`).join(" and ");
  throw new ServiceError(
    "UNKNOWN_TOKEN",
    `action ${index}: ${list} not supported on chain ${snapshot.chainId}; GET /api/v1/tokens?chainId=${snapshot.chainId} lists what is.`,
    {
      details: unknown.map(({ argument, token }) => {
        return { path: `${index}.args.${argument}`, message: `unknown token ${token}` };
      }),
      data: { index, address: unknown[0]?.token },
    },
  );
}

/**
 * Adds the hops of a trade whose input is in the wallet; returns the register of its output. The
 * gain of a token is measured; of a position, which has no balance, `addRoute` measures what is
 * paid into it.
 */
function addTrade(
  { builder, snapshot }: Compiler,
  trade: Pick<Route, "hops" | "tokenIn" | "tokenOut"> & {
    readonly register: number;
    readonly receiver: Address;
  },
): number {
  const { hops, tokenIn, tokenOut, register, receiver } = trade;
  const intoPosition = snapshot.positions.has(tokenOut);
  const add = () =>
    addRoute(builder, {
      hops,
      sources: [{ token: tokenIn, balance: { register, place: "host" } }],
      ...{ tokenOut, receiver, intoPosition },
    });
  if (!intoPosition) return addMeasured(builder, tokenOut, add);
  const [credited, ...more] = add();
  if (credited === undefined) throw new Error("a route without an output");
  for (const other of more) builder.add({ op: "add", out: credited, in: other });
  return credited;
}

/** A trade whose output is resolved. */
interface ResolvedTrade extends TradeAction {
  readonly tokenOut: Address;
}

type PlannedTrade = Pick<Route, "hops" | "amountOut" | "after">;

/** The route of a trade; others are answered while it is looked for. */
async function planTrade(
  compiler: Compiler,
  action: ResolvedTrade,
  amountIn: bigint,
): Promise<PlannedTrade> {
  const { snapshot } = compiler;
  const { tokenIn, tokenOut, index } = action;
  if (amountIn === 0n) {
    throw failed(action, "its input is an earlier output that is 0");
  }
  if (action.primaryAddress !== null) {
    const edge = (snapshot.edges.get(tokenIn) ?? []).find(
      (candidate) =>
        candidate.state.id === action.primaryAddress &&
        candidate.tokenOut === tokenOut &&
        (action.protocol === "core" || candidate.state.slug === action.protocol),
    );
    if (edge !== undefined) return singleHop(compiler, edge, { action, amountIn });
  }
  const onlyProtocols = slugsOf(compiler, action);
  if (onlyProtocols.length === 0 && action.primaryAddress !== null) {
    throw failed(
      action,
      `primaryAddress ${action.primaryAddress} is no pool of ${action.protocol} that trades the tokens, nor its router`,
    );
  }
  const request = {
    ...{ tokenIn, tokenOut, amountIn },
    onlyProtocols,
    ignoreProtocols: [],
    ...limitsOf(compiler, index),
    before: compiler.traded,
  };
  const gasPrice = compiler.gasPriceIn(tokenOut);
  const search = () => inTurns(routeSteps(snapshot, request, gasPrice));
  const result = await timed(compiler.meter?.searched, search);
  if (!result.ok) throw routeFailed(result, request, index);
  return result.route;
}

/**
 * Protocols whose pools a trade may use: the one it names, or those that trade by the contract it
 * names; empty: any, or with such a contract none.
 */
function slugsOf(
  { snapshot, states }: Compiler,
  { protocol, primaryAddress }: ResolvedTrade,
): readonly string[] {
  if (primaryAddress === null) return protocol === "core" ? [] : [protocol];
  const slugs = protocol === "core" ? [...states.keys()] : [protocol];
  return slugs.filter((slug) => {
    const family = states.get(slug)?.[0]?.protocol;
    return family?.swapExecuters?.(slug, snapshot.chainId).includes(primaryAddress) === true;
  });
}

/** What a trade may need of what earlier actions left and later ones need of a transaction. */
function limitsOf(
  { builder, compiled, request, snapshot }: Compiler,
  index: number,
): Required<Pick<RouteRequest, "maxLegs" | "maxGas">> {
  const later = request.actions.length - index - 1;
  const registers = REGISTERS - builder.program().registers - LATER.registers * later;
  let gas = routeGasLimit(snapshot.chainId, {}) - LATER.gas * BigInt(later);
  for (const { step } of compiled) {
    if (step.kind === "hops") for (const hop of step.hops) gas -= hop.gas;
  }
  return {
    maxLegs: Math.max(1, Math.floor(registers / REGISTERS_OF_LEG)),
    maxGas: gas > LATER.gas ? gas : LATER.gas,
  };
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
  const { tokenIn, tokenOut, amountIn, limit } = action;
  const sent = { tokenIn, tokenOut, amountIn: sentAmount(amountIn) };
  return { ...sent, ...sentLimit(limit), ...sentPrimary(action) };
}
