import type { Address } from "viem";
import { currencyOf, NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import type { Hop, JointRoute } from "../router/route.ts";
import { createProgramBuilder, INPUT_REGISTER } from "./builder.ts";
import { anyOperationOf } from "./operation-steps.ts";
import { addLeftovers, chooseExecutor, type Fee, type RouterContext } from "./plan.ts";
import { addMinimum, addRoute, placeFor, placeOf } from "./route-steps.ts";
import type { RouterInput } from "./router-call.ts";
import type { RouterProgram } from "./router-program.ts";
import { addFee } from "./wallet-plan.ts";

/** A program of inputs that are paid before it starts, and what the router contract pays whom. */
export interface PlannedMulti extends RouterProgram {
  readonly inputs: readonly RouterInput[];
}

export interface MultiContext extends RouterContext {
  /** By input; null: none. */
  readonly fees: readonly (Fee | null)[];
}

/**
 * Plans the program that one of the router contract's executors runs for a route whose inputs are
 * all paid before it starts: several of them, or what Permit2 sends. Each goes to the pair that
 * takes all of it, or to the executor, as does one that a fee is taken from.
 */
export function planMultiProgram(route: JointRoute, context: MultiContext): PlannedMulti {
  const { hops } = route;
  const sendsCoin = route.inputs.some(
    ({ token }, i) => token === NATIVE && (context.fees[i] ?? null) !== null,
  );
  const executor = chooseExecutor(hops, { sendsCoin });
  const host = context.executors[executor];
  const builder = createProgramBuilder(
    { address: host, receivesCallbacks: true },
    route.inputs.length,
  );
  const inputs = route.inputs.map(({ token, amount }, i) => {
    const fee = context.fees[i] ?? null;
    const payTo = fee === null ? placeFor(builder, hops, token) : host;
    return { token, amount, fee, payTo, register: INPUT_REGISTER + i };
  });
  for (const { token, amount, fee, register } of inputs) {
    if (fee !== null) addFee(builder, { token, amount, fee, register });
    // What arrived of a token that rounds may be less than what was sent.
    if (isMeasured(hops, token)) builder.add({ op: "balance", out: register, token });
  }
  const outputs = addRoute(builder, {
    hops,
    sources: inputs.map(({ token, amount, payTo, register }) => ({
      ...{ token, amount },
      balance: { register, place: placeOf(builder, payTo) },
    })),
    tokenOut: route.tokenOut,
    receiver: context.receiver,
    intoPosition: context.minimumCredit !== null,
  });
  if (context.minimumCredit !== null) addMinimum(builder, outputs, context.minimumCredit);
  addLeftovers(builder, hops, context.refundReceiver);
  return {
    executor,
    inputs: inputs.map(({ token, amount, fee, payTo }) => ({
      token: currencyOf(token),
      amount: amount + (fee?.amount ?? 0n),
      payTo: token === NATIVE ? ZERO_ADDRESS : payTo,
    })),
    ...builder.program(),
  };
}

function isMeasured(hops: readonly Hop[], token: Address): boolean {
  return hops.some((hop) => {
    if (hop.edge.tokenIn !== token) return false;
    const operation = anyOperationOf(hop);
    return operation.kind === "call" && operation.measuresInput === true;
  });
}
