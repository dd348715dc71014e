import type { Address, Hex } from "viem";
import { TransactionDecodeError } from "../../../src/api/decode/calldata.ts";
import { readTransaction } from "../../../src/api/decode/readable.ts";
import { encodeRoute, type RouterOrder } from "../../../src/api/program/router-call.ts";
import type { Program } from "../../../src/api/program/steps.ts";
import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { ALICE, BOB, USDC, WETH } from "../fixture/market.ts";

export const PAIR: Address = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
export const POOL: Address = "0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640";

/** A sale of 1000 units of USDC for native currency. */
export const ORDER: RouterOrder = {
  tokenIn: USDC,
  amountIn: 1_000n,
  payTo: ZERO_ADDRESS,
  tokenOut: ZERO_ADDRESS,
  minAmountOut: 990n,
  receiver: BOB,
  deadline: 1_800_000_000n,
};
/** A split over two pools, whose output is unwrapped. */
export const PROGRAM: Program = {
  registers: 4,
  steps: [
    { op: "take", in: 1, out: 2, shareX64: 11_068_046_444_225_730_969n },
    { op: "v3-swap-pull", in: 2, out: 3, zeroForOne: true, pool: POOL, to: ALICE },
    { op: "pull", in: 1, to: PAIR },
    { op: "v2-swap", in: 1, out: 4, zeroForOne: true, feePips: 3_000, pair: PAIR, to: ALICE },
    {
      op: "call",
      target: WETH,
      valueRegister: 0,
      out: 0,
      outWord: 0,
      approvals: [{ register: 3, token: WETH }],
      splices: [{ register: 3, offset: 4 }],
      data: `0x2e1a7d4d${"00".repeat(32)}`,
    },
    { op: "send", in: 4, token: ZERO_ADDRESS, to: BOB },
  ],
};
/** Calldata of the router, with an executor of its own. */
export const routeOf = (order: RouterOrder, program: Program) =>
  encodeRoute(order, { ...program, executor: "own" });
export const ROUTE = routeOf(ORDER, PROGRAM);

/** What is read of calldata on a chain that is not known. */
export const read = (
  to: Address,
  data: Hex,
  from: Address | null = null,
  value: bigint | null = null,
) => readTransaction({ to, data, from, value }, null);

/** Where reading stops, in bytes; null: it is foreign as a whole. */
export function offsetOf(to: Address, data: Hex): number | null | "read" {
  try {
    read(to, data);
    return "read";
  } catch (error) {
    if (error instanceof TransactionDecodeError) return error.offset;
    throw error;
  }
}
