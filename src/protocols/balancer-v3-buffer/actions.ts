import type { AbiFunction } from "viem";
import { BalancerV3BatchRouter } from "../../../abis/BalancerV3Buffers.ts";
import { MAX_UINT256 } from "../../lib/math.ts";
import { literal, type SequenceOperation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { BalancerV3Buffer } from "./pool.ts";

const SWAP: AbiFunction = BalancerV3BatchRouter[0];

/** What the operations call. */
export const functions: readonly AbiFunction[] = [SWAP];

/** Of the first list of amounts that the router returns, which stands behind three places. */
const FIRST_AMOUNT = 4;

/** The vault is paid, then told what for: a path of one step, which is the buffer. */
export function swap(state: BalancerV3Buffer, { tokenIn, tokenOut }: Edge): SequenceOperation {
  const { vault, batchRouter, wrapped } = state;
  const step = { pool: wrapped, tokenOut, isBuffer: true };
  return {
    kind: "sequence",
    stages: [
      { kind: "send", of: 0, token: tokenIn, to: vault },
      {
        kind: "call",
        target: batchRouter,
        function: SWAP,
        args: [
          {
            kind: "list",
            items: [
              {
                kind: "tuple",
                fields: {
                  tokenIn: literal(tokenIn),
                  steps: literal([step]),
                  exactAmountIn: { kind: "amount", of: 0 },
                  // The program checks the output of the whole route.
                  minAmountOut: literal(0n),
                },
              },
            ],
          },
          literal(MAX_UINT256),
          literal("0x"),
        ],
        approvals: [],
        yields: [{ from: "return", word: FIRST_AMOUNT }],
      },
    ],
    ...{ amountOut: 1, pays: "caller", price: "moving", leftovers: [] },
  };
}
