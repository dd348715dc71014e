import type { Address } from "viem";
import type { Program, Step } from "./steps.ts";

/** The contract that runs a program and holds tokens between its steps. */
export interface Host {
  readonly address: Address;
  /**
   * Whether its code is ours, so that pools and those who hold their tokens can call it back. For
   * other code (a Safe) adapters are paid before, which are called back in its place.
   */
  readonly receivesCallbacks: boolean;
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
