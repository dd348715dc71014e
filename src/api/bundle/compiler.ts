import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { PoolState, QuoteFailure } from "../../protocols/protocol.ts";
import type { HeldState } from "../graph/memory.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import type { ChainMeter } from "../metrics/metrics.ts";
import { createProgramBuilder, type Host, type ProgramBuilder } from "../program/builder.ts";
import type { GasPrice } from "../router/find-route.ts";
import type { Amount, OutputReference } from "./action.ts";
import type { BundleRequest, BundleStep } from "./request.ts";

/** An output of an action: the register that holds it, and what it is expected to be. */
export interface Output {
  /** Place among the action's outputs; of a call, the return word. */
  readonly index: number;
  /**
   * Token, or key of a position; null where the wallet gets nothing: a return word of a call, an
   * amount that was sent away.
   */
  readonly token: Address | null;
  readonly register: number;
  /** Smallest unit; null while only a simulation can tell. */
  readonly expected: bigint | null;
}

/** An amount of a token that an action takes from the wallet. */
export interface Consumption {
  readonly token: Address;
  readonly amount: Amount;
}

/**
 * Why the edge of an action will not take its amount, as far as the snapshot tells; earlier actions
 * may have changed that.
 */
export interface Refusal {
  readonly edge: GraphEdge;
  readonly reason: QuoteFailure;
  /** Most that it takes in the next block, smallest unit of the edge's tokenIn. */
  readonly maxAmountIn: bigint;
}

/** An amount that is no output of an action, but that its compilation wants to know. */
export interface Reported {
  /** Place among the action's outputs and these. */
  readonly index: number;
  readonly register: number;
}

/** What compiling one action gives, besides its steps in the program. */
export interface CompiledAction {
  readonly outputs: readonly Output[];
  readonly consumes: readonly Consumption[];
  readonly step: BundleStep;
  /** Ids of states that the action works on, besides those of its hops. */
  readonly uses?: readonly string[];
  readonly refusal?: Refusal | null;
  /** Listed tokens that it names, of which the wallet may gain without an output that says so. */
  readonly named?: readonly Address[];
  /** Tokens and keys of positions that went to another account than the wallet. */
  readonly paid?: readonly { readonly token: Address; readonly account: Address }[];
  /** Reported with the outputs. */
  readonly reported?: readonly Reported[];
}

/** Thrown when an action can only be planned for an amount that has to be simulated first. */
export class UnknownAmount extends Error {
  override readonly name = "UnknownAmount";
}

/** Simulated outputs by action and output index; they replace expectations. */
export type Estimates = ReadonlyMap<string, bigint>;

/** What the compilation of every action of one bundle shares. */
export interface Compiler {
  readonly snapshot: Snapshot;
  /** The snapshot's states by slug. */
  readonly states: ReadonlyMap<string, readonly HeldState[]>;
  readonly request: BundleRequest;
  readonly permit2: Address;
  readonly builder: ProgramBuilder;
  /** Grows by one with each compiled action. */
  readonly compiled: CompiledAction[];
  /** Pools as the trades compiled so far leave them, by id. */
  readonly traded: Map<string, PoolState>;
  /** Output indexes that later actions use, by action. */
  readonly used: ReadonlyMap<number, ReadonlySet<number>>;
  readonly estimates: Estimates;
  /** Whether actions demand their minimum; "none" while their output is still being found out. */
  readonly minimums: "none" | "slippage";
  readonly gasPriceIn: (tokenOut: Address) => GasPrice;
  readonly meter?: ChainMeter | undefined;
}

/** What is known of the actions compiled so far. */
export interface CompiledSoFar {
  readonly estimates: Estimates;
  readonly compiled: readonly CompiledAction[];
}

/** Key of an output in `Estimates`. */
export function outputKey(action: number, index: number): string {
  return `${action}:${index}`;
}

/** Starts the compilation of a bundle. */
export function createCompiler(
  on: Omit<Compiler, "builder" | "compiled" | "traded"> & { readonly host: Host },
): Compiler {
  const { host, ...rest } = on;
  return { ...rest, builder: createProgramBuilder(host), compiled: [], traded: new Map() };
}

/**
 * What an amount is expected to be; null when it comes from an output that only a simulation can
 * tell.
 */
export function expectedAmount(compiler: CompiledSoFar, amount: Amount): bigint | null {
  if (amount.kind === "literal") return amount.value;
  const simulated = compiler.estimates.get(outputKey(amount.action, amount.index));
  return simulated ?? outputOf(compiler, amount).expected;
}

/** Register with the amount, for steps that only read it. */
export function amountRegister(compiler: Compiler, amount: Amount): number {
  if (amount.kind === "output") return outputOf(compiler, amount).register;
  return literalRegister(compiler, amount.value);
}

/**
 * Register with the amount, for steps that spend it: an output stays available to other actions.
 */
export function ownRegister(compiler: Compiler, amount: Amount): number {
  if (amount.kind === "literal") return literalRegister(compiler, amount.value);
  const { builder } = compiler;
  const out = builder.register();
  // The identity precompile gives its input back: https://www.evm.codes/precompiled#0x04
  builder.add({
    op: "call",
    target: "0x0000000000000000000000000000000000000004",
    valueRegister: 0,
    out,
    outWord: 0,
    approvals: [],
    splices: [{ register: outputOf(compiler, amount).register, offset: 0 }],
    data: `0x${"00".repeat(32)}`,
  });
  return out;
}

/** The output that a reference names; the body was checked, so that it exists. */
export function outputOf(
  compiler: Pick<CompiledSoFar, "compiled">,
  reference: OutputReference,
): Output {
  const outputs = compiler.compiled[reference.action]?.outputs;
  const output = outputs?.find(({ index }) => index === reference.index);
  if (output !== undefined) return output;
  throw new ServiceError(
    "INVALID_ARGUMENT",
    `action ${reference.action} has no output ${reference.index}; use one that it has.`,
    { data: { index: reference.action } },
  );
}

function literalRegister(compiler: Compiler, literal: bigint): number {
  const out = compiler.builder.register();
  compiler.builder.add({ op: "set", out, literal });
  return out;
}
