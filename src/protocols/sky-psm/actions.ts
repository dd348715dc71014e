import { type AbiFunction, parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import { gemPrice, type SkyPsm } from "./pool.ts";

const SELL_GEM = parseAbiItem("function sellGem(address usr, uint256 gemAmt) returns (uint256)");
const BUY_GEM = parseAbiItem("function buyGem(address usr, uint256 gemAmt) returns (uint256)");

/** Functions that the operations call, of the module and its wrapper alike. */
export const functions: readonly AbiFunction[] = [SELL_GEM, BUY_GEM];

/**
 * `sellGem` of what comes, or `buyGem` of as much as that pays for, which the program divides: the
 * contract takes the amount that it is to pay.
 */
export function swap(state: SkyPsm, edge: Edge): Operation {
  const { gem, dai, psm, wrapper } = state;
  const stable = edge.tokenIn === gem ? edge.tokenOut : edge.tokenIn;
  const target = stable === dai ? psm : wrapper;
  if (edge.tokenIn === gem) {
    return {
      kind: "call",
      target,
      function: SELL_GEM,
      args: [{ kind: "recipient" }, { kind: "amountIn" }],
      value: "none",
      approve: true,
      amountOut: { from: "return", word: 0 },
      pays: "recipient",
      price: "moving",
    };
  }
  return {
    kind: "sequence",
    stages: [
      { kind: "divide", of: 0, divisor: gemPrice(state) },
      {
        kind: "call",
        target,
        function: BUY_GEM,
        args: [{ kind: "recipient" }, { kind: "amount", of: 1 }],
        approvals: [{ token: edge.tokenIn, of: 0 }],
        yields: [],
      },
    ],
    amountOut: 1,
    pays: "recipient",
    price: "moving",
    leftovers: [edge.tokenIn],
  };
}
