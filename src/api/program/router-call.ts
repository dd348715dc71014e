import { type Address, encodeFunctionData, type Hex, prepareEncodeFunctionData } from "viem";
import { routerAbi } from "../../../abis/weir/Router.ts";
import { encodeRouterProgram, type RouterProgram } from "./router-program.ts";

// Prepared, since each encoding would hash the signature anew.
const ROUTE = prepareEncodeFunctionData({ abi: routerAbi, functionName: "route" });
const PERMIT = prepareEncodeFunctionData({ abi: routerAbi, functionName: "routeWithPermit" });
const MULTI = prepareEncodeFunctionData({ abi: routerAbi, functionName: "routeMulti" });
const PERMIT2 = prepareEncodeFunctionData({ abi: routerAbi, functionName: "routeWithPermit2" });

/** What comes out of a swap. The zero address is the native coin. */
export interface Outcome {
  /** The router's own address: a position that is no token. */
  readonly tokenOut: Address;
  /** Smallest unit; 0 for a position, whose minimum is a step of the program. */
  readonly minAmountOut: bigint;
  readonly receiver: Address;
  /** Seconds since the epoch. */
  readonly deadline: bigint;
}

/** What the router is told besides the program. The zero address is the native coin. */
export interface RouterOrder extends Outcome {
  readonly tokenIn: Address;
  /** Smallest unit. */
  readonly amountIn: bigint;
  /** Who is paid amountIn before the program starts; zero: the program pulls. */
  readonly payTo: Address;
}

/** One of several inputs of the router. */
export interface RouterInput {
  /** The zero address is the native coin, which goes to the caller's own executor. */
  readonly token: Address;
  /** Smallest unit. */
  readonly amount: bigint;
  /** Who is paid it before the program starts; zero for the native coin alone. */
  readonly payTo: Address;
}

/** What the router is told of a swap of one to five inputs. */
export interface MultiRouterOrder extends Outcome {
  readonly inputs: readonly RouterInput[];
}

/** Calldata of a swap whose tokenIn the router was allowed. */
export function encodeRoute(order: RouterOrder, program: RouterProgram): Hex {
  return encodeFunctionData({ ...ROUTE, args: [order, encodeRouterProgram(program)] });
}

/**
 * Calldata of a swap for which the caller signs an EIP-2612 permit of amountIn until the deadline;
 * `appendSignature` completes it.
 */
export function encodeRouteWithPermit(order: RouterOrder, program: RouterProgram): Hex {
  return encodeFunctionData({ ...PERMIT, args: [order, encodeRouterProgram(program)] });
}

/** Calldata of a swap of several tokens that the router was allowed. */
export function encodeRouteMulti(order: MultiRouterOrder, program: RouterProgram): Hex {
  return encodeFunctionData({ ...MULTI, args: [order, encodeRouterProgram(program)] });
}

/**
 * Calldata of a swap of one to five tokens that Permit2 was allowed, and for which the caller signs
 * `permit2TypedData`; `appendSignature` completes it.
 *
 * @param nonce Of Permit2's signature transfers, unused so far.
 */
export function encodeRouteWithPermit2(
  order: MultiRouterOrder,
  { nonce, program }: { readonly nonce: bigint; readonly program: RouterProgram },
): Hex {
  return encodeFunctionData({ ...PERMIT2, args: [order, nonce, encodeRouterProgram(program)] });
}
