import { parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { RocketPoolState } from "./pool.ts";

/** `deposit()` of the deposit pool; rETH is minted to the caller. */
export function deposit(state: RocketPoolState, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.depositPool,
    function: parseAbiItem("function deposit() payable"),
    args: [],
    value: "amountIn",
    approve: false,
    amountOut: { from: "gain" },
    pays: "caller",
  };
}

/** `burn(uint256)` of rETH, which pays its caller. */
export function redeem(state: RocketPoolState, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.rEth,
    function: parseAbiItem("function burn(uint256 _rethAmount)"),
    args: [{ kind: "amountIn" }],
    value: "none",
    approve: false,
    amountOut: { from: "gain" },
    pays: "caller",
  };
}
