import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import { type Operation, priceOf } from "../../protocols/operation.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { addOperation, operationOf } from "../program/operation-steps.ts";
import { residualState } from "../router/residual.ts";
import type { Amount, PlacedAction } from "./action.ts";
import { type Asset, isPositionId, namedByPrimary, resolveAsset } from "./asset.ts";
import {
  type CompiledAction,
  type Compiler,
  expectedAmount,
  ownRegister,
  UnknownAmount,
} from "./compiler.ts";
import { addWithRefund } from "./leftovers.ts";
import { type Limit, sentLimit } from "./limit.ts";
import { addDemand, addMeasured } from "./minimum.ts";
import { creditedAccount } from "./receiver.ts";
import { type Arguments, oneOrList, sentAmount, sentPrimary } from "./sent-values.ts";
import { compileBurn, compileMint, shareAt } from "./share-action.ts";

/**
 * Entering a position, or leaving it by an amount of its token. `tokenIn` and `amountIn` are
 * equally long, 1 to 8; several are tokens of one pool.
 */
export interface PositionAction extends PlacedAction {
  readonly kind: "deposit" | "redeem";
  readonly tokenIn: readonly Asset[];
  /** 1 to 8; each has an output, in this order. */
  readonly tokenOut: readonly Asset[];
  readonly amountIn: readonly Amount[];
  /** Its minimums are as many as `tokenOut`. */
  readonly limit: Limit;
  readonly primaryAddress: Asset | null;
}

/**
 * Compiles a deposit or redeem by the edge of the protocol that does it, or of a pool's share with
 * several tokens; null when nothing does.
 * Where what it gives follows a moving price, a minimum is demanded.
 */
export function compilePosition(compiler: Compiler, action: PositionAction): CompiledAction | null {
  const { snapshot } = compiler;
  const edge = edgeOf(snapshot, action);
  const [amountIn] = action.amountIn;
  if (edge === undefined || amountIn === undefined) return null;
  if (action.tokenIn.length + action.tokenOut.length > 2) {
    const place = shareAt(compiler, edge);
    if (place === null) return null;
    return action.kind === "deposit"
      ? compileMint(compiler, action, place)
      : compileBurn(compiler, action, place);
  }
  requireStrategy(compiler, edge.tokenOut, action.index);
  const expectedIn = expectedAmount(compiler, amountIn);
  if (expectedIn === null) throw new UnknownAmount();
  if (expectedIn === 0n) throw nothingToSpend(action);
  const state = residualState(edge, compiler.traded);
  const quote = edge.protocol.quote(state, edge, expectedIn, snapshot.next);
  const planned = { edge, state, amountIn: expectedIn };
  const operation = operationOf(quote.ok ? { ...planned, amountOut: quote.amountOut } : planned);
  const refund = {
    tokens: operation.kind === "sequence" ? operation.leftovers : [],
    inputs: [{ token: edge.tokenIn, amount: amountIn }],
  };
  const output = addWithRefund(compiler, refund, () => {
    const register = ownRegister(compiler, amountIn);
    const to = creditedAccount(compiler, action, edge.tokenOut);
    return addPosition(compiler, { operation, edge, register, to, limit: action.limit });
  });
  if (isDemanded(operation, action.limit)) {
    const { index, limit } = action;
    const least = quote.ok ? quote.amountOut : null;
    addDemand(compiler, { index, output: 0, register: output, planned: least, limit });
  }
  if (quote.ok) compiler.traded.set(state.id, quote.next);
  const { amountOut, gas } = quote.ok ? quote : { amountOut: 0n, gas: 0n };
  return {
    outputs: [
      {
        index: 0,
        token: edge.tokenOut,
        register: output,
        expected: quote.ok ? amountOut : null,
      },
    ],
    consumes: [{ token: edge.tokenIn, amount: amountIn }],
    refusal: quote.ok
      ? null
      : {
          ...{ edge, reason: quote.reason },
          maxAmountIn: edge.protocol.maxIn(state, edge, snapshot.next),
        },
    step: {
      kind: "hops",
      hops: [{ edge, state, shareX64: null, amountIn: expectedIn, amountOut, gas }],
    },
  };
}

/** What one to one gives needs no minimum, but gets the one that a caller states. */
function isDemanded(operation: Operation, limit: Limit): boolean {
  return priceOf(operation) === "moving" || limit.kind === "minimum";
}

/**
 * Adds the operation, its input in the wallet; returns the register of its output. A token of which
 * a minimum is demanded is measured. A position has no balance: what its contract says that it
 * credited is its own book.
 */
