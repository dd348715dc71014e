import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import { addOperation, operationOf } from "../program/operation-steps.ts";
import type { PositionAction } from "./action.ts";
import {
  type CompiledAction,
  type Compiler,
  expectedAmount,
  ownRegister,
  UnknownAmount,
} from "./compiler.ts";

/** Compiles a deposit or redeem by the edge of the protocol that does it. */
export function compilePosition(compiler: Compiler, action: PositionAction): CompiledAction {
  const { builder, snapshot } = compiler;
  const [tokenIn, secondIn] = action.tokenIn;
  const [tokenOut, secondOut] = action.tokenOut;
  const [amountIn] = action.amountIn;
  const edge =
    tokenIn === undefined || secondIn !== undefined || secondOut !== undefined
      ? undefined
      : (snapshot.edges.get(tokenIn) ?? []).find((candidate) =>
          isAsked(candidate, action, tokenOut),
        );
  if (edge === undefined || amountIn === undefined) throw unsupported(action);
  const expectedIn = expectedAmount(compiler, amountIn);
  if (expectedIn === null) throw new UnknownAmount();
  const state = compiler.traded.get(edge.state.id) ?? edge.state;
  const register = ownRegister(compiler, amountIn, `${action.index}.args.amountIn`);
  const output = addOperation(builder, {
    operation: operationOf({ edge, state, amountIn: expectedIn }),
    edge,
    input: { register, place: "host" },
    to: builder.host.address,
  });
  const quote = edge.protocol.quote(state, edge, expectedIn, snapshot.next);
  if (quote.ok) compiler.traded.set(state.id, quote.next);
  return {
    outputs: [
      {
        index: 0,
        token: edge.tokenOut,
        register: output,
        expected: quote.ok ? quote.amountOut : null,
      },
    ],
    consumes: [{ token: edge.tokenIn, amount: amountIn }],
    step: {
      kind: "action",
      action: action.kind,
      protocol: action.protocol,
      tokenIn: [edge.tokenIn],
      tokenOut: [edge.tokenOut],
      primary: edge.state.id as Address,
    },
  };
}

function isAsked(edge: GraphEdge, action: PositionAction, tokenOut: Address | undefined): boolean {
  return (
    edge.action === action.kind &&
    edge.state.slug === action.protocol &&
    edge.tokenOut === tokenOut &&
    (action.primaryAddress === null || action.primaryAddress === edge.state.id)
  );
}

/** The error for an action that no protocol offers with these tokens. */
export function unsupported(action: {
  readonly index: number;
  readonly kind: string;
  readonly protocol: string;
}): ServiceError {
  return new ServiceError(
    "ACTION_UNSUPPORTED",
    `action ${action.index}: ${action.protocol} offers no ${action.kind} with these tokens; GET /api/v1/protocols and /api/v1/tokens list what there is.`,
    { data: { index: action.index } },
  );
}
