import { type Address, getAddress, keccak256, slice, stringToHex } from "viem";
import { lower } from "../../lib/address.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { buildRouteExecution } from "../program/build.ts";
import { deadlineOn } from "../program/deadline.ts";
import { delegateAccount, type Execution } from "../program/execution.ts";
import type { JointRoute } from "../router/route.ts";
import { type Measure, sharesMeasure } from "../simulation/balance-call.ts";
import type { TransactionRequest } from "../trade/pipeline.ts";

/** A plan as a transaction of strangers, and what tells what it pays. */
export interface PlanExecution {
  readonly execution: Execution;
  readonly measure: Measure;
}

/** A route of one edge. */
export function routeOfEdge(edge: GraphEdge, amountIn: bigint, quoted: RouteAmounts): JointRoute {
  const { state, tokenIn, tokenOut } = edge;
  return {
    ...{ inputs: [{ token: tokenIn, amount: amountIn }], tokenOut, ...quoted },
    hops: [{ edge, state, shareX64: null, amountIn, ...quoted }],
    ...{ certificate: null, after: new Map(), alternatives: [] },
  };
}

/** What an edge or a route pays, and what it takes. */
export interface RouteAmounts {
  readonly amountOut: bigint;
  readonly gas: bigint;
}

/** Whether the router contract can trade for somebody else into a token. */
export function canBeRouted(snapshot: Snapshot, tokenOut: Address): boolean {
  const position = snapshot.positions.get(tokenOut)?.position;
  return position === undefined || (position.credits === "anyone" && !position.delegateOnly);
}

/**
 * The transaction that makes a route for accounts that nobody uses, with the route's own amount as
 * the minimum.
 *
 * @param byRouter By the router contract, else in a wallet of the payer.
 * @param name Other accounts for every other name.
 */
export function executionOf(
  snapshot: Snapshot,
  route: JointRoute,
  { byRouter, name }: { readonly byRouter: boolean; readonly name: string },
): PlanExecution {
  const { inputs, tokenOut, amountOut } = route;
  const position = snapshot.positions.get(tokenOut)?.position;
  const from = unusedAddress(`payer ${name}`);
  const receiver =
    byRouter || position?.credits !== "caller" ? unusedAddress(`receiver ${name}`) : from;
  const request: TransactionRequest = {
    chainId: snapshot.chainId,
    strategy: byRouter ? "router" : "delegate",
    ...{ fromAddress: from, spender: from, receiver, refundReceiver: from },
    ...{
      inputs,
      tokenOut,
      exactOut: null,
      fee: null,
      priceImpact: false,
      deadline: null,
      permit: null,
    },
    basis: "simulation",
    limit: { kind: "minimum", minAmountOut: amountOut },
    ...{ onlyProtocols: [], ignoreProtocols: [], maxLegs: undefined },
  };
  const execution = buildRouteExecution(
    {
      ...{ snapshot, request, route, feeAmounts: null, minAmountOut: amountOut },
      ...{ deadline: deadlineOn(snapshot, null), permit: null },
    },
    byRouter ? null : delegateAccount(from),
  );
  const measure =
    position === undefined
      ? { token: tokenOut, account: receiver }
      : sharesMeasure(position, receiver);
  return { execution, measure };
}

/** An address that nobody uses, another for every name. */
export function unusedAddress(name: string): Address {
  return lower(getAddress(slice(keccak256(stringToHex(`weir.verify.${name}`)), 12)));
}
