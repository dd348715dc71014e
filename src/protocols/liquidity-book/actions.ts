import { type AbiFunction, parseAbiItem } from "viem";
import { literal, type Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { LiquidityBookPool } from "./pool.ts";

const SWAP = parseAbiItem("function swap(bool swapForY, address to) returns (bytes32 amountsOut)");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SWAP];

/**
 * Pays the pair and swaps all that it was paid. What it returns packs both tokens, Y above X: it is
 * the amount where X is bought, which the recipient gets; of Y the caller measures its gain.
 */
export function swap(
  { address, tokenX }: Pick<LiquidityBookPool, "address" | "tokenX">,
  { tokenIn, tokenOut }: Edge,
): Operation {
  const swapForY = tokenIn === tokenX;
  return {
    kind: "sequence",
    stages: [
      { kind: "send", of: 0, token: tokenIn, to: address },
      {
        ...{ kind: "call", target: address, function: SWAP, approvals: [] },
        args: [literal(swapForY), swapForY ? { kind: "caller" } : { kind: "recipient" }],
        yields: [swapForY ? { from: "gain", token: tokenOut } : { from: "return", word: 0 }],
      },
    ],
    amountOut: 1,
    pays: swapForY ? "caller" : "recipient",
    price: "moving",
    leftovers: [],
  };
}
