import { type AbiFunction, parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { RocketPoolState } from "./pool.ts";

const DEPOSIT = parseAbiItem("function deposit() payable");
const BURN = parseAbiItem("function burn(uint256 amount)");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [DEPOSIT, BURN];

/** `deposit()` of the deposit pool; rETH is minted to the caller. */
export function deposit(state: RocketPoolState, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.depositPool,
    function: DEPOSIT,
    args: [],
    value: "amountIn",
    approve: false,
    amountOut: { from: "gain" },
    pays: "caller",
    price: "moving",
  };
}

/** `burn(uint256)` of rETH, which pays its caller. */
export function redeem(state: RocketPoolState, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.rEth,
    function: BURN,
    args: [{ kind: "amountIn" }],
    value: "none",
    approve: false,
    amountOut: { from: "gain" },
    pays: "caller",
    price: "moving",
  };
}
