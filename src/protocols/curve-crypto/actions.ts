import { type AbiFunction, type Address, parseAbiItem } from "viem";
import { type BurnOperation, numbersOf } from "../liquidity.ts";
import {
  type CallArgument,
  type CallOperation,
  literal,
  type SequenceOperation,
  type Stage,
} from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { CurveCryptoPool } from "./pool.ts";

// https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimized.vy
const EXCHANGE = parseAbiItem(
  "function exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy) returns (uint256)",
);
// Code of two coins returns the amount; what arrives is measured of all older code.
// https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoSwap.vy
const REMOVE_ONE = parseAbiItem(
  "function remove_liquidity_one_coin(uint256 amount, uint256 i, uint256 minAmount)",
);

/** By the number of coins. */
const ADD: Readonly<Record<number, AbiFunction>> = {
  2: parseAbiItem(
    "function add_liquidity(uint256[2] amounts, uint256 minMintAmount) returns (uint256)",
  ),
  3: parseAbiItem(
    "function add_liquidity(uint256[3] amounts, uint256 minMintAmount) returns (uint256)",
  ),
};
const REMOVE: Readonly<Record<number, AbiFunction>> = {
  2: parseAbiItem(
    "function remove_liquidity(uint256 amount, uint256[2] minAmounts) returns (uint256[2])",
  ),
  3: parseAbiItem(
    "function remove_liquidity(uint256 amount, uint256[3] minAmounts) returns (uint256[3])",
  ),
};
/** Of code with native transfers, which else takes the admin's share first. */
// https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimizedWETH.vy
const REMOVE_UNCLAIMED = parseAbiItem(
  "function remove_liquidity(uint256 amount, uint256[3] minAmounts, bool useEth, address receiver, bool claimAdminFees) returns (uint256[3])",
);

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [
  EXCHANGE,
  REMOVE_ONE,
  ...Object.values(ADD),
  ...Object.values(REMOVE),
  REMOVE_UNCLAIMED,
];

function indexOf({ coins }: CurveCryptoPool, coin: Address): CallArgument {
  return literal(BigInt(coins.indexOf(coin)));
}

function ofCoins(
  functions: Readonly<Record<number, AbiFunction>>,
  { address, coins }: CurveCryptoPool,
): AbiFunction {
  const found = functions[coins.length];
  if (found !== undefined) return found;
  throw new Error(`Pool ${address} has ${coins.length} coins; add its functions to actions.ts.`);
}

function call(
  { address, older }: CurveCryptoPool,
  called: Pick<CallOperation, "function" | "args">,
): CallOperation {
  return {
    kind: "call",
    target: address,
    ...called,
    value: "none",
    approve: true,
    amountOut: older === null ? { from: "return", word: 0 } : { from: "gain" },
    pays: "caller",
    price: "moving",
  };
}

/** `exchange` with no minimum of its own: the program checks what arrives. */
export function swap(
  state: CurveCryptoPool,
  { tokenIn, tokenOut }: Pick<Edge, "tokenIn" | "tokenOut">,
): CallOperation {
  const coins = [indexOf(state, tokenIn), indexOf(state, tokenOut)];
  return call(state, {
    function: EXCHANGE,
    args: [...coins, { kind: "amountIn" }, literal(0n)],
  });
}

/** `add_liquidity` with one coin. */
export function deposit(state: CurveCryptoPool, { tokenIn }: Edge): CallOperation {
  const items = state.coins.map(
    (coin): CallArgument => (coin === tokenIn ? { kind: "amountIn" } : literal(0n)),
  );
  const args = [{ kind: "list", items } as const, literal(0n)];
  return call(state, { function: ofCoins(ADD, state), args });
}

/** `add_liquidity` with all coins that are given. */
export function mintOperation(
  state: CurveCryptoPool,
  amountsIn: readonly bigint[],
): SequenceOperation {
  const numbers = numbersOf(amountsIn);
  const items = numbers.map(
    (of): CallArgument => (of === null ? literal(0n) : { kind: "amount", of }),
  );
  const approvals = state.coins.flatMap((token, i) => {
    const of = numbers[i] ?? null;
    return of === null ? [] : [{ token, of }];
  });
  const args = [{ kind: "list", items } as const, literal(0n)];
  return {
    kind: "sequence",
    stages: [
      {
        ...{ kind: "call", target: state.address, function: ofCoins(ADD, state), args, approvals },
        yields: [
          state.older === null
            ? { from: "return", word: 0 }
            : { from: "gain", token: state.lpToken },
        ],
      },
    ],
    amountOut: approvals.length,
    pays: "caller",
    price: "moving",
    leftovers: [],
  };
}

function removal(state: CurveCryptoPool): Stage {
  const none = { kind: "list", items: state.coins.map(() => literal(0n)) } as const;
  const own = [{ kind: "amount", of: 0 } as const, none];
  const unclaimed = [...own, literal(false), { kind: "caller" } as const, literal(false)];
  return {
    kind: "call",
    target: state.address,
    function: state.claims ? REMOVE_UNCLAIMED : ofCoins(REMOVE, state),
    args: state.claims ? unclaimed : own,
    approvals: [],
    yields: state.coins.map((token) => ({ from: "gain" as const, token })),
  };
}

/** `remove_liquidity`. */
export function burnOperation(state: CurveCryptoPool): BurnOperation {
  return {
    kind: "sequence",
    stages: [removal(state)],
    amountsOut: state.coins.map((_, i) => i + 1),
    pays: "caller",
    price: "moving",
    leftovers: [],
  };
}

/**
 * `remove_liquidity`, and `exchange` of the other coins; of older code, which burns what the caller
 * has, `remove_liquidity_one_coin`.
 */
export function redeem(
  state: CurveCryptoPool,
  { tokenOut }: Edge,
): SequenceOperation | CallOperation {
  if (state.older !== null) {
    const args = [{ kind: "amountIn" } as const, indexOf(state, tokenOut), literal(0n)];
    return { ...call(state, { function: REMOVE_ONE, args }), approve: false };
  }
  const into = state.coins.indexOf(tokenOut) + 1;
  const stages: Stage[] = [removal(state)];
  let last = state.coins.length;
  for (const [i, tokenIn] of state.coins.entries()) {
    if (tokenIn === tokenOut) continue;
    const operation = swap(state, { tokenIn, tokenOut });
    stages.push({ kind: "operation", of: i + 1, tokenIn, tokenOut, operation });
    last += 1;
    stages.push({ kind: "merge", of: last, into });
  }
  return {
    kind: "sequence",
    stages,
    amountOut: into,
    pays: "caller",
    price: "moving",
    leftovers: [],
  };
}
