import { type AbiFunction, parseAbiItem } from "viem";
import {
  burnBy,
  depositBy,
  mintBy,
  redeem as redeemWrapped,
  swap as swapWrapped,
} from "../curve-stableswap/actions.ts";
import type { BurnOperation } from "../liquidity.ts";
import {
  type CallArgument,
  type CallOperation,
  literal,
  type SequenceOperation,
} from "../operation.ts";
import type { Edge } from "../protocol.ts";
import { poolAt } from "./lending.ts";
import type { CurveLendingPool } from "./pool.ts";

// https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/aave/StableSwapAave.vy
const EXCHANGE = parseAbiItem(
  "function exchange_underlying(int128 i, int128 j, uint256 dx, uint256 minDy) returns (uint256)",
);
const REMOVE_ONE = parseAbiItem(
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 minAmount, bool useUnderlying) returns (uint256)",
);

/** Whole-pool deposits, by the number of coins. */
const ADD: Readonly<Record<number, AbiFunction>> = {
  2: parseAbiItem(
    "function add_liquidity(uint256[2] amounts, uint256 minMintAmount, bool useUnderlying) returns (uint256)",
  ),
  3: parseAbiItem(
    "function add_liquidity(uint256[3] amounts, uint256 minMintAmount, bool useUnderlying) returns (uint256)",
  ),
};

/** Redemptions for all coins; what arrives is measured. */
const REMOVE: Readonly<Record<number, AbiFunction>> = {
  2: parseAbiItem(
    "function remove_liquidity(uint256 amount, uint256[2] minAmounts, bool useUnderlying) returns (uint256[2])",
  ),
  3: parseAbiItem(
    "function remove_liquidity(uint256 amount, uint256[3] minAmounts, bool useUnderlying) returns (uint256[3])",
  ),
};

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [
  ...[EXCHANGE, REMOVE_ONE],
  ...Object.values(ADD),
  ...Object.values(REMOVE),
];

/** That what the aTokens stand for is given and paid. */
const USE_UNDERLYING: CallArgument = literal(true);

/** `exchange_underlying` with no minimum of its own: the program checks what arrives. */
export function swap(state: CurveLendingPool, edge: Edge): CallOperation {
  return { ...swapWrapped(poolAt(state, null), edge), function: EXCHANGE };
}

/** `add_liquidity` with one coin. */
export function deposit(state: CurveLendingPool, edge: Edge): CallOperation {
  return underlying(depositBy(ofCoins(ADD, state), poolAt(state, null), edge));
}

/** `remove_liquidity_one_coin`; the pool burns liquidity without an allowance. */
export function redeem(state: CurveLendingPool, edge: Edge): CallOperation {
  return { ...underlying(redeemWrapped(poolAt(state, null), edge)), function: REMOVE_ONE };
}

/** `add_liquidity` with all coins that are given. */
export function mintOperation(
  state: CurveLendingPool,
  amountsIn: readonly bigint[],
): SequenceOperation {
  const operation = mintBy(ofCoins(ADD, state), poolAt(state, null), amountsIn);
  return { ...operation, stages: allUnderlying(operation.stages) };
}

/** `remove_liquidity`. */
export function burnOperation(state: CurveLendingPool): BurnOperation {
  const operation = burnBy(ofCoins(REMOVE, state), poolAt(state, null));
  return { ...operation, stages: allUnderlying(operation.stages) };
}

function allUnderlying(stages: SequenceOperation["stages"]): SequenceOperation["stages"] {
  return stages.map((stage) => (stage.kind === "call" ? underlying(stage) : stage));
}

function underlying<C extends { readonly args: readonly CallArgument[] }>(call: C): C {
  return { ...call, args: [...call.args, USE_UNDERLYING] };
}

function ofCoins(
  functions: Readonly<Record<number, AbiFunction>>,
  { address, coins }: CurveLendingPool,
): AbiFunction {
  const found = functions[coins.length];
  if (found !== undefined) return found;
  throw new Error(`Pool ${address} has ${coins.length} coins; add its functions to actions.ts.`);
}
