import type { Address } from "viem";
import { currencyOf } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import type { ProgramBuilder } from "../program/builder.ts";
import { minimumAfterSlippage } from "../trade/slippage.ts";
import { type Compiler, outputKey } from "./compiler.ts";
import type { Limit } from "./limit.ts";

/** An output of an action, and what its minimum follows from. */
interface Demanded {
  /** Place of the action. */
  readonly index: number;
  /** Place among its outputs. */
  readonly output: number;
  readonly register: number;
  /** By the states of the snapshot, smallest unit; null where they do not tell. */
  readonly planned: bigint | null;
  readonly limit: Limit;
  /** Part of what the register holds that was there before, and is no gain; absent: none. */
  readonly held?: bigint;
}

/**
 * Adds steps, and measures what they bring to the wallet: what a pool or vault says that it paid,
 * or the program computed, is no proof that it arrived.
 *
 * @returns Register with the gain of the token.
 */
export function addMeasured(builder: ProgramBuilder, token: Address, add: () => void): number {
  const [gain] = addMeasuredEach(builder, [token], add);
  if (gain === undefined) throw new Error("nothing was measured");
  return gain;
}

/** As `addMeasured`, of several tokens. */
export function addMeasuredEach(
  builder: ProgramBuilder,
  tokens: readonly Address[],
  add: () => void,
): readonly number[] {
  const gains = tokens.map((token) => ({ out: builder.register(), token: currencyOf(token) }));
  for (const gain of gains) builder.add({ op: "balance", ...gain });
  add();
  for (const gain of gains) builder.add({ op: "gain", ...gain });
  return gains.map(({ out }) => out);
}

/**
 * Adds the step that demands the minimum of an output, once its amount is known.
 *
 * @throws {ServiceError} Where the simulated amount is none to take a minimum from: 0, below the
 *   caller's own minimum, or below the plan by more than the slippage.
 */
export function addDemand(compiler: Compiler, demanded: Demanded): void {
  if (compiler.minimums === "none") return;
  const minimum = minimumOf(compiler, demanded) + (demanded.held ?? 0n);
  compiler.builder.add({ op: "at-least", in: demanded.register, minimum });
}

function minimumOf(
  { estimates }: Pick<Compiler, "estimates">,
  { index, output, planned, limit, held = 0n }: Demanded,
): bigint {
  const found = estimates.get(outputKey(index, output));
  const gained = found === undefined ? planned : found - held;
  if (gained === null) throw new Error(`output ${output} of action ${index} was never simulated`);
  const refused = (reason: string, remedy: string) =>
    new ServiceError("SIMULATION_FAILED", `action ${index} ${reason}; ${remedy}.`, {
      data: { index, reason, amountOut: gained.toString() },
    });
  if (gained === 0n) throw refused("gives 0 in the simulation", "raise its amount or leave it out");
  if (limit.kind === "minimum") {
    const minimum = limit.amounts[output];
    if (minimum === undefined) throw new Error(`output ${output} of action ${index} has no limit`);
    if (gained >= minimum) return minimum;
    throw refused(
      `gives ${gained} in the simulation, below minAmountOut ${minimum}`,
      "lower minAmountOut or try later",
    );
  }
  const least = planned === null ? 1n : minimumAfterSlippage(planned, limit.bps);
  if (gained >= least) return minimumAfterSlippage(gained, limit.bps);
  throw refused(
    `gives ${gained} in the simulation, though ${planned} by the pools' state, which is more than ${limit.bps} basis points of slippage`,
    "raise slippage or give minAmountOut if that is meant",
  );
}
