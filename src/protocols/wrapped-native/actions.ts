import { type AbiFunction, parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { WrappedNative } from "./pool.ts";

/** @see https://github.com/gnosis/canonical-weth/blob/0dd1ea3e295eef916d0c6223ec63141137d22d67/contracts/WETH9.sol */
const DEPOSIT = parseAbiItem("function deposit() payable");
const WITHDRAW = parseAbiItem("function withdraw(uint256 amount)");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [DEPOSIT, WITHDRAW];

/** `deposit()` with the input as native value; the contract credits its caller. */
export function deposit(state: WrappedNative, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.token,
    function: DEPOSIT,
    args: [],
    value: "amountIn",
    approve: false,
    amountOut: { from: "amountIn" },
    pays: "caller",
    price: "fixed",
  };
}

/** `withdraw(uint256)`; the contract sends native currency to its caller. */
export function redeem(state: WrappedNative, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.token,
    function: WITHDRAW,
    args: [{ kind: "amountIn" }],
    value: "none",
    approve: false,
    amountOut: { from: "amountIn" },
    pays: "caller",
    price: "fixed",
  };
}
