import { type AbiFunction, type Address, parseAbiItem } from "viem";
import type { CallArgument, CallOperation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { CurvePool } from "./pool.ts";

// Functions of a signature have one selector, whatever they return.
// https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy
const EXCHANGE = parseAbiItem(
  "function exchange(int128 i, int128 j, uint256 dx, uint256 minDy) returns (uint256)",
);
const REMOVE_ONE = parseAbiItem(
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount) returns (uint256)",
);

/** Whole-pool deposits, by the number of coins. */
const ADD: Readonly<Record<number, AbiFunction>> = {
  2: parseAbiItem(
    "function add_liquidity(uint256[2] amounts, uint256 minMintAmount) returns (uint256)",
  ),
  3: parseAbiItem(
    "function add_liquidity(uint256[3] amounts, uint256 minMintAmount) returns (uint256)",
  ),
};

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [EXCHANGE, REMOVE_ONE, ...Object.values(ADD)];

function literal(value: unknown): CallArgument {
  return { kind: "literal", value };
}

function indexOf({ coins }: CurvePool, coin: Address): CallArgument {
  return literal(BigInt(coins.indexOf(coin)));
}

function call(
  { address, returnsAmount }: CurvePool,
  call: Pick<CallOperation, "function" | "args" | "approve">,
): CallOperation {
  return {
    kind: "call",
    target: address,
    ...call,
    value: "none",
    amountOut: returnsAmount ? { from: "return", word: 0 } : { from: "gain" },
    pays: "caller",
    price: "moving",
  };
}

/** `exchange` with no minimum of its own: the program checks what arrives. */
export function swap(state: CurvePool, { tokenIn, tokenOut }: Edge): CallOperation {
  const args = [
    indexOf(state, tokenIn),
    indexOf(state, tokenOut),
    { kind: "amountIn" } as const,
    literal(0n),
  ];
  return call(state, { function: EXCHANGE, args, approve: true });
}

/** `add_liquidity` with one coin. */
export function deposit(state: CurvePool, { tokenIn }: Edge): CallOperation {
  const add = ADD[state.coins.length];
  if (add === undefined) {
    throw new Error(
      `Pool ${state.address} has ${state.coins.length} coins; add its add_liquidity to actions.ts.`,
    );
  }
  const items = state.coins.map(
    (coin): CallArgument => (coin === tokenIn ? { kind: "amountIn" } : literal(0n)),
  );
  return call(state, {
    function: add,
    args: [{ kind: "list", items }, literal(0n)],
    approve: true,
  });
}

/** `remove_liquidity_one_coin`; the pool burns liquidity without an allowance. */
export function redeem(state: CurvePool, { tokenOut }: Edge): CallOperation {
  const args = [{ kind: "amountIn" } as const, indexOf(state, tokenOut), literal(0n)];
  return call(state, { function: REMOVE_ONE, args, approve: false });
}
