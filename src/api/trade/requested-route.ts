import { ServiceError } from "../../lib/errors.ts";
import { inTurns } from "../../lib/steps.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { ChainMeter } from "../metrics/metrics.ts";
import { timed } from "../metrics/timed.ts";
import { gasPriceIn } from "../prices/gas-price.ts";
import type { PriceBook } from "../prices/prices.ts";
import { type ExactOutRequest, type ExactOutResult, exactOutSteps } from "../router/exact-out.ts";
import { jointRouteSteps } from "../router/joint-route.ts";
import { asJoint } from "../router/merging.ts";
import type { JointRoute, RouteInput } from "../router/route.ts";
import type { TransactionRequest } from "./pipeline.ts";
import { routeFailed } from "./routing-failure.ts";

const BPS = 10_000n;

/** A route for a request, and what it takes. */
export interface RequestedRoute {
  readonly route: JointRoute;
  /** What is given, fees included. */
  readonly inputs: readonly RouteInput[];
  /** By input; null when no fee was asked for. */
  readonly feeAmounts: readonly bigint[] | null;
}

interface On {
  readonly snapshot: Snapshot;
  readonly prices: PriceBook;
  readonly meter: ChainMeter | undefined;
}

/**
 * The best route for what is given, or where an output is asked for, that of the smallest input
 * which pays it.
 *
 * @param amountOut To be paid at least; null: the request's inputs are given.
 * @throws {ServiceError} Where there is none.
 */
export function requestedRoute(
  on: On,
  request: TransactionRequest,
  amountOut: bigint | null,
): Promise<RequestedRoute> {
  return amountOut === null ? forInputs(on, request) : forOutput(on, request, amountOut);
}

async function forInputs(
  { snapshot, prices, meter }: On,
  request: TransactionRequest,
): Promise<RequestedRoute> {
  const { inputs, fee } = request;
  const feeAmounts = fee && inputs.map(({ amount }) => feeOf(amount, fee.bps));
  const rest = inputs.map(({ token, amount }, i) => {
    return { token, amount: amount - (feeAmounts?.[i] ?? 0n) };
  });
  const gasPrice = gasPriceIn(request.tokenOut, snapshot, prices);
  const asked = { ...request, inputs: rest };
  const search = () => inTurns(jointRouteSteps(snapshot, asked, gasPrice));
  const result = await timed(meter?.searched, search);
  if (result.ok) return { route: result.route, inputs, feeAmounts };
  const { code, message, data } = routeFailed(result.failure, result.request);
  const which = inputs.length > 1 ? { tokenIn: result.request.tokenIn } : {};
  throw new ServiceError(code, message, { data: { ...data, ...which } });
}

async function forOutput(
  { snapshot, prices, meter }: On,
  request: TransactionRequest,
  amountOut: bigint,
): Promise<RequestedRoute> {
  const [input] = request.inputs;
  if (input === undefined) throw new Error("no input to route");
  const { inputs: _, ...terms } = request;
  const asked = { ...terms, tokenIn: input.token, amountOut };
  const gasPrice = gasPriceIn(request.tokenOut, snapshot, prices);
  const search = () => inTurns(exactOutSteps(snapshot, asked, gasPrice));
  const result = await timed(meter?.searched, search);
  if (!result.ok) throw exactOutFailed(result, asked);
  const { route } = result;
  const bps = request.fee?.bps ?? 0;
  const amount = beforeFee(route.amountIn, bps);
  return {
    route: asJoint(route),
    inputs: [{ token: input.token, amount }],
    feeAmounts: request.fee && [feeOf(amount, bps)],
  };
}

/** floor(amount * bps / 10000) */
function feeOf(amount: bigint, bps: number): bigint {
  return (amount * BigInt(bps)) / BPS;
}

/** The smallest amount of which the fee leaves so much. */
export function beforeFee(left: bigint, bps: number): bigint {
  let amount = (left * BPS) / (BPS - BigInt(bps)) + 1n;
  while (amount - 1n - feeOf(amount - 1n, bps) >= left) amount -= 1n;
  return amount;
}

function exactOutFailed(
  failure: Exclude<ExactOutResult, { readonly ok: true }>,
  asked: ExactOutRequest,
): ServiceError {
  const { tokenIn, tokenOut, amountOut } = asked;
  switch (failure.reason) {
    case "insufficient-liquidity":
    case "cap-exceeded": {
      const most = "maxAmountOut" in failure ? failure.maxAmountOut : 0n;
      const code =
        failure.reason === "cap-exceeded" ? "CAP_EXCEEDED" : ("INSUFFICIENT_LIQUIDITY" as const);
      return new ServiceError(
        code,
        `no route from ${tokenIn} pays ${amountOut} of ${tokenOut}; ask for at most ${most}.`,
        { data: { maxAmountOut: most.toString() } },
      );
    }
    default:
      return routeFailed(failure, { ...asked, amountIn: 1n });
  }
}
