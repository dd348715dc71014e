import type { Address } from "viem";
import { NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import type { Operation } from "../../protocols/protocol.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import type { Hop, Route } from "../router/route.ts";
import { encodeCallTemplate } from "./call-data.ts";
import type { Step } from "./steps.ts";

/** A program and how the router contract has to start it. */
export interface PlannedProgram {
  /** Token that the router contract takes: the wrapped native token when it wraps first; zero: native value as it is. */
  readonly tokenIn: Address;
  /** Who is paid all of amountIn before the program starts; zero: the program pulls. */
  readonly payTo: Address;
  readonly registers: number;
  readonly steps: readonly Step[];
}

export interface ProgramContext {
  readonly receiver: Address;
  /** Taken from the input first; null: none. `amount` in tokenIn, at least 1. */
  readonly fee: { readonly amount: bigint; readonly receiver: Address } | null;
  /** The contract that runs the program. */
  readonly executor: Address;
  readonly wrappedNative: Address;
}

/** Register that holds the input when the program starts. */
const INPUT_REGISTER = 1;

/** Where the balance of a token waits while the program runs. */
type Place = "payer" | "executor" | "pool";

interface Balance {
  readonly register: number;
  readonly place: Place;
}

/**
 * Turns a route into steps. Each output goes where it is needed next: into the pair that takes it, to the receiver, or, where a
 * call or a split follows, to the executor. Every register that holds tokens is spent by a later step.
 */
export function planProgram(route: Route, context: ProgramContext): PlannedProgram {
  const hops = withoutRouterWrap(route, context);
  const wraps = hops.length < route.hops.length;
  const source = wraps ? context.wrappedNative : route.tokenIn;
  const payTo = prepaid(hops, source, context);
  const steps: Step[] = [];
  let registers = INPUT_REGISTER;
  const register = (): number => {
    registers += 1;
    return registers;
  };
  const place: Place =
    payTo === null ? (source === NATIVE ? "executor" : "payer") : poolOrExecutor(payTo, context);
  const balances = new Map<Address, Balance>([[source, { register: INPUT_REGISTER, place }]]);

  if (context.fee !== null) {
    const fee = register();
    steps.push(
      { op: "set", out: fee, literal: context.fee.amount },
      { op: "set", out: INPUT_REGISTER, literal: route.amountIn },
      source === NATIVE
        ? { op: "send", in: fee, token: ZERO_ADDRESS, to: context.fee.receiver }
        : { op: "pull", in: fee, to: context.fee.receiver },
    );
  }

  for (const hop of hops) {
    const { tokenIn, tokenOut } = hop.edge;
    const from = balances.get(tokenIn);
    if (from === undefined) throw new Error(`no hop delivers ${tokenIn} before it is spent`);
    let input = from.register;
    if (hop.shareX64 !== null) {
      input = register();
      steps.push({ op: "take", out: input, in: from.register, shareX64: hop.shareX64 });
    }
    const to = destination(hops, hop, { route, context });
    const operation = operationOf(hop.edge);
    const output = emit(operation, {
      steps,
      register,
      edge: hop.edge,
      input,
      place: from.place,
      to,
      executor: context.executor,
    });
    if (tokenOut === route.tokenOut) continue;
    const held = balances.get(tokenOut);
    if (held === undefined) {
      balances.set(tokenOut, { register: output, place: poolOrExecutor(to, context) });
    } else {
      steps.push({ op: "add", out: held.register, in: output });
    }
  }
  const tokenIn = source === NATIVE ? ZERO_ADDRESS : source;
  return { tokenIn, payTo: payTo ?? ZERO_ADDRESS, registers, steps };
}

function poolOrExecutor(to: Address, context: ProgramContext): Place {
  return to === context.executor ? "executor" : "pool";
}

/** The router contract wraps native input itself when all of it is wrapped first: cheaper than a call by the executor. */
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

/** Who can be paid the whole input before the program starts; null where the program has to pull it. */
function prepaid(hops: readonly Hop[], source: Address, context: ProgramContext): Address | null {
  const consumers = hops.filter((hop) => hop.edge.tokenIn === source);
  const [only] = consumers;
  if (source === NATIVE || context.fee !== null || consumers.length !== 1 || !only) return null;
  const operation = operationOf(only.edge);
  switch (operation.kind) {
    case "v2-swap":
      return operation.pair;
    case "v3-swap":
      return null;
    case "call":
      return context.executor;
  }
}

function operationOf(edge: GraphEdge): Operation {
  const action = edge.protocol.actions[edge.action];
  if (action === undefined) {
    throw new Error(`protocol ${edge.protocol.family} has no action ${edge.action}`);
  }
  return action(edge.state, edge);
}

/** Who the output of a hop is paid to. */
function destination(
  hops: readonly Hop[],
  hop: Hop,
  on: { readonly route: Route; readonly context: ProgramContext },
): Address {
  const token = hop.edge.tokenOut;
  if (token === on.route.tokenOut) return on.context.receiver;
  const consumers = hops.filter((other) => other.edge.tokenIn === token);
  const [only] = consumers;
  if (consumers.length === 1 && only !== undefined) {
    const operation = operationOf(only.edge);
    if (operation.kind === "v2-swap") return operation.pair;
  }
  return on.context.executor;
}

interface EmitContext {
  readonly steps: Step[];
  readonly register: () => number;
  readonly edge: GraphEdge;
  readonly input: number;
  readonly place: Place;
  readonly to: Address;
  readonly executor: Address;
}

/** Adds the steps of one operation and returns the register of its output. */
function emit(operation: Operation, on: EmitContext): number {
  switch (operation.kind) {
    case "v2-swap": {
      const { pair, zeroForOne, feePips } = operation;
      pay(pair, on);
      const out = on.register();
      on.steps.push({ op: "v2-swap", in: on.input, out, zeroForOne, feePips, pair, to: on.to });
      return out;
    }
    case "v3-swap": {
      const { pool, zeroForOne } = operation;
      const out = on.register();
      const swap = { in: on.input, out, zeroForOne, pool, to: on.to };
      on.steps.push(
        on.place === "payer"
          ? { op: "v3-swap-pull", ...swap }
          : { op: "v3-swap-pay", ...swap, tokenIn: on.edge.tokenIn },
      );
      return out;
    }
    case "call":
      return emitCall(operation, on);
  }
}

/** Brings the input to a pair or, for a call, to the executor. */
function pay(to: Address, on: EmitContext): void {
  if (on.place === "payer") on.steps.push({ op: "pull", in: on.input, to });
  else if (on.place === "executor" && to !== on.executor) {
    on.steps.push({ op: "send", in: on.input, token: erc20(on.edge.tokenIn), to });
  }
}

function emitCall(operation: Extract<Operation, { kind: "call" }>, on: EmitContext): number {
  const { steps, input, edge } = on;
  pay(on.executor, on);
  const template = encodeCallTemplate(operation, on.to);
  const { amountOut } = operation;
  const out = amountOut.from === "amountIn" ? input : on.register();
  const token = erc20(edge.tokenOut);
  if (amountOut.from === "gain") steps.push({ op: "balance", out, token });
  steps.push({
    op: "call",
    target: operation.target,
    valueRegister: operation.value === "amountIn" ? input : 0,
    out: amountOut.from === "return" ? out : 0,
    outWord: amountOut.from === "return" ? amountOut.word : 0,
    approvals: operation.approve ? [{ register: input, token: edge.tokenIn }] : [],
    splices: template.amountOffsets.map((offset) => ({ register: input, offset })),
    data: template.data,
  });
  if (amountOut.from === "gain") steps.push({ op: "gain", out, token });
  if (operation.pays === "caller" && on.to !== on.executor) {
    steps.push({ op: "send", in: out, token, to: on.to });
  }
  return out;
}

function erc20(token: Address): Address {
  return token === NATIVE ? ZERO_ADDRESS : token;
}
