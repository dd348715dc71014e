import type { Address, Hex } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { RouteTerms } from "../program/build.ts";
import { decodeRevert } from "../program/revert.ts";
import type { JointRoute } from "../router/route.ts";

/**
 * The error of a transaction that reverts in its simulation: the step, the contract and its
 * protocol as far as they are known, and how to go around it.
 */
export function simulationFailed(
  revertData: Hex,
  { request, route }: { readonly request: RouteTerms; readonly route: Pick<JointRoute, "hops"> },
): ServiceError {
  const { step, target, reason } = decodeRevert(revertData);
  const venue = target === null ? null : venueAt(route, target);
  const called = target === null ? "" : ` (${venue === null ? "" : `${venue}, `}${target})`;
  const where = step === null ? "" : ` at step ${step}${called}`;
  const remedy =
    venue === null
      ? "change the amount, the limit or the receiver"
      : `change the amount or the limit, or go around it with ignoreProtocols=${venue}`;
  return new ServiceError(
    "SIMULATION_FAILED",
    `the transaction from ${request.inputs.map(({ token }) => token).join(", ")} to ${request.tokenOut} reverts${where}: ${reason}; ${remedy}.`,
    { data: { index: step, reason } },
  );
}

/** Slug of the hop whose pool is at an address; null where none is. */
function venueAt({ hops }: Pick<JointRoute, "hops">, target: Address): string | null {
  const found = hops.find(({ edge: { state } }) => {
    return ("address" in state ? state.address : state.id) === target;
  });
  return found?.edge.state.slug ?? null;
}
