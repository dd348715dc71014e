import { type AbiFunction, type Address, parseAbiItem } from "viem";
import { type BurnOperation, numbersOf } from "../liquidity.ts";
import {
  type CallArgument,
  type CallOperation,
  literal,
  type SequenceOperation,
} from "../operation.ts";
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
  4: parseAbiItem(
    "function add_liquidity(uint256[4] amounts, uint256 minMintAmount) returns (uint256)",
  ),
};

/** Redemptions for all coins. What they return differs: what arrives is measured. */
const REMOVE: Readonly<Record<number, AbiFunction>> = {
  2: parseAbiItem("function remove_liquidity(uint256 amount, uint256[2] minAmounts)"),
  3: parseAbiItem("function remove_liquidity(uint256 amount, uint256[3] minAmounts)"),
  4: parseAbiItem("function remove_liquidity(uint256 amount, uint256[4] minAmounts)"),
};

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [
  EXCHANGE,
  REMOVE_ONE,
  ...Object.values(ADD),
  ...Object.values(REMOVE),
];

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
export function deposit(state: CurvePool, edge: Edge): CallOperation {
  return depositBy(ofCoins(ADD, state), state, edge);
}

/** `add_liquidity` with one coin, by a function of any list of amounts. */
export function depositBy(add: AbiFunction, state: CurvePool, { tokenIn }: Edge): CallOperation {
  const items = state.coins.map(
    (coin): CallArgument => (coin === tokenIn ? { kind: "amountIn" } : literal(0n)),
  );
  return call(state, {
    function: add,
    args: [{ kind: "list", items }, literal(0n)],
    approve: true,
  });
}

function ofCoins(functions: Readonly<Record<number, AbiFunction>>, state: CurvePool): AbiFunction {
  const found = functions[state.coins.length];
  if (found !== undefined) return found;
  throw new Error(
    `Pool ${state.address} has ${state.coins.length} coins; add its functions to actions.ts.`,
  );
}

/** `add_liquidity` with all coins that are given. */
export function mintOperation(state: CurvePool, amountsIn: readonly bigint[]): SequenceOperation {
  return mintBy(ofCoins(ADD, state), state, amountsIn);
}

/** `add_liquidity` with all coins that are given, by a function of any list of amounts. */
export function mintBy(
  add: AbiFunction,
  state: CurvePool,
  amountsIn: readonly bigint[],
): SequenceOperation {
  const numbers = numbersOf(amountsIn);
  const items = numbers.map(
    (of): CallArgument => (of === null ? literal(0n) : { kind: "amount", of }),
  );
  const given = state.coins.flatMap((token, i) => {
    const of = numbers[i] ?? null;
    return of === null ? [] : [{ token, of }];
  });
  return {
    kind: "sequence",
    stages: [
      {
        ...{ kind: "call", target: state.address, function: add },
        ...{ args: [{ kind: "list", items }, literal(0n)], approvals: given },
        yields: [
          state.returnsAmount
            ? { from: "return", word: 0 }
            : { from: "gain", token: state.lpToken },
        ],
      },
    ],
    amountOut: given.length,
    pays: "caller",
    price: "moving",
    leftovers: [],
  };
}

/** `remove_liquidity`. */
export function burnOperation(state: CurvePool): BurnOperation {
  return burnBy(ofCoins(REMOVE, state), state);
}

/** `remove_liquidity`, by a function of any list of amounts. */
export function burnBy(remove: AbiFunction, state: CurvePool): BurnOperation {
  const none = { kind: "list", items: state.coins.map(() => literal(0n)) } as const;
  return {
    kind: "sequence",
    stages: [
      {
        ...{ kind: "call", target: state.address, function: remove },
        ...{ args: [{ kind: "amount", of: 0 }, none], approvals: [] },
        yields: state.coins.map((token) => ({ from: "gain" as const, token })),
      },
    ],
    amountsOut: state.coins.map((_, i) => i + 1),
    pays: "caller",
    price: "moving",
    leftovers: [],
  };
}

/** `remove_liquidity_one_coin`; the pool burns liquidity without an allowance. */
export function redeem(state: CurvePool, { tokenOut }: Edge): CallOperation {
  const args = [{ kind: "amountIn" } as const, indexOf(state, tokenOut), literal(0n)];
  return call(state, { function: REMOVE_ONE, args, approve: false });
}
