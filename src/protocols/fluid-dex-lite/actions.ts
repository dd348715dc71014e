import { type AbiFunction, parseAbiItem } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { literal, type Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import { placeOf } from "./pool.ts";
import type { DexLitePool } from "./state.ts";

// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dexLite/core/main.sol
const SWAP_SINGLE = parseAbiItem([
  "function swapSingle(DexKey dexKey, bool swap0To1, int256 amountSpecified, uint256 amountLimit, address to, bool isCallback, bytes callbackData, bytes extraData) payable returns (uint256 amountUnspecified)",
  "struct DexKey { address token0; address token1; bytes32 salt; }",
]);

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SWAP_SINGLE];

/**
 * `swapSingle` of a given input without a minimum of its own: the program checks what arrives. The
 * contract pays the recipient and takes the input from its caller.
 */
export function swap(pool: DexLitePool, edge: Edge): Operation {
  const [token0, token1] = pool.tokens;
  const isNative = edge.tokenIn === NATIVE;
  return {
    kind: "call",
    target: pool.address,
    function: SWAP_SINGLE,
    args: [
      literal({ token0, token1, salt: pool.salt }),
      literal(placeOf(pool, edge.tokenIn) === 0),
      { kind: "amountIn" },
      literal(0n),
      { kind: "recipient" },
      literal(false),
      literal("0x"),
      literal("0x"),
    ],
    value: isNative ? "amountIn" : "none",
    approve: !isNative,
    amountOut: { from: "return", word: 0 },
    pays: "recipient",
    price: "moving",
  };
}
