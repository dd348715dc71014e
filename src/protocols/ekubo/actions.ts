import { type AbiFunction, parseAbiItem } from "viem";
import { currencyOf, NATIVE } from "../../lib/address.ts";
import { literal, type Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { EkuboPool } from "./pool.ts";

// https://github.com/EkuboProtocol/evm-contracts/blob/v3.1.1/src/Router.sol
const SWAP = parseAbiItem([
  "function swap(PoolKey poolKey, bool isToken1, int128 amount, uint96 sqrtRatioLimit, uint256 skipAhead, int256 calculatedAmountThreshold, address recipient) payable returns (bytes32 balanceUpdate)",
  "struct PoolKey { address token0; address token1; bytes32 config; }",
]);

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SWAP];

/**
 * `swap` of Ekubo's own router, which takes the input from its caller, refuses to sell a part of
 * it, and has no minimum here: the program checks what arrives. What it returns packs both amounts,
 * so that the caller measures its gain.
 */
export function swap(pool: EkuboPool, edge: Edge): Operation {
  const { token0, token1, router, config } = pool;
  const isNative = edge.tokenIn === NATIVE;
  return {
    kind: "call",
    target: router,
    function: SWAP,
    args: [
      literal({ token0: currencyOf(token0), token1, config }),
      literal(edge.tokenIn === token1),
      { kind: "amountIn" },
      // No limit of the price; the words of the bitmap one by one.
      ...[literal(0n), literal(0n), literal(0n)],
      { kind: "caller" },
    ],
    value: isNative ? "amountIn" : "none",
    approve: !isNative,
    amountOut: { from: "gain" },
    pays: "caller",
    price: "moving",
  };
}
