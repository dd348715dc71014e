import { type AbiFunction, type Address, parseAbiItem } from "viem";
import { type CallArgument, literal, type SequenceOperation, type Stage } from "../operation.ts";
import { addedToPair, burnStages, otherOf, pairFunctions } from "../pair-shares.ts";
import type { Edge } from "../protocol.ts";
import { resoldShareX64, swapShareX64 } from "./liquidity.ts";
import type { SolidlyPool } from "./pool.ts";

const GET_AMOUNT_OUT = parseAbiItem(
  "function getAmountOut(uint256 amountIn, address tokenIn) view returns (uint256)",
);
const SWAP = parseAbiItem(
  "function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)",
);
const ADD_LIQUIDITY = parseAbiItem(
  "function addLiquidity(address tokenA, address tokenB, bool stable, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)",
);

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [
  GET_AMOUNT_OUT,
  SWAP,
  ADD_LIQUIDITY,
  ...pairFunctions,
];

function amount(of: number): CallArgument {
  return { kind: "amount", of };
}

/**
 * The stages that swap an amount in the pool itself, which needs neither an allowance nor a router:
 * the pool says what it pays, gets the input, and pays. They yield one amount, numbered `out`.
 */
function swapStages(
  state: SolidlyPool,
  tokenIn: Address,
  { of, out, to }: { readonly of: number; readonly out: number; readonly to: CallArgument },
): readonly Stage[] {
  const { address, token0 } = state;
  const outs = tokenIn === token0 ? [literal(0n), amount(out)] : [amount(out), literal(0n)];
  return [
    {
      ...{ kind: "call", target: address, function: GET_AMOUNT_OUT },
      ...{ args: [amount(of), literal(tokenIn)], approvals: [] },
      yields: [{ from: "return", word: 0 }],
    },
    { kind: "send", of, token: tokenIn, to: address },
    {
      ...{ kind: "call", target: address, function: SWAP },
      ...{ args: [...outs, to, literal("0x")], approvals: [], yields: [] },
    },
  ];
}

/** Swaps in the pool, which pays the recipient. */
export function swap(state: SolidlyPool, edge: Edge): SequenceOperation {
  return {
    kind: "sequence",
    stages: swapStages(state, edge.tokenIn, { of: 0, out: 1, to: { kind: "recipient" } }),
    amountOut: 1,
    pays: "recipient",
    price: "moving",
    leftovers: [],
  };
}

/**
 * Swaps a share of the input in the pool, then adds both tokens, for which the recipient is
 * credited.
 */
export function deposit(state: SolidlyPool, edge: Edge, amountIn: bigint): SequenceOperation {
  const zeroForOne = edge.tokenIn === state.token0;
  const shareX64 = swapShareX64(state, zeroForOne, amountIn);
  const [kept, swapped] = [0, 2];
  const swap = swapStages(state, edge.tokenIn, { of: 1, out: swapped, to: { kind: "caller" } });
  return added(
    state,
    [{ kind: "take", of: 0, shareX64 }, ...swap],
    zeroForOne ? [kept, swapped] : [swapped, kept],
  );
}

/** Adds both tokens, for which the recipient is credited. */
export function mintOperation(state: SolidlyPool): SequenceOperation {
  return added(state, [], [0, 1]);
}

/** The stages that add two numbered amounts after others. */
function added(
  state: SolidlyPool,
  before: readonly Stage[],
  amounts: readonly [number, number],
): SequenceOperation {
  const { router, isStable } = state;
  const to = router && {
    ...{ address: router, addLiquidity: ADD_LIQUIDITY, kind: [literal(isStable)] },
  };
  return addedToPair(state, to, amounts, before);
}

/**
 * Burns the shares, then swaps the token that is not asked for, or nearly all of it, in the same
 * pool.
 */
export function redeem(state: SolidlyPool, edge: Edge, amountIn: bigint): SequenceOperation {
  const toZero = edge.tokenOut === state.token0;
  const [paid, other] = toZero ? [1, 2] : [2, 1];
  const shareX64 = resoldShareX64(state, toZero, amountIn);
  const taken: readonly Stage[] = shareX64 === null ? [] : [{ kind: "take", of: other, shareX64 }];
  const [of, out] = shareX64 === null ? [other, 3] : [3, 4];
  const otherToken = otherOf(state, edge.tokenOut);
  return {
    kind: "sequence",
    stages: [
      ...burnStages(state),
      ...taken,
      ...swapStages(state, otherToken, { of, out, to: { kind: "caller" } }),
      { kind: "merge", of: out, into: paid },
    ],
    amountOut: paid,
    pays: "caller",
    price: "moving",
    leftovers: shareX64 === null ? [] : [otherToken],
  };
}
