import { type Address, encodeFunctionData } from "viem";
import { routerAbi } from "../../../abis/Router.ts";
import { NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { Transaction, TransactionRequest } from "../pipeline.ts";
import type { Route } from "../router/route.ts";
import { EXECUTOR_ADDRESS, ROUTER_ADDRESS } from "./contracts.ts";
import { encodeProgram } from "./encode.ts";
import { planProgram } from "./plan.ts";

/** How long a transaction stays valid after the simulated block. */
const VALID_FOR_SECONDS = 3600n;
/** A program's literals have 16 bytes. */
const MAX_LITERAL = (1n << 128n) - 1n;

/**
 * Builds the transaction of the `router` strategy for a route. `request.amountIn` includes the fee; `route.amountIn` does not.
 *
 * Throws `ServiceError` `INVALID_ARGUMENT` when a fee is asked for on an amount of 2^128 or more, which a program cannot hold.
 */
export function buildRouterTransaction(on: {
  readonly snapshot: Snapshot;
  readonly request: Pick<
    TransactionRequest,
    "fromAddress" | "receiver" | "tokenIn" | "tokenOut" | "amountIn" | "fee"
  >;
  readonly route: Route;
  readonly feeAmount: bigint | null;
  readonly minAmountOut: bigint;
}): Transaction {
  const { snapshot, request, route } = on;
  const planned = planProgram(route, {
    receiver: request.receiver,
    fee: feeOf(request, on.feeAmount ?? 0n),
    executor: EXECUTOR_ADDRESS,
    wrappedNative: snapshot.wrappedNative,
  });
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: "route",
    args: [
      {
        tokenIn: planned.tokenIn,
        amountIn: request.amountIn,
        payTo: planned.payTo,
        tokenOut: request.tokenOut === NATIVE ? ZERO_ADDRESS : request.tokenOut,
        minAmountOut: on.minAmountOut,
        receiver: request.receiver,
        deadline: snapshot.next.timestamp + VALID_FOR_SECONDS,
      },
      encodeProgram(planned),
    ],
  });
  const value = request.tokenIn === NATIVE ? request.amountIn : 0n;
  return { data, to: ROUTER_ADDRESS, from: request.fromAddress, value };
}

function feeOf(
  request: Pick<TransactionRequest, "amountIn" | "fee">,
  amount: bigint,
): { readonly amount: bigint; readonly receiver: Address } | null {
  const receiver = request.fee?.receiver ?? null;
  if (amount === 0n || receiver === null) return null;
  if (request.amountIn > MAX_LITERAL) {
    throw new ServiceError(
      "INVALID_ARGUMENT",
      `amountIn ${request.amountIn} with a fee exceeds ${MAX_LITERAL}; lower the amount or drop the fee.`,
      { details: [{ path: "amountIn", message: `at most ${MAX_LITERAL} together with a fee` }] },
    );
  }
  return { amount, receiver };
}
