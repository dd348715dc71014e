import { type Address, encodeFunctionData, prepareEncodeFunctionData } from "viem";
import { coreWalletAbi } from "../../../abis/weir/CoreWallet.ts";
import { routerAbi } from "../../../abis/weir/Router.ts";
import { NATIVE } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { Route } from "../router/route.ts";
import { EXECUTOR_ADDRESS, ROUTER_ADDRESS } from "./contracts.ts";
import { encodeProgram } from "./encode.ts";
import { type Execution, type WalletAccount, walletPayment } from "./execution.ts";
import { type Fee, planProgram } from "./plan.ts";
import { contractToken } from "./single-steps.ts";
import { MAX_LITERAL } from "./steps.ts";
import { planWalletProgram } from "./wallet-plan.ts";

// Prepared, since each encoding would hash the signature anew.
const ROUTE = prepareEncodeFunctionData({ abi: routerAbi, functionName: "route" });
const RUN = prepareEncodeFunctionData({ abi: coreWalletAbi, functionName: "run" });
const EXECUTE = prepareEncodeFunctionData({ abi: coreWalletAbi, functionName: "execute" });
/** How long a transaction stays valid after the simulated block. */
const VALID_FOR_SECONDS = 3600n;

/** What the transaction of a route is to do. Amounts in the smallest unit. */
export interface RouteTerms {
  readonly fromAddress: Address;
  /** Whose tokenIn is spent. With `router` it is `fromAddress`. */
  readonly spender: Address;
  readonly receiver: Address;
  readonly refundReceiver: Address;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** Fee included. */
  readonly amountIn: bigint;
  /** Null when no fee was asked for; bps 0 is a fee of 0. */
  readonly fee: { readonly bps: number; readonly receiver: Address | null } | null;
}

/**
 * A route and all that its transaction says besides. `request.amountIn` includes the fee;
 * `route.amountIn` does not.
 */
export interface RouteOrder {
  readonly snapshot: Snapshot;
  readonly request: RouteTerms;
  readonly route: Route;
  readonly feeAmount: bigint | null;
  readonly minAmountOut: bigint;
}

/**
 * Builds the transaction of a route, which `account` executes; null: the router contract.
 *
 * Throws `ServiceError` `INVALID_ARGUMENT` when a fee is asked for on an amount of 2^128 or more,
 * which a program cannot hold.
 */
export function buildRouteExecution(order: RouteOrder, account: WalletAccount | null): Execution {
  return account === null ? routerExecution(order) : walletExecution(order, account);
}

function routerExecution(order: RouteOrder): Execution {
  const { snapshot, request, route } = order;
  const planned = planProgram(route, {
    receiver: request.receiver,
    fee: feeOf(order),
    executor: EXECUTOR_ADDRESS,
    wrappedNative: snapshot.wrappedNative,
    refundReceiver: request.refundReceiver,
    minimumCredit: isPosition(order) ? order.minAmountOut : null,
  });
  const data = encodeFunctionData({
    ...ROUTE,
    args: [
      {
        tokenIn: planned.tokenIn,
        amountIn: request.amountIn,
        payTo: planned.payTo,
        // A position has no balance that the router contract could compare: it leaves the minimum
        // to the program.
        ...(isPosition(order)
          ? { tokenOut: ROUTER_ADDRESS, minAmountOut: 0n }
          : { tokenOut: contractToken(request.tokenOut), minAmountOut: order.minAmountOut }),
        receiver: request.receiver,
        deadline: deadline(snapshot),
      },
      encodeProgram(planned),
    ],
  });
  return {
    tx: { data, to: ROUTER_ADDRESS, from: request.fromAddress, value: nativeValue(request) },
    delegated: false,
    payments: [{ ...paid(request), owner: request.fromAddress, spender: ROUTER_ADDRESS }],
  };
}

function walletExecution(order: RouteOrder, account: WalletAccount): Execution {
  const { snapshot, request, route } = order;
  const program = planWalletProgram(route, {
    host: account.host,
    spender: request.spender,
    receiver: request.receiver,
    refundReceiver: request.refundReceiver,
    fee: feeOf(order),
    position: isPosition(order)
      ? { amountIn: request.amountIn, minimumCredit: order.minAmountOut }
      : null,
  });
  const data = isPosition(order)
    ? encodeFunctionData({
        ...RUN,
        args: [encodeProgram(program)],
      })
    : encodeFunctionData({
        ...EXECUTE,
        args: [
          {
            amountIn: request.amountIn,
            tokenOut: contractToken(request.tokenOut),
            minAmountOut: order.minAmountOut,
            receiver: request.receiver,
            deadline: deadline(snapshot),
          },
          encodeProgram(program),
        ],
      });
  return {
    tx: { data, to: account.target, from: request.fromAddress, value: nativeValue(request) },
    delegated: account.delegated,
    payments: [walletPayment(account, request, paid(request))],
  };
}

function isPosition({ snapshot, request }: RouteOrder): boolean {
  return snapshot.positions.has(request.tokenOut);
}

function paid(request: RouteTerms): { readonly token: Address; readonly amount: bigint } {
  return { token: request.tokenIn, amount: request.amountIn };
}

function nativeValue(request: RouteTerms): bigint {
  return request.tokenIn === NATIVE ? request.amountIn : 0n;
}

function deadline(snapshot: Snapshot): bigint {
  return snapshot.next.timestamp + VALID_FOR_SECONDS;
}

function feeOf({ request, feeAmount }: RouteOrder): Fee | null {
  const receiver = request.fee?.receiver ?? null;
  if (feeAmount === null || feeAmount === 0n || receiver === null) return null;
  if (request.amountIn > MAX_LITERAL) {
    throw new ServiceError(
      "INVALID_ARGUMENT",
      `amountIn ${request.amountIn} with a fee exceeds ${MAX_LITERAL}; lower the amount or drop the fee.`,
      { details: [{ path: "amountIn", message: `at most ${MAX_LITERAL} together with a fee` }] },
    );
  }
  return { amount: feeAmount, receiver };
}
