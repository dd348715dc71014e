import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import { decodeRevert, NO_REASON } from "../program/revert.ts";
import type { SimulationResult } from "../simulation/simulate.ts";
import type { CompiledBundle } from "./compile.ts";
import type { Estimates, Refusal } from "./compiler.ts";
import { fundingOf } from "./funding.ts";
import type { BundleAction } from "./verbs/index.ts";

/** A bundle whose simulation reverted. */
export interface FailedBundle {
  readonly result: Extract<SimulationResult, { ok: false }>;
  readonly bundle: CompiledBundle;
  readonly actions: readonly BundleAction[];
  /** The outputs that were known when it was compiled. */
  readonly estimates: Estimates;
}

/**
 * The error of a bundle whose simulation reverted, with the action that failed: `CAP_EXCEEDED`,
 * `PROTOCOL_PAUSED` or `INSUFFICIENT_LIQUIDITY` where the protocol's state says that it will not
 * take the amount, else `SIMULATION_FAILED`.
 */
export async function bundleFailed(
  failed: FailedBundle,
  hasCode: (address: Address) => Promise<boolean>,
): Promise<ServiceError> {
  const { result, bundle } = failed;
  const { step, target, reason: given } = decodeRevert(result.revertData);
  const index = step === null ? null : actionAt(bundle, step);
  const why = index !== null && given === NO_REASON ? await causeOf(failed, index, hasCode) : null;
  const reason = why ?? given;
  const refusal = index === null ? null : (bundle.actions[index]?.refusal ?? null);
  if (index !== null && refusal !== null) {
    const refused = refusedBy(refusal, { index, reason });
    if (refused !== null) return refused;
  }
  const where = index === null ? "the bundle" : `action ${index}`;
  const at = target === null ? "" : ` (${target})`;
  return new ServiceError(
    "SIMULATION_FAILED",
    `${where} reverts${at}: ${reason}; nothing was executed, change the action or its amounts.`,
    { data: { index, reason } },
  );
}

/** What is known to make an action revert that gave no reason; null: nothing. */
async function causeOf(
  { bundle, actions, estimates }: FailedBundle,
  index: number,
  hasCode: (address: Address) => Promise<boolean>,
): Promise<string | null> {
  const action = actions[index];
  if (action?.kind === "call" && !(await hasCode(action.address))) return "no contract is there";
  const { shortages } = fundingOf({ estimates, compiled: bundle.actions });
  const short = shortages.find((shortage) => shortage.action === index);
  if (short === undefined) return null;
  return `it takes ${short.taken} of ${short.token}, of which the actions before it leave ${short.left}`;
}

function refusedBy(
  { edge, reason: why, maxAmountIn }: Refusal,
  { index, reason }: { readonly index: number; readonly reason: string },
): ServiceError | null {
  const pair = `${edge.tokenIn} to ${edge.tokenOut}`;
  const data = { index, reason, maxAmountIn: maxAmountIn.toString() };
  const most = `${edge.state.slug} takes at most ${maxAmountIn} from ${pair}`;
  switch (why) {
    case "cap-exceeded":
      return new ServiceError(
        "CAP_EXCEEDED",
        `action ${index}: by its limit ${most}; lower the amount or wait.`,
        { data },
      );
    case "insufficient-liquidity":
      return new ServiceError(
        "INSUFFICIENT_LIQUIDITY",
        `action ${index}: with the liquidity it has ${most}; lower the amount.`,
        { data },
      );
    case "paused":
      return new ServiceError(
        "PROTOCOL_PAUSED",
        `action ${index}: ${edge.state.slug} has paused what leads from ${pair}; wait until it is resumed.`,
        { data },
      );
    case "amount-too-small":
      return null;
  }
}

/** The action that a step belongs to; null for the steps before the first and after the last. */
function actionAt(bundle: CompiledBundle, step: number): number | null {
  const next = bundle.starts.findIndex((start) => start > step);
  const index = next === -1 ? bundle.starts.length - 1 : next - 1;
  return index >= 0 && index < bundle.actions.length + (bundle.complete ? 0 : 1) ? index : null;
}
