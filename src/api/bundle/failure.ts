import { ServiceError } from "../../lib/errors.ts";
import { decodeRevert } from "../program/revert.ts";
import type { SimulationResult } from "../simulation/simulate.ts";
import type { CompiledBundle } from "./compile.ts";
import type { Refusal } from "./compiler.ts";

/**
 * The error of a bundle whose simulation reverted, with the action that failed: `CAP_EXCEEDED`,
 * `PROTOCOL_PAUSED` or `INSUFFICIENT_LIQUIDITY` where the protocol's state says that it will not
 * take the amount, else `SIMULATION_FAILED`.
 */
export function bundleFailed(
  result: Extract<SimulationResult, { ok: false }>,
  bundle: CompiledBundle,
): ServiceError {
  const { step, target, reason } = decodeRevert(result.revertData);
  const index = step === null ? null : actionAt(bundle, step);
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
