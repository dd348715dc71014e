import { type AbiFunction, type Address, parseAbiItem } from "viem";
import type { Operation, SequenceOperation, Stage, V2SwapOperation } from "../operation.ts";
import { addedToPair, burnStages, otherOf, pairFunctions } from "../pair-shares.ts";
import type { Edge } from "../protocol.ts";
import { swapShareX64 } from "./liquidity.ts";
import type { UniswapV2Pool } from "./pool.ts";

const ADD_LIQUIDITY = parseAbiItem(
  "function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)",
);

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [ADD_LIQUIDITY, ...pairFunctions];

function swapOf(state: UniswapV2Pool, tokenIn: Address): V2SwapOperation {
  return {
    kind: "v2-swap",
    pair: state.address,
    zeroForOne: tokenIn === state.token0,
    feePips: state.feePips,
  };
}

/** The stage that swaps an amount in the pair. */
function swapStage(state: UniswapV2Pool, tokenIn: Address, of: number): Stage {
  const operation = swapOf(state, tokenIn);
  return { kind: "operation", of, tokenIn, tokenOut: otherOf(state, tokenIn), operation };
}

/**
 * Swap directly on the pair: the program moves the input there and computes the output from the
 * live reserves.
 */
export function swap(state: UniswapV2Pool, edge: Edge): Operation {
  return swapOf(state, edge.tokenIn);
}

/**
 * Swaps a share of the input in the pair, then adds both tokens, for which the recipient is
 * credited.
 */
export function deposit(state: UniswapV2Pool, edge: Edge, amountIn: bigint): SequenceOperation {
  const zeroForOne = edge.tokenIn === state.token0;
  const shareX64 = swapShareX64(state, zeroForOne, amountIn);
  const [kept, swapped] = [0, 2];
  return added(
    state,
    [{ kind: "take", of: 0, shareX64 }, swapStage(state, edge.tokenIn, 1)],
    zeroForOne ? [kept, swapped] : [swapped, kept],
  );
}

/** Adds both tokens, for which the recipient is credited. */
export function mintOperation(state: UniswapV2Pool): SequenceOperation {
  return added(state, [], [0, 1]);
}

/** The stages that add two numbered amounts after others. */
function added(
  state: UniswapV2Pool,
  before: readonly Stage[],
  amounts: readonly [number, number],
): SequenceOperation {
  const { address, liquidity } = state;
  if (liquidity === null) throw new Error(`Shares of ${address} are not traded.`);
  const router = liquidity.router && {
    ...{ address: liquidity.router, addLiquidity: ADD_LIQUIDITY, kind: [] },
  };
  return addedToPair(state, router, amounts, before);
}

/** Burns the shares, then swaps the token that is not asked for in the same pair. */
export function redeem(state: UniswapV2Pool, edge: Edge): SequenceOperation {
  const [paid, other] = edge.tokenOut === state.token0 ? [1, 2] : [2, 1];
  return {
    kind: "sequence",
    stages: [
      ...burnStages(state),
      swapStage(state, otherOf(state, edge.tokenOut), other),
      { kind: "merge", of: 3, into: paid },
    ],
    amountOut: paid,
    pays: "caller",
    price: "moving",
    leftovers: [],
  };
}
