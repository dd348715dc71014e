import type { Address } from "viem";
import { currencyOf, NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import { paidBy, spentBy } from "../router/hop-tokens.ts";
import type { Hop, Route } from "../router/route.ts";
import { createProgramBuilder, INPUT_REGISTER, type ProgramBuilder } from "./builder.ts";
import { anyOperationOf } from "./operation-steps.ts";
import { addMinimum, addRoute, leftoversOf, placeOf } from "./route-steps.ts";
import type { RouterProgram } from "./router-program.ts";

/** A program of the `router` strategy and how the router contract has to start it. */
export interface PlannedProgram extends RouterProgram {
  /**
   * Token that the router contract takes: the wrapped native token when it wraps first; zero:
   * native value as it is.
   */
  readonly tokenIn: Address;
  /**
   * Who is paid all of amountIn before the program starts, the executor where it is native value;
   * zero: the program pulls.
   */
  readonly payTo: Address;
}

/** Taken from the input first. `amount` in tokenIn, at least 1. */
export interface Fee {
  readonly amount: bigint;
  readonly receiver: Address;
}

/** What a program of the router contract has to know besides its route and fees. */
export interface RouterContext {
  readonly receiver: Address;
  /** The contracts that run programs: without calls in the shared one, else in the caller's own. */
  readonly executors: { readonly shared: Address; readonly own: Address };
  /** Gets what is left over. */
  readonly refundReceiver: Address;
  /**
   * Least that a position must be credited; null where the output is a token, whose balance the
   * router contract compares.
   */
  readonly minimumCredit: bigint | null;
}

export interface ProgramContext extends RouterContext {
  readonly fee: Fee | null;
  readonly wrappedNative: Address;
}

/** Plans the program that one of the router contract's executors runs for a route. */
export function planProgram(route: Route, context: ProgramContext): PlannedProgram {
  const hops = withoutRouterWrap(route, context);
  const wraps = hops.length < route.hops.length;
  const token = wraps ? context.wrappedNative : route.tokenIn;
  const executor = chooseExecutor(hops, { sendsCoin: token === NATIVE && context.fee !== null });
  const host = context.executors[executor];
  const builder = createProgramBuilder({ address: host, receivesCallbacks: true });
  const payTo = prepaid(hops, token, { ...context, host });
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
  const place = payTo === null ? ("payer" as const) : placeOf(builder, payTo);
  const outputs = addRoute(builder, {
    hops,
    sources: [{ token, balance: { register: INPUT_REGISTER, place } }],
    tokenOut: route.tokenOut,
    receiver: context.receiver,
    intoPosition: context.minimumCredit !== null,
  });
  if (context.minimumCredit !== null) addMinimum(builder, outputs, context.minimumCredit);
  addLeftovers(builder, hops, context.refundReceiver);
  return {
    tokenIn: currencyOf(token),
    payTo: payTo ?? ZERO_ADDRESS,
    executor,
    ...builder.program(),
  };
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
    !rest.some((hop) => spentBy(hop).includes(NATIVE));
  return wraps ? rest : route.hops;
}

/**
 * Sends what the operations have left over to the refund receiver. An executor holds nothing
 * between routes: all that it has left is of this one.
 */
export function addLeftovers(
  builder: ProgramBuilder,
  hops: readonly Hop[],
  refundReceiver: Address,
): void {
  for (const leftover of leftoversOf(hops)) {
    const rest = builder.register();
    builder.add(
      { op: "balance", out: rest, token: leftover },
      { op: "send", in: rest, token: leftover, to: refundReceiver },
    );
  }
}

/**
 * Which executor a program runs in. The shared one makes no calls of others than pools of the forms
 * that have a step of their own, gets coin from the router contract alone, and sends none.
 *
 * @param sendsCoin Whether the program does so beside its hops.
 */
export function chooseExecutor(
  hops: readonly Hop[],
  { sendsCoin }: { readonly sendsCoin: boolean },
): "shared" | "own" {
  const getsCoin = hops.some(paysCoin) && hops.some((hop) => spentBy(hop).includes(NATIVE));
  return sendsCoin || getsCoin || hops.some(makesCalls) ? "own" : "shared";
}

function makesCalls(hop: Hop): boolean {
  const { kind } = anyOperationOf(hop);
  return kind === "call" || kind === "sequence";
}

function paysCoin(hop: Hop): boolean {
  return paidBy(hop).includes(NATIVE);
}

/**
 * Whether the router contract can pay a hop's coin itself, to who holds the pool's tokens: one
 * payment less than through the executor.
 */
function pullsCoin(hop: Hop): boolean {
  const { kind } = anyOperationOf(hop);
  return kind === "v4-swap" || kind === "infinity-swap";
}

/**
 * Who can be paid the whole input before the program starts; null where the program has to pull it.
 */
function prepaid(
  hops: readonly Hop[],
  source: Address,
  { fee, host }: { readonly fee: Fee | null; readonly host: Address },
): Address | null {
  const spenders = hops.filter((hop) => spentBy(hop).includes(source));
  if (source === NATIVE) {
    const isPulled = fee === null && spenders.every(pullsCoin) && !hops.some(paysCoin);
    return isPulled ? null : host;
  }
  const [only, second] = spenders;
  if (fee !== null || !only || second) return null;
  const operation = anyOperationOf(only);
  switch (operation.kind) {
    case "v2-swap":
      return operation.pair;
    case "v3-swap":
    case "v4-swap":
    case "infinity-swap":
      return null;
    case "call":
      return operation.measuresInput === true ? null : host;
    case "sequence":
      return host;
  }
}