function addPosition(
  { builder, snapshot }: Compiler,
  of: {
    readonly operation: Operation;
    readonly edge: GraphEdge;
    readonly register: number;
    readonly to: Address;
    readonly limit: Limit;
  },
): number {
  const { operation, edge, register, to } = of;
  const input = { register, place: "host" } as const;
  const add = () => addOperation(builder, { operation, edge, input, to });
  const measuresItself = operation.kind === "call" && operation.amountOut.from === "gain";
  const isToken = !snapshot.positions.has(edge.tokenOut);
  return isToken && !measuresItself && isDemanded(operation, of.limit)
    ? addMeasured(builder, edge.tokenOut, add)
    : add();
}

/**
 * The edge of the action's first token into its first output; none where the action names several
 * of what the pool issues.
 */
function edgeOf(snapshot: Snapshot, action: PositionAction): GraphEdge | undefined {
  const { index, kind, protocol, primaryAddress } = action;
  const [tokenIn, ...otherIn] = action.tokenIn;
  const [tokenOut, ...otherOut] = action.tokenOut;
  if (tokenIn === undefined || tokenOut === undefined) return undefined;
  if ((kind === "deposit" ? otherOut : otherIn).length > 0) return undefined;
  const resolve = (asset: Asset, argument: string) =>
    resolveAsset(snapshot, namedByPrimary(asset, primaryAddress), { index, argument });
  const from = resolve(tokenIn, "tokenIn");
  const to = resolve(tokenOut, "tokenOut");
  const place = { index, argument: "primaryAddress" };
  const isAtPrimary = (edge: GraphEdge): boolean => {
    if (primaryAddress === null) return true;
    if (isPositionId(primaryAddress)) {
      return resolveAsset(snapshot, primaryAddress, place) === edge.tokenOut;
    }
    return edge.state.id === primaryAddress || primaryOf(snapshot, edge) === primaryAddress;
  };
  return (snapshot.edges.get(from) ?? []).find(
    (edge) =>
      edge.action === kind &&
      edge.state.slug === protocol &&
      edge.tokenOut === to &&
      isAtPrimary(edge),
  );
}

/** The contract that issues what the edge deposits into or redeems. */
function primaryOf(snapshot: Snapshot, edge: GraphEdge): Address | null {
  const issued = edge.action === "redeem" ? edge.tokenIn : edge.tokenOut;
  const { positions, defiTokens } = snapshot;
  const issuer = positions.get(issued)?.position ?? defiTokens.get(issued)?.token;
  return issuer?.primaryAddress ?? null;
}

/**
 * Checks that the bundle's wallet may enter a position.
 *
 * @throws {ServiceError} `STRATEGY_UNSUPPORTED` for the service's own wallet where only a
 *   delegate-calling one may.
 */
export function requireStrategy(
  { snapshot, request }: Pick<Compiler, "snapshot" | "request">,
  tokenOut: Address,
  index: number,
): void {
  const position = snapshot.positions.get(tokenOut)?.position;
  if (position?.delegateOnly !== true || request.strategy === "delegate") return;
  throw new ServiceError(
    "STRATEGY_UNSUPPORTED",
    `action ${index}: ${position.address} takes deposits by routingStrategy delegate alone, not ${request.strategy}; use delegate.`,
    {
      details: [{ path: "routingStrategy", message: "must be delegate" }],
      data: { index },
    },
  );
}

/** The error for an action whose input is an earlier output of nothing. */
export function nothingToSpend({ index }: PositionAction): ServiceError {
  return new ServiceError(
    "AMOUNT_TOO_SMALL",
    `action ${index}: its input is an earlier output that is 0; leave the action out or give an amount.`,
    { data: { index, minAmountIn: "1" } },
  );
}

/** For messages: what lists what protocols offer. */
export const WHERE_OFFERS_ARE =
  "GET /api/v1/protocols, /api/v1/tokens and /api/v1/nontokenized list what there is";

/** The error for an action that no protocol offers with these tokens. */
export function unsupported(action: {
  readonly index: number;
  readonly kind: string;
  readonly protocol: string;
}): ServiceError {
  return new ServiceError(
    "ACTION_UNSUPPORTED",
    `action ${action.index}: ${action.protocol} offers no ${action.kind} with these tokens; ${WHERE_OFFERS_ARE}.`,
    { data: { index: action.index } },
  );
}

/** The arguments of a deposit or redeem in the service's own words. */
export function sentPosition(action: PositionAction): Arguments {
  return {
    tokenIn: oneOrList(action.tokenIn),
    tokenOut: oneOrList(action.tokenOut),
    amountIn: oneOrList(action.amountIn.map(sentAmount)),
    ...sentLimit(action.limit),
    ...sentPrimary(action),
  };
}
