import { type AbiFunction, parseAbiItem } from "viem";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import type { CallOperation, Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { LidoState } from "./pool.ts";

const SUBMIT = parseAbiItem("function submit(address referral) payable returns (uint256)");
const WRAP = parseAbiItem("function wrap(uint256 stETHAmount) returns (uint256)");
const UNWRAP = parseAbiItem("function unwrap(uint256 wstETHAmount) returns (uint256)");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SUBMIT, WRAP, UNWRAP];

/**
 * What all of Lido's calls have in common: they pay their caller, and what it gains is the output.
 */
const CALL = {
  kind: "call",
  args: [],
  value: "none",
  approve: false,
  amountOut: { from: "gain" },
  pays: "caller",
  price: "moving",
} as const satisfies Partial<CallOperation>;

/**
 * `submit` for stETH; ether sent to the wrapper for wstETH; `wrap` for stETH. An amount of stETH
 * that was transferred is wrapped under its name: whole shares moved, and as many are taken again.
 */
export function deposit(state: LidoState, edge: Edge): Operation {
  if (edge.tokenOut === state.stEth) {
    return {
      ...CALL,
      target: state.stEth,
      function: SUBMIT,
      args: [{ kind: "literal", value: ZERO_ADDRESS }],
      value: "amountIn",
    };
  }
  if (edge.tokenIn === state.stEth) {
    return {
      ...CALL,
      target: state.wstEth,
      function: WRAP,
      args: [{ kind: "amountIn" }],
      approve: true,
      amountOut: { from: "return", word: 0 },
    };
  }
  return { ...CALL, target: state.wstEth, function: null, value: "amountIn" };
}

/** `unwrap`. */
export function redeem(state: LidoState, _edge: Edge): Operation {
  return {
    ...CALL,
    target: state.wstEth,
    function: UNWRAP,
    args: [{ kind: "amountIn" }],
  };
}
