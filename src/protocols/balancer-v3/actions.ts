import type { AbiFunction } from "viem";
import { BalancerV3Routers } from "../../../abis/BalancerV3Routers.ts";
import { PERMIT2 } from "../../lib/chains.ts";
import { MAX_UINT256 } from "../../lib/math.ts";
import { type BurnOperation, numbersOf } from "../liquidity.ts";
import { type CallArgument, literal, type SequenceOperation, type Stage } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { BalancerV3Pool } from "./state.ts";

const SWAP = routerFunction("swapSingleTokenExactIn");
const JOIN = routerFunction("addLiquidityUnbalanced");
const EXIT = routerFunction("removeLiquiditySingleTokenExactIn");
const EXIT_IN_PROPORTION = routerFunction("removeLiquidityProportional");
const APPROVE = routerFunction("approve");

/** What the operations call. */
export const functions: readonly AbiFunction[] = [SWAP, JOIN, EXIT, EXIT_IN_PROPORTION, APPROVE];

const NO_DATA = literal("0x");
const INPUT: CallArgument = { kind: "amount", of: 0 };

/** The vault is paid, then told what for by the router that takes no tokens itself. */
export function swap(state: BalancerV3Pool, { tokenIn, tokenOut }: Edge): SequenceOperation {
  const { address, vault, aggregatorRouter } = state;
  return {
    kind: "sequence",
    stages: [
      { kind: "send", of: 0, token: tokenIn, to: vault },
      {
        kind: "call",
        target: aggregatorRouter,
        function: SWAP,
        args: [
          ...[literal(address), literal(tokenIn), literal(tokenOut), INPUT],
          // The program checks the output of the whole route.
          ...[literal(0n), literal(MAX_UINT256), NO_DATA],
        ],
        approvals: [],
        yields: [{ from: "return", word: 0 }],
      },
    ],
    ...{ amountOut: 1, pays: "caller", price: "moving", leftovers: [] },
  };
}

/** A join with one token. */
export function deposit(state: BalancerV3Pool, edge: Edge): SequenceOperation {
  return mintOperation(
    state,
    state.tokens.map((token) => (token === edge.tokenIn ? 1n : 0n)),
  );
}

/** An exit for one token, of shares that the router is allowed. */
export function redeem(state: BalancerV3Pool, { tokenOut }: Edge): SequenceOperation {
  const { address, router } = state;
  return {
    kind: "sequence",
    stages: [
      {
        ...{ kind: "call", target: router, function: EXIT },
        // A minimum of 0 names no token.
        args: [literal(address), INPUT, literal(tokenOut), literal(1n), literal(false), NO_DATA],
        approvals: [{ token: address, of: 0 }],
        yields: [{ from: "return", word: 0 }],
      },
    ],
    ...{ amountOut: 1, pays: "caller", price: "moving", leftovers: [] },
  };
}

/**
 * A join with all tokens that are given, which the router takes by Permit2: each is allowed for
 * this block alone, and no more than is paid in.
 */
export function mintOperation(
  state: BalancerV3Pool,
  amountsIn: readonly bigint[],
): SequenceOperation {
  const { address, router } = state;
  const numbers = numbersOf(amountsIn);
  const approvals = state.tokens.flatMap((token, i) => {
    const of = numbers[i] ?? null;
    return of === null ? [] : [{ token, of }];
  });
  const amounts = numbers.map(
    (of): CallArgument => (of === null ? literal(0n) : { kind: "amount", of }),
  );
  return {
    kind: "sequence",
    stages: [
      ...approvals.map(({ token, of }): Stage => {
        const amount: CallArgument = { kind: "amount", of };
        return {
          ...{ kind: "call", target: PERMIT2, function: APPROVE },
          args: [literal(token), literal(router), amount, literal(0)],
          ...{ approvals: [], yields: [] },
        };
      }),
      {
        ...{ kind: "call", target: router, function: JOIN, spender: PERMIT2 },
        args: [
          literal(address),
          { kind: "list", items: amounts },
          ...[literal(0n), literal(false), NO_DATA],
        ],
        approvals,
        yields: [{ from: "return", word: 0 }],
      },
    ],
    ...{ amountOut: approvals.length, pays: "caller", price: "moving", leftovers: [] },
  };
}

/** An exit for all tokens in proportion, of shares that the router is allowed. */
export function burnOperation(state: BalancerV3Pool): BurnOperation {
  const { address, router, tokens } = state;
  const none = literal(tokens.map(() => 0n));
  return {
    kind: "sequence",
    stages: [
      {
        ...{ kind: "call", target: router, function: EXIT_IN_PROPORTION },
        args: [literal(address), INPUT, none, literal(false), NO_DATA],
        approvals: [{ token: address, of: 0 }],
        yields: tokens.map((token) => ({ from: "gain" as const, token })),
      },
    ],
    amountsOut: tokens.map((_, i) => i + 1),
    ...{ pays: "caller", price: "moving", leftovers: [] },
  };
}

function routerFunction(
  name: Extract<(typeof BalancerV3Routers)[number], { type: "function" }>["name"],
): AbiFunction {
  const found = BalancerV3Routers.find((item) => item.name === name);
  if (found === undefined) throw new Error(`The routers' ABI lacks ${name}; add it.`);
  return found;
}
