import { type AbiFunction, type Address, parseAbiItem } from "viem";
import { MAX_UINT256 } from "../../lib/math.ts";
import type { BurnOperation } from "../liquidity.ts";
import type {
  CallArgument,
  Operation,
  SequenceOperation,
  Stage,
  V2SwapOperation,
} from "../operation.ts";
import type { Edge } from "../protocol.ts";
import { swapShareX64 } from "./liquidity.ts";
import type { UniswapV2Pool } from "./pool.ts";

const ADD_LIQUIDITY = parseAbiItem(
  "function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)",
);
const MINT = parseAbiItem("function mint(address to) returns (uint256 liquidity)");
const BURN = parseAbiItem("function burn(address to) returns (uint256 amount0, uint256 amount1)");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [ADD_LIQUIDITY, MINT, BURN];

function swapOf(state: UniswapV2Pool, tokenIn: Address): V2SwapOperation {
  return {
    kind: "v2-swap",
    pair: state.address,
    zeroForOne: tokenIn === state.token0,
    feePips: state.feePips,
  };
}

function otherOf({ token0, token1 }: UniswapV2Pool, token: Address): Address {
  return token === token0 ? token1 : token0;
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

/** Swaps a share of the input in the pair, then adds both tokens, for which the recipient is credited. */
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

/**
 * The stages that add two numbered amounts after others: through the router, which leaves the rest,
 * or by paying a pair without one, which keeps all. The output takes the next number.
 */
function added(
  state: UniswapV2Pool,
  before: readonly Stage[],
  [of0, of1]: readonly [number, number],
): SequenceOperation {
  const { token0, token1, address, liquidity } = state;
  if (liquidity === null) throw new Error(`Shares of ${address} are not traded.`);
  const { router } = liquidity;
  const common = { kind: "sequence", pays: "recipient", price: "moving" } as const;
  const amountOut = Math.max(of0, of1) + 1;
  const yields = (word: number) => [{ from: "return", word } as const];
  if (router === null) {
    const paid: readonly Stage[] = [
      ...before,
      { kind: "send", of: of0, token: token0, to: address },
      { kind: "send", of: of1, token: token1, to: address },
      {
        ...{ kind: "call", target: address, function: MINT, args: [{ kind: "recipient" }] },
        ...{ approvals: [], yields: yields(0) },
      },
    ];
    return { ...common, stages: paid, amountOut, leftovers: [] };
  }
  const add: Stage = {
    kind: "call",
    target: router,
    function: ADD_LIQUIDITY,
    args: [
      literal(token0),
      literal(token1),
      { kind: "amount", of: of0 },
      { kind: "amount", of: of1 },
      // The route's or bundle's own minimum guards the shares.
      literal(0n),
      literal(0n),
      { kind: "recipient" },
      literal(MAX_UINT256),
    ],
    approvals: [
      { token: token0, of: of0 },
      { token: token1, of: of1 },
    ],
    yields: yields(2),
  };
  return { ...common, stages: [...before, add], amountOut, leftovers: [token0, token1] };
}

/** Burns the shares. */
function burnStages({ address }: UniswapV2Pool): readonly Stage[] {
  return [
    { kind: "send", of: 0, token: address, to: address },
    {
      kind: "call",
      target: address,
      function: BURN,
      args: [{ kind: "caller" }],
      approvals: [],
      yields: [
        { from: "return", word: 0 },
        { from: "return", word: 1 },
      ],
    },
  ];
}

/** Burns the shares for both tokens. */
export function burnOperation(state: UniswapV2Pool): BurnOperation {
  return {
    kind: "sequence",
    stages: burnStages(state),
    amountsOut: [1, 2],
    pays: "caller",
    price: "moving",
    leftovers: [],
  };
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

function literal(value: unknown): CallArgument {
  return { kind: "literal", value };
}
