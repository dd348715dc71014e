import type { Address, Hash, Hex, StateOverride } from "viem";
import type { RpcRequest } from "../blocks.ts";

/** How a node simulates: with a method made for it, or by an eth_call with state overrides. */
export type Means = "eth_simulateV1" | "eth_call";

/** A call of a simulation. */
export interface SimulatedCall {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  /** Wei. */
  readonly value: bigint;
}

/** A transaction to run in the block after another one, and what to read before and after it. */
export interface Simulation {
  /** Whose state it runs on. */
  readonly block: { readonly number: number; readonly hash: Hash };
  /** The block that it runs in. */
  readonly next: {
    readonly number: bigint;
    /** Seconds since the epoch. */
    readonly timestamp: bigint;
  };
  /** Of the state, each account once. */
  readonly overrides: StateOverride;
  /** Calls that run before everything else, whose effects stay. */
  readonly preceding: readonly SimulatedCall[];
  /** Taken before and after the transaction. */
  readonly reads: readonly { readonly to: Address; readonly data: Hex }[];
  readonly transaction: SimulatedCall;
  /** An account that notes what it is called with, `Simulated.reported`; null: none. */
  readonly reporter: Address | null;
}

/** What became of a call: what it returned, or reverted with. */
export interface Outcome {
  readonly ok: boolean;
  readonly data: Hex;
}

/** What a simulation came to. */
export interface Simulated {
  readonly preceding: readonly Outcome[];
  readonly before: readonly Outcome[];
  readonly transaction: Outcome & {
    /**
     * Gas that it needs while it runs: what it used before refunds, or a bound of that where the
     * node does not tell, at most 5/4 of it.
     */
    readonly gas: bigint;
    /** Gas that it pays for, refunds deducted; null where the means does not tell. */
    readonly gasUsed: bigint | null;
  };
  readonly after: readonly Outcome[];
  /** All that the transaction called the reporter with. */
  readonly reported: Hex;
}

/** Calls on the state of a block, in groups that do not depend on each other. */
export interface CallGroups {
  readonly blockNumber: bigint;
  /** In each, a call sees what those before it did. */
  readonly groups: readonly (readonly SimulatedCall[])[];
  /** Gas of each call, at most. */
  readonly gas: bigint;
  /**
   * Whether senders that are not called in any group have to keep their code. Where they need not,
   * an eth_call spares the questions for it, and says that its outcomes are not exact.
   */
  readonly senders: "as they are" | "without code";
}

/** What became of a group of calls. */
export interface GroupOutcome {
  readonly outcomes: readonly Outcome[];
  /** Whether every sender had its own code. */
  readonly isExact: boolean;
}

/** Asks one node. Rejects as its transport does. */
export type Ask = (request: RpcRequest) => Promise<unknown>;

/** What a node was found to be able to do. */
export interface Ability {
  readonly means: Means;
  /** Of its newest block. */
  readonly gasLimit: bigint;
  /** Gas that it gives an eth_call that asks for the most; null: it has other means. */
  readonly callGas: bigint | null;
}

/** One means, on one node. */
export interface Simulator {
  readonly means: Means;
  /** Rejects when the node refuses, or does not answer. */
  run(simulation: Simulation): Promise<Simulated>;
  /**
   * Runs groups of calls. Null for a group that was not come to, which is to be asked for again; it
   * comes to the first.
   */
  runGroups(groups: CallGroups): Promise<readonly (GroupOutcome | null)[]>;
}
