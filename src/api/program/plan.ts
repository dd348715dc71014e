import type { Address } from "viem";
import { NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import type { Hop, Route } from "../router/route.ts";
import { createProgramBuilder, INPUT_REGISTER } from "./builder.ts";
import { operationOf } from "./operation-steps.ts";
import { addMinimum, addRoute, leftoversOf, placeOf } from "./route-steps.ts";
import type { Program } from "./steps.ts";

/** A program of the `router` strategy and how the router contract has to start it. */
export interface PlannedProgram extends Program {
  /**
   * Token that the router contract takes: the wrapped native token when it wraps first; zero:
   * native value as it is.
   */
  readonly tokenIn: Address;
  /** Who is paid all of amountIn before the program starts; zero: the program pulls. */
  readonly payTo: Address;
}

/** Taken from the input first. `amount` in tokenIn, from 1 to 2^128 - 1. */
export interface Fee {
  readonly amount: bigint;
  readonly receiver: Address;
}

export interface ProgramContext {
  readonly receiver: Address;
  readonly fee: Fee | null;
  /** The contract that runs the program. */
  readonly executor: Address;
  readonly wrappedNative: Address;
  /** Gets what is left over. */
  readonly refundReceiver: Address;
  /**
   * Least that a position must be credited; null where the output is a token, whose balance the
   * router contract compares.
   */
  readonly minimumCredit: bigint | null;
}

/** Plans the program that the router contract's executor runs for a route. */
export function planProgram(route: Route, context: ProgramContext): PlannedProgram {
  const builder = createProgramBuilder({ address: context.executor, v3: { via: "callback" } });
  const hops = withoutRouterWrap(route, context);
  const wraps = hops.length < route.hops.length;
  const token = wraps ? context.wrappedNative : route.tokenIn;
  const payTo = prepaid(hops, token, context);
  if (context.fee !== null) {
    const { amount, receiver } = context.fee;
    const fee = builder.register();
    builder.add(
      { op: "set", out: fee, literal: amount },
      { op: "set", out: INPUT_REGISTER, literal: route.amountIn },
      token === NATIVE
        ? { op: "send", in: fee, token: ZERO_ADDRESS, to: receiver }
        : { op: "pull", in: fee, to: receiver },
    );
  }
  const place =
    payTo !== null ? placeOf(builder, payTo) : token === NATIVE ? ("host" as const) : "payer";
  const outputs = addRoute(builder, {
    hops,
    source: { token, balance: { register: INPUT_REGISTER, place } },
    tokenOut: route.tokenOut,
    receiver: context.receiver,
    intoPosition: context.minimumCredit !== null,
  });
  if (context.minimumCredit !== null) addMinimum(builder, outputs, context.minimumCredit);
  // The executor holds nothing between routes: all that it has left is of this one.
  for (const leftover of leftoversOf(hops)) {
    const rest = builder.register();
    builder.add(
      { op: "balance", out: rest, token: leftover },
      { op: "send", in: rest, token: leftover, to: context.refundReceiver },
    );
  }
  const tokenIn = token === NATIVE ? ZERO_ADDRESS : token;
  return { tokenIn, payTo: payTo ?? ZERO_ADDRESS, ...builder.program() };
}

/**
 * The router contract wraps native input itself when all of it is wrapped first: cheaper than a
 * call by the executor.
 */
function withoutRouterWrap(route: Route, context: ProgramContext): readonly Hop[] {
  const [first, ...rest] = route.hops;
  const wraps =
    first !== undefined &&
    rest.length > 0 &&
    context.fee === null &&
    first.edge.tokenIn === NATIVE &&
    first.edge.tokenOut === context.wrappedNative &&
    first.shareX64 === null &&
    !rest.some((hop) => hop.edge.tokenIn === NATIVE);
  return wraps ? rest : route.hops;
}

/**
 * Who can be paid the whole input before the program starts; null where the program has to pull it.
 */
function prepaid(hops: readonly Hop[], source: Address, context: ProgramContext): Address | null {
  const [only, second] = hops.filter((hop) => hop.edge.tokenIn === source);
  if (source === NATIVE || context.fee !== null || !only || second) return null;
  const operation = operationOf(only);
  switch (operation.kind) {
    case "v2-swap":
      return operation.pair;
    case "v3-swap":
      return null;
    case "call":
      return operation.measuresInput === true ? null : context.executor;
    case "sequence":
      return context.executor;
  }
}
