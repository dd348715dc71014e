import type { Address } from "viem";
import { currencyOf } from "../../lib/address.ts";
import { paidBy, spentBy } from "../router/hop-tokens.ts";
import type { Hop } from "../router/route.ts";
import type { ProgramBuilder } from "./builder.ts";
import { addBurn, addMint, addOperation, anyOperationOf, operationOf } from "./operation-steps.ts";
import { type Balance, type Place, pay } from "./single-steps.ts";
import type { Step } from "./steps.ts";

/** A token that a route starts from, and where it is then. */
export interface Source {
  readonly token: Address;
  readonly balance: Balance;
  /** Smallest unit, where it is known before the program runs. */
  readonly amount?: bigint;
}

/** Hops of a route in execution order, from `sources` to `tokenOut`. */
export interface Flow {
  readonly hops: readonly Hop[];
  readonly sources: readonly Source[];
  readonly tokenOut: Address;
  readonly receiver: Address;
  /** Whether `tokenOut` is the key of a position, which has no balance that could be compared. */
  readonly intoPosition: boolean;
}

/** Tokens of which the hops may leave a rest with the host. */
export function leftoversOf(hops: readonly Hop[]): readonly Address[] {
  const tokens = hops.flatMap((hop) => {
    const operation = anyOperationOf(hop);
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
  const balances = new Map(
    flow.sources.map((source) => [source.token, settled(builder, flow, source)]),
  );
  const outputs: number[] = [];
  const measured = addPositionBases(builder, flow);
  for (const hop of flow.hops) {
    const { tokenIn, tokenOut } = hop.edge;
    const base = tokenOut === flow.tokenOut ? measured.get(tokenIn) : undefined;
    if (base !== undefined) {
      measured.delete(tokenIn);
      builder.add({ op: "gain", out: base, token: currencyOf(tokenIn) });
      balances.set(tokenIn, { register: base, place: "host" });
    }
    const { spend, receive } = ledgerOf(builder, flow, { balances, outputs });
    if (hop.beside === undefined) {
      const to =
        tokenOut === flow.tokenOut ? flow.receiver : placeFor(builder, flow.hops, tokenOut);
      const output = addOperation(builder, {
        operation: operationOf(hop),
        edge: hop.edge,
        input: share(builder, spend(tokenIn), hop.shareX64),
        to,
      });
      receive(tokenOut, { register: output, place: placeOf(builder, to) });
      continue;
    }
    const host = builder.host.address;
    const inputs = spentBy(hop).map((token) => {
      const input = share(builder, spend(token), hop.shareX64);
      pay(builder, { edge: { tokenIn: token }, input }, host);
      return input.register;
    });
    if (hop.edge.action === "deposit") {
      const to = tokenOut === flow.tokenOut ? flow.receiver : host;
      const output = addMint(builder, hop, { inputs, to });
      receive(tokenOut, { register: output, place: "host" });
      continue;
    }
    const [input = 0] = inputs;
    const paid = addBurn(builder, hop, input);
    for (const [i, token] of paidBy(hop).entries()) {
      const register = paid[i];
      if (register === undefined) throw new Error(`nothing pays ${token}`);
      const to = token === flow.tokenOut ? flow.receiver : placeFor(builder, flow.hops, token);
      if (to !== host) builder.add({ op: "send", in: register, token: currencyOf(token), to });
      receive(token, { register, place: placeOf(builder, to) });
    }
  }
  return outputs;
}

/** What a program holds while its route's hops are added. */
function ledgerOf(
  builder: ProgramBuilder,
  flow: Flow,
  on: { readonly balances: Map<Address, Balance>; readonly outputs: number[] },
) {
  const { balances, outputs } = on;
  return {
    spend(token: Address): Balance {
      const held = balances.get(token);
      if (held === undefined) throw new Error(`no hop delivers ${token} before it is spent`);
      return held;
    },
    receive(token: Address, received: Balance): void {
      const earlier = balances.get(token);
      if (token === flow.tokenOut) outputs.push(received.register);
      else if (earlier === undefined) balances.set(token, received);
      else builder.add({ op: "add", out: earlier.register, in: received.register });
    },
  };
}

/**
 * Notes the host's balances, without what the route starts with, of what hops pay into a position:
 * only what has really arrived is paid in, and not what the host has of its own, as what a pool or
 * the program says would be.
 */
function addPositionBases(builder: ProgramBuilder, flow: Flow): Map<Address, number> {
  if (!flow.intoPosition) return new Map();
  const paidIn = flow.hops
    .filter(({ edge }) => edge.tokenOut === flow.tokenOut)
    .map(({ edge }) => edge.tokenIn)
    .filter((token) => flow.hops.some((hop) => paidBy(hop).includes(token)));
  const bases = new Map([...new Set(paidIn)].map((token) => [token, builder.register()]));
  for (const [token, out] of bases) {
    const source = flow.sources.find((each) => each.token === token);
    if (source === undefined) builder.add({ op: "balance", out, token: currencyOf(token) });
    else builder.add(...withoutSource(source, out));
  }
  return bases;
}

/** What the host has of a source's token beside it: the gain over the source itself. */
function withoutSource({ token, amount }: Source, out: number): readonly Step[] {
  if (amount === undefined) throw new Error(`hops join ${token}, whose amount is not known`);
  return [
    { op: "set", out, literal: amount },
    { op: "gain", out, token: currencyOf(token) },
  ];
}

/** Where an amount sent to `to` waits. */
export function placeOf(builder: ProgramBuilder, to: Address): Place {
  return to === builder.host.address ? "host" : "pool";
}

/** A source where hops that give its token pay it to, so that all of it is in one place. */
function settled(builder: ProgramBuilder, { hops }: Flow, { token, balance }: Source): Balance {
  const to = placeFor(builder, hops, token);
  const isJoined = hops.some((hop) => paidBy(hop).includes(token));
  if (!isJoined || balance.place !== "host" || to === builder.host.address) return balance;
  builder.add({ op: "send", in: balance.register, token, to });
  return { register: balance.register, place: "pool" };
}

function share(builder: ProgramBuilder, held: Balance, shareX64: bigint | null): Balance {
  if (shareX64 === null) return held;
  const part = builder.register();
  builder.add({ op: "take", out: part, in: held.register, shareX64 });
  return { register: part, place: held.place };
}

/**
 * Who a token that `hops` spend is paid to first: the pair that takes all of it, else the host. A
 * pair that another hop mints or burns shares of, or trades in, takes what waits there for its own:
 * nothing is paid ahead to it.
 */
export function placeFor(builder: ProgramBuilder, hops: readonly Hop[], token: Address): Address {
  const { address } = builder.host;
  const [only, second] = hops.filter((hop) => spentBy(hop).includes(token));
  if (only === undefined || second !== undefined) return address;
  const operation = anyOperationOf(only);
  if (operation.kind !== "v2-swap") return address;
  const { id } = only.edge.state;
  if (hops.some((hop) => hop !== only && hop.edge.state.id === id)) return address;
  const isMeasured = hops.some((hop) => hop.edge.tokenOut === token && measuresGain(hop));
  return isMeasured ? address : operation.pair;
}

/** Whether the output is what the host gains, so that it has to be paid to the host. */
function measuresGain(hop: Hop): boolean {
  const operation = anyOperationOf(hop);
  return operation.kind === "call" && operation.amountOut.from === "gain";
}
