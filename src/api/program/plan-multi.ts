import type { Address } from "viem";
import { NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import type { Route } from "../router/route.ts";
import { createProgramBuilder, INPUT_REGISTER, type ProgramBuilder } from "./builder.ts";
import { operationOf } from "./operation-steps.ts";
import { addLeftovers, type Fee, makesCalls, type ProgramContext } from "./plan.ts";
import { addMinimum, addRoute, placeOf } from "./route-steps.ts";
import type { RouterInput } from "./router-call.ts";
import type { RouterProgram } from "./router-program.ts";
import { contractToken } from "./single-steps.ts";

/** A program of several inputs, and what the router contract has to be told of them. */
export interface PlannedMultiProgram extends RouterProgram {
  readonly inputs: readonly RouterInput[];
}

/** One input's route to the tokenOut of all, which follows those before it. */
export interface InputRoute {
  readonly route: Route;
  /** Taken from the input first, on top of the route's amountIn; null: none. */
  readonly fee: Fee | null;
}

/**
 * Plans the program of one to five routes, of different tokenIn and one tokenOut, that the router
 * contract runs in one transaction.
 */
export function planMultiProgram(
  routes: readonly InputRoute[],
  context: Omit<ProgramContext, "fee" | "wrappedNative">,
): PlannedMultiProgram {
  const hops = routes.flatMap(({ route }) => route.hops);
  const hasCoin = routes.some(({ route }) => route.tokenIn === NATIVE);
  const executor = hasCoin || hops.some(makesCalls) ? "own" : "shared";
  const host = { address: context.executors[executor], v3: { via: "callback" as const } };
  const builder = createProgramBuilder(host, routes.length);
  const inputs: RouterInput[] = [];
  const outputs: number[] = [];
  for (const [index, { route, fee }] of routes.entries()) {
    const register = INPUT_REGISTER + index;
    const payTo = payeeOf(route, { fee, host: host.address });
    addFee(builder, { register, route, fee });
    const source = { token: route.tokenIn, balance: { register, place: placeOf(builder, payTo) } };
    const { tokenOut } = route;
    const { receiver, minimumCredit } = context;
    const flow = { tokenOut, receiver, intoPosition: minimumCredit !== null };
    outputs.push(...addRoute(builder, { hops: route.hops, source, ...flow }));
    inputs.push({
      token: contractToken(route.tokenIn),
      amount: route.amountIn + (fee?.amount ?? 0n),
      payTo: route.tokenIn === NATIVE ? ZERO_ADDRESS : payTo,
    });
  }
  if (context.minimumCredit !== null) addMinimum(builder, outputs, context.minimumCredit);
  addLeftovers(builder, hops, context.refundReceiver);
  return { inputs, executor, ...builder.program() };
}

/** The pair that takes the whole input, or the executor. */
function payeeOf(
  { hops, tokenIn }: Route,
  { fee, host }: { readonly fee: Fee | null; readonly host: Address },
): Address {
  const [only, second] = hops.filter((hop) => hop.edge.tokenIn === tokenIn);
  if (fee !== null || only === undefined || second !== undefined) return host;
  const operation = operationOf(only);
  return operation.kind === "v2-swap" ? operation.pair : host;
}

function addFee(
  builder: ProgramBuilder,
  on: { readonly register: number; readonly route: Route; readonly fee: Fee | null },
): void {
  const { register, route, fee } = on;
  if (fee === null) return;
  const part = builder.register();
  builder.add(
    { op: "set", out: part, literal: fee.amount },
    { op: "set", out: register, literal: route.amountIn },
    { op: "send", in: part, token: contractToken(route.tokenIn), to: fee.receiver },
  );
}
