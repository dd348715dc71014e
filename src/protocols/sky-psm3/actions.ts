import { type AbiFunction, parseAbiItem } from "viem";
import { literal, type Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { SkyPsm3 } from "./pool.ts";

const SWAP_EXACT_IN = parseAbiItem(
  "function swapExactIn(address assetIn, address assetOut, uint256 amountIn, uint256 minAmountOut, address receiver, uint256 referralCode) returns (uint256 amountOut)",
);
/** The program demands its own minimum, of what arrives. */
const NO_MINIMUM = 0n;
const NO_REFERRAL = 0n;

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SWAP_EXACT_IN];

/** `swapExactIn`. */
export function swap({ psm }: SkyPsm3, { tokenIn, tokenOut }: Edge): Operation {
  return {
    kind: "call",
    target: psm,
    function: SWAP_EXACT_IN,
    args: [
      ...[literal(tokenIn), literal(tokenOut), { kind: "amountIn" } as const],
      ...[literal(NO_MINIMUM), { kind: "recipient" } as const, literal(NO_REFERRAL)],
    ],
    value: "none",
    approve: true,
    amountOut: { from: "return", word: 0 },
    pays: "recipient",
    price: "moving",
  };
}
