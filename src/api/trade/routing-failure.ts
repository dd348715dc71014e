import { ServiceError } from "../../lib/errors.ts";
import type { RouteFailure, RouteRequest } from "../router/route.ts";

/**
 * The error for a request without a route; `index` is the bundle action that asked for it, when one
 * did.
 */
export function routeFailed(
  failure: RouteFailure,
  request: RouteRequest,
  index?: number,
): ServiceError {
  const pair = `${request.tokenIn} to ${request.tokenOut}`;
  const who = index === undefined ? "" : `action ${index}: `;
  const place = index === undefined ? {} : { index };
  switch (failure.reason) {
    case "no-route":
      return new ServiceError(
        "NO_ROUTE",
        `${who}no pools connect ${pair} within the hops and protocols allowed; try other tokens or fewer restrictions.`,
        { data: place },
      );
    case "insufficient-liquidity": {
      const maxAmountIn = failure.maxAmountIn.toString();
      return new ServiceError(
        "INSUFFICIENT_LIQUIDITY",
        `${who}no route from ${pair} takes ${request.amountIn}; at most ${maxAmountIn} can be routed.`,
        { data: { ...place, maxAmountIn } },
      );
    }
    case "cap-exceeded": {
      const maxAmountIn = failure.maxAmountIn.toString();
      return new ServiceError(
        "CAP_EXCEEDED",
        `${who}a limit of the protocol lets at most ${maxAmountIn} go from ${pair}, not ${request.amountIn}; lower the amount or wait.`,
        { data: { ...place, maxAmountIn } },
      );
    }
    case "paused":
      return new ServiceError(
        "PROTOCOL_PAUSED",
        `${who}${failure.slug} has paused what leads from ${pair}, and nothing else does; wait until it is resumed.`,
        { data: { ...place, maxAmountIn: "0" } },
      );
    case "amount-too-small": {
      const minAmountIn = failure.minAmountIn.toString();
      return new ServiceError(
        "AMOUNT_TOO_SMALL",
        `${who}${request.amountIn} is worth less than one unit of ${request.tokenOut}; send at least ${minAmountIn}.`,
        { data: { ...place, minAmountIn } },
      );
    }
  }
}
