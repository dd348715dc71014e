import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { Route } from "../router/route.ts";
import { executorOf, ROUTER_ADDRESS, SHARED_EXECUTOR_ADDRESS } from "./contracts.ts";
import { defaultDeadline } from "./deadline.ts";
import { type Execution, type WalletAccount, walletPayment } from "./execution.ts";
import { type Fee, planProgram } from "./plan.ts";
import { encodeRoute, type Outcome } from "./router-call.ts";
import { contractToken } from "./single-steps.ts";
import { encodeExecute, encodeRun } from "./wallet-call.ts";
import { planWalletProgram } from "./wallet-plan.ts";

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

/** Builds the transaction of a route, which `account` executes; null: the router contract. */
export function buildRouteExecution(order: RouteOrder, account: WalletAccount | null): Execution {
  return account === null ? routerExecution(order) : walletExecution(order, account);
}

function routerExecution(order: RouteOrder): Execution {
  const { snapshot, request, route } = order;
  const planned = planProgram(route, {
    receiver: request.receiver,
    fee: feeOf(order),
    executors: { shared: SHARED_EXECUTOR_ADDRESS, own: executorOf(request.fromAddress) },
    wrappedNative: snapshot.wrappedNative,
    refundReceiver: request.refundReceiver,
    minimumCredit: isPosition(order) ? order.minAmountOut : null,
  });
  const { tokenIn, payTo } = planned;
  const outcome = isPosition(order)
    ? // A position has no balance that the router contract could compare: it leaves the minimum to
      // the program.
      { ...outcomeOf(order), tokenOut: ROUTER_ADDRESS, minAmountOut: 0n }
    : outcomeOf(order);
  const data = encodeRoute({ tokenIn, amountIn: request.amountIn, payTo, ...outcome }, planned);
  return {
    tx: { data, to: ROUTER_ADDRESS, from: request.fromAddress, value: nativeValue(request) },
    delegated: false,
    payments: [{ ...paid(request), owner: request.fromAddress, spender: ROUTER_ADDRESS }],
  };
}

function walletExecution(order: RouteOrder, account: WalletAccount): Execution {
  const { request, route } = order;
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
  const outcome = outcomeOf(order);
  const data = isPosition(order)
    ? encodeRun(outcome.deadline, program)
    : encodeExecute({ amountIn: request.amountIn, ...outcome }, program);
  return {
    tx: { data, to: account.target, from: request.fromAddress, value: nativeValue(request) },
    delegated: account.delegated,
    payments: [walletPayment(account, request, paid(request))],
  };
}

function outcomeOf({ snapshot, request, minAmountOut }: RouteOrder): Outcome {
  const { receiver } = request;
  const tokenOut = contractToken(request.tokenOut);
  return { tokenOut, minAmountOut, receiver, deadline: defaultDeadline(snapshot) };
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

function feeOf({ request, feeAmount }: RouteOrder): Fee | null {
  const receiver = request.fee?.receiver ?? null;
  if (feeAmount === null || feeAmount === 0n || receiver === null) return null;
  return { amount: feeAmount, receiver };
}
