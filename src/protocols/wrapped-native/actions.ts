import { parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { WrappedNative } from "./pool.ts";

/** `deposit()` with the input as native value; the contract credits its caller. */
export function deposit(state: WrappedNative, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.token,
    function: parseAbiItem("function deposit() payable"),
    args: [],
    value: "amountIn",
    approve: false,
    amountOut: { from: "amountIn" },
    pays: "caller",
  };
}

/** `withdraw(uint256)`; the contract sends native currency to its caller. */
export function redeem(state: WrappedNative, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.token,
    function: parseAbiItem("function withdraw(uint256 wad)"),
    args: [{ kind: "amountIn" }],
    value: "none",
    approve: false,
    amountOut: { from: "amountIn" },
    pays: "caller",
  };
}
