import { type AbiFunction, parseAbiItem } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { literal, type Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import { placeOf } from "./pool.ts";
import type { FluidPool } from "./state.ts";

// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba/contracts/protocols/dex/interfaces/iDexT1.sol
const SWAP_IN = parseAbiItem(
  "function swapIn(bool swap0to1, uint256 amountIn, uint256 amountOutMin, address to) payable returns (uint256 amountOut)",
);

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SWAP_IN];

/**
 * `swapIn` without a minimum of its own: the program checks what arrives. The pool moves the input
 * from its caller to the Liquidity layer, which pays the recipient.
 */
export function swap(state: FluidPool, edge: Edge): Operation {
  const isNative = edge.tokenIn === NATIVE;
  return {
    kind: "call",
    target: state.address,
    function: SWAP_IN,
    args: [
      literal(placeOf(state, edge.tokenIn) === 0),
      { kind: "amountIn" },
      literal(0n),
      { kind: "recipient" },
    ],
    value: isNative ? "amountIn" : "none",
    approve: !isNative,
    amountOut: { from: "return", word: 0 },
    pays: "recipient",
    price: "moving",
  };
}
