import type { Address } from "viem";
import type { Hop } from "../router/route.ts";
import type { ProgramBuilder } from "./builder.ts";
import { addOperation, operationOf } from "./operation-steps.ts";
import { type Balance, contractToken, type Place } from "./single-steps.ts";

/** Hops of a route in execution order, from `source` to `tokenOut`. */
export interface Flow {
  readonly hops: readonly Hop[];
  readonly source: { readonly token: Address; readonly balance: Balance };
  readonly tokenOut: Address;
  readonly receiver: Address;
  /** Whether `tokenOut` is the key of a position, which has no balance that could be compared. */
  readonly intoPosition: boolean;
}

/** Tokens of which the hops may leave a rest with the host. */
export function leftoversOf(hops: readonly Hop[]): readonly Address[] {
  const tokens = hops.flatMap((hop) => {
    const operation = operationOf(hop);
    return operation.kind === "sequence" ? operation.leftovers : [];
  });
  return [...new Set(tokens)];
}

/**
 * Demands what the last hops of a route to a position were credited or paid together.
 *
 * @param outputs Registers, as `addRoute` returns them.
 */
export function addMinimum(
  builder: ProgramBuilder,
  outputs: readonly number[],
  minimum: bigint,
): void {
  const [first, ...others] = outputs;
  if (first === undefined) throw new Error("a route without an output");
  for (const other of others) builder.add({ op: "add", out: first, in: other });
  builder.add({ op: "at-least", in: first, minimum });
}

/**
 * Adds the steps of a route. Each output goes where it is needed next: into the pair that takes it,
 * to the receiver, or, where a call or a split follows, to the host. Every register that holds
 * tokens is spent by a later step.
 *
 * @returns Registers with what each last hop paid the receiver; at least one.
 */
export function addRoute(builder: ProgramBuilder, flow: Flow): readonly number[] {
  const balances = new Map<Address, Balance>([[flow.source.token, flow.source.balance]]);
  const outputs: number[] = [];
  const measured = addPositionBases(builder, flow);
  for (const hop of flow.hops) {
    const { tokenIn, tokenOut } = hop.edge;
    const base = tokenOut === flow.tokenOut ? measured.get(tokenIn) : undefined;
    if (base !== undefined) {
      measured.delete(tokenIn);
      builder.add({ op: "gain", out: base, token: contractToken(tokenIn) });
      balances.set(tokenIn, { register: base, place: "host" });
    }
    const held = balances.get(tokenIn);
    if (held === undefined) throw new Error(`no hop delivers ${tokenIn} before it is spent`);
    const to = destination(builder, flow, tokenOut);
    const output = addOperation(builder, {
      operation: operationOf(hop),
      edge: hop.edge,
      input: share(builder, held, hop.shareX64),
      to,
    });
    const earlier = balances.get(tokenOut);
    if (tokenOut === flow.tokenOut) outputs.push(output);
    else if (earlier !== undefined) builder.add({ op: "add", out: earlier.register, in: output });
    else balances.set(tokenOut, { register: output, place: placeOf(builder, to) });
  }
  return outputs;
}

/**
 * Notes the host's balances of what hops pay into a position: only what has really arrived is paid
 * in, and not what the host has of its own, as what a pool or the program says would be.
 */
function addPositionBases(builder: ProgramBuilder, flow: Flow): Map<Address, number> {
  if (!flow.intoPosition) return new Map();
  const paidIn = flow.hops
    .filter(({ edge }) => edge.tokenOut === flow.tokenOut)
    .map(({ edge }) => edge.tokenIn)
    .filter((token) => token !== flow.source.token);
  const bases = new Map([...new Set(paidIn)].map((token) => [token, builder.register()]));
  for (const [token, out] of bases) {
    builder.add({ op: "balance", out, token: contractToken(token) });
  }
  return bases;
}

/** Where an amount sent to `to` waits. */
export function placeOf(builder: ProgramBuilder, to: Address): Place {
  return to === builder.host.address ? "host" : "pool";
}

function share(builder: ProgramBuilder, held: Balance, shareX64: bigint | null): Balance {
  if (shareX64 === null) return held;
  const part = builder.register();
  builder.add({ op: "take", out: part, in: held.register, shareX64 });
  return { register: part, place: held.place };
}

/** Who the output of a hop is paid to. */
function destination(builder: ProgramBuilder, flow: Flow, token: Address): Address {
  if (token === flow.tokenOut) return flow.receiver;
  const { address } = builder.host;
  const [only, second] = flow.hops.filter((hop) => hop.edge.tokenIn === token);
  if (only === undefined || second !== undefined) return address;
  const operation = operationOf(only);
  if (operation.kind !== "v2-swap") return address;
  const isMeasured = flow.hops.some((hop) => hop.edge.tokenOut === token && measuresGain(hop));
  return isMeasured ? address : operation.pair;
}

/** Whether the output is what the host gains, so that it has to be paid to the host. */
function measuresGain(hop: Hop): boolean {
  const operation = operationOf(hop);
  return operation.kind === "call" && operation.amountOut.from === "gain";
}
