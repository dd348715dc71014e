import type { Address } from "viem";
import type { Program, Step } from "./steps.ts";

/** The contract that runs a program and holds tokens between its steps. */
export interface Host {
  readonly address: Address;
  /**
   * How it swaps on V3-style pools: the pool calls back its own code, or, where that code is not
   * ours (a Safe), the prepaid adapter's.
   */
  readonly v3:
    | { readonly via: "callback" }
    | { readonly via: "adapter"; readonly address: Address };
}

/** Collects the steps of one program and hands out its registers. */
export interface ProgramBuilder {
  readonly host: Host;
  readonly steps: readonly Step[];
  /** A register not used before. */
  register(): number;
  add(...steps: readonly Step[]): void;
  program(): Program;
}

/**
 * Register that holds the input when a route's program starts, or the first of several, and 0 when
 * a bundle's does.
 */
export const INPUT_REGISTER = 1;

/**
 * Starts an empty program.
 *
 * @param inputs How many registers, from `INPUT_REGISTER` on, hold inputs when it starts.
 */
export function createProgramBuilder(host: Host, inputs = 1): ProgramBuilder {
  const steps: Step[] = [];
  let registers = inputs;
  return {
    host,
    steps,
    register() {
      registers += 1;
      return registers;
    },
    add(...more) {
      steps.push(...more);
    },
    program: () => ({ registers, steps: [...steps] }),
  };
}
