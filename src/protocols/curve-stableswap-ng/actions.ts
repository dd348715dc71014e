import { type AbiFunction, parseAbiItem } from "viem";
import * as plain from "../curve-stableswap/actions.ts";
import type { BurnOperation } from "../liquidity.ts";
import type { CallOperation, SequenceOperation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { CurveNgPool } from "./pool.ts";

// https://github.com/curvefi/stableswap-ng/blob/2abe778f40206a6c0fd108a0a53ad3266cbedeee/contracts/main/CurveStableSwapNG.vy
const ADD = parseAbiItem(
  "function add_liquidity(uint256[] amounts, uint256 minMintAmount) returns (uint256)",
);
const REMOVE = parseAbiItem(
  "function remove_liquidity(uint256 amount, uint256[] minAmounts) returns (uint256[])",
);

/** Functions that the operations call: of metapools those of plain pools of two coins. */
export const functions: readonly AbiFunction[] = [...plain.functions, ADD, REMOVE];

/** `exchange`, as of plain pools. */
export const swap = plain.swap;

/** `remove_liquidity_one_coin`, as of plain pools. */
export const redeem = plain.redeem;

/** `add_liquidity` with one coin. */
export function deposit(state: CurveNgPool, edge: Edge): CallOperation {
  return state.basePool !== null ? plain.deposit(state, edge) : plain.depositBy(ADD, state, edge);
}

/** `add_liquidity` with all coins that are given. */
export function mintOperation(state: CurveNgPool, amountsIn: readonly bigint[]): SequenceOperation {
  return state.basePool !== null
    ? plain.mintOperation(state, amountsIn)
    : plain.mintBy(ADD, state, amountsIn);
}

/** `remove_liquidity`. */
export function burnOperation(state: CurveNgPool): BurnOperation {
  return state.basePool !== null ? plain.burnOperation(state) : plain.burnBy(REMOVE, state);
}
