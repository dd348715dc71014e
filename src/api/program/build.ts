import type { Address } from "viem";
import { currencyOf, NATIVE } from "../../lib/address.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { JointRoute, RouteInput } from "../router/route.ts";
import { executorOf, ROUTER_ADDRESS, SHARED_EXECUTOR_ADDRESS } from "./contracts.ts";
import { type Execution, type WalletAccount, walletPayment } from "./execution.ts";
import { planMultiProgram } from "./multi-plan.ts";
import type { SignedPermit } from "./permit.ts";
import { type Fee, planProgram, type RouterContext } from "./plan.ts";
import {
  encodeRoute,
  encodeRouteMulti,
  encodeRouteWithPermit,
  encodeRouteWithPermit2,
  type Outcome,
} from "./router-call.ts";
import { encodeExecute, encodeExecuteMulti, encodeRun } from "./wallet-call.ts";
import { planWalletProgram } from "./wallet-plan.ts";

/** What the transaction of a route is to do. Amounts in the smallest unit. */
export interface RouteTerms {
  readonly fromAddress: Address;
  /** Whose inputs are spent. With `router` it is `fromAddress`. */
  readonly spender: Address;
  readonly receiver: Address;
  readonly refundReceiver: Address;
  /** One to five, fees included; no token twice, none tokenOut. */
  readonly inputs: readonly RouteInput[];
  readonly tokenOut: Address;
  /** Null when no fee was asked for; bps 0 is a fee of 0. */
  readonly fee: { readonly bps: number; readonly receiver: Address | null } | null;
}

/**
 * A route and all that its transaction says besides. `request.inputs` include the fees;
 * `route.inputs` do not.
 */
export interface RouteOrder {
  readonly snapshot: Snapshot;
  readonly request: RouteTerms;
  readonly route: JointRoute;
  /** By input; null when no fee was asked for. */
  readonly feeAmounts: readonly bigint[] | null;
  readonly minAmountOut: bigint;
  /** Seconds since the epoch. */
  readonly deadline: bigint;
  /**
   * What the sender signs instead of an allowance, with the router contract alone; null: nothing.
   */
  readonly permit: SignedPermit | null;
}

/** Builds the transaction of a route, which `account` executes; null: the router contract. */
export function buildRouteExecution(order: RouteOrder, account: WalletAccount | null): Execution {
  return account === null ? routerExecution(order) : walletExecution(order, account);
}

function routerExecution(order: RouteOrder): Execution {
  const { request, permit } = order;
  const spender = permit?.kind === "permit2" ? permit.contract : ROUTER_ADDRESS;
  const owner = request.fromAddress;
  return {
    tx: { data: routerData(order), to: ROUTER_ADDRESS, from: owner, value: nativeValue(request) },
    delegated: false,
    payments: request.inputs.map((input) => ({ ...input, owner, spender })),
  };
}

function routerData(order: RouteOrder) {
  const { snapshot, request, route, permit } = order;
  const context: RouterContext = {
    receiver: request.receiver,
    executors: {
      shared: SHARED_EXECUTOR_ADDRESS,
      // Takes two hashes, and most routes make no calls.
      get own() {
        return executorOf(request.fromAddress);
      },
    },
    refundReceiver: request.refundReceiver,
    minimumCredit: isPosition(order) ? order.minAmountOut : null,
  };
  const outcome = isPosition(order)
    ? // A position has no balance that the router contract could compare: it leaves the minimum to
      // the program.
      { ...outcomeOf(order), tokenOut: ROUTER_ADDRESS, minAmountOut: 0n }
    : outcomeOf(order);
  const fees = feesOf(order);
  const [only, second] = route.inputs;
  if (only === undefined) throw new Error("a route without an input");
  if (permit?.kind === "permit2" || second !== undefined) {
    const program = planMultiProgram(route, { ...context, fees });
    const multi = { inputs: program.inputs, ...outcome };
    return permit?.kind === "permit2"
      ? encodeRouteWithPermit2(multi, { nonce: permit.nonce, program })
      : encodeRouteMulti(multi, program);
  }
  const { token, amount: routed } = only;
  const single = { ...route, tokenIn: token, amountIn: routed };
  const [fee = null] = fees;
  const program = planProgram(single, { ...context, fee, wrappedNative: snapshot.wrappedNative });
  const amountIn = routed + (order.feeAmounts?.[0] ?? 0n);
  const { tokenIn, payTo } = program;
  const encode = permit === null ? encodeRoute : encodeRouteWithPermit;
  return encode({ tokenIn, amountIn, payTo, ...outcome }, program);
}

function walletExecution(order: RouteOrder, account: WalletAccount): Execution {
  const { request } = order;
  return {
    tx: {
      data: walletData(order, account),
      ...{ to: account.target, from: request.fromAddress, value: nativeValue(request) },
    },
    delegated: account.delegated,
    payments: request.inputs.map((input) => walletPayment(account, request, input)),
  };
}

function walletData(order: RouteOrder, account: WalletAccount) {
  const { request, route } = order;
  const program = planWalletProgram(route, {
    host: account.host,
    spender: request.spender,
    receiver: request.receiver,
    refundReceiver: request.refundReceiver,
    fees: feesOf(order),
    minimumCredit: isPosition(order) ? order.minAmountOut : null,
  });
  const outcome = outcomeOf(order);
  if (isPosition(order)) return encodeRun(outcome.deadline, program);
  const amountsIn = request.inputs.map(({ amount }) => amount);
  const [amountIn, second] = amountsIn;
  return amountIn === undefined || second !== undefined
    ? encodeExecuteMulti({ amountsIn, ...outcome }, program)
    : encodeExecute({ amountIn, ...outcome }, program);
}

function outcomeOf({ request, minAmountOut, deadline }: RouteOrder): Outcome {
  const tokenOut = currencyOf(request.tokenOut);
  return { tokenOut, minAmountOut, receiver: request.receiver, deadline };
}

function isPosition({ snapshot, request }: RouteOrder): boolean {
  return snapshot.positions.has(request.tokenOut);
}

function nativeValue({ inputs }: RouteTerms): bigint {
  return inputs.find(({ token }) => token === NATIVE)?.amount ?? 0n;
}

function feesOf({ request, feeAmounts }: RouteOrder): readonly (Fee | null)[] {
  const receiver = request.fee?.receiver ?? null;
  return request.inputs.map((_, i) => {
    const amount = feeAmounts?.[i] ?? 0n;
    return amount === 0n || receiver === null ? null : { amount, receiver };
  });
}
