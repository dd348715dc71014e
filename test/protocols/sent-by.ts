import { type Address, encodeFunctionData, erc20Abi } from "viem";
import type { CallArgument, Operation } from "../../src/protocols/operation.ts";
import type { Sent } from "./aave-v3/market.ts";

/**
 * Transactions of an account for an operation: an exact approval where one is needed, and the call.
 */
export function sentBy(
  from: Address,
  operation: Operation,
  tokenIn: Address,
  amount: bigint,
): Sent[] {
  if (operation.kind !== "call" || operation.function === null) throw new Error("It is a call.");
  const { target, function: abiFunction, args, approve, value } = operation;
  const resolve = (argument: CallArgument): unknown => {
    if (argument.kind === "literal") return argument.value;
    return argument.kind === "amountIn" ? amount : from;
  };
  const data = encodeFunctionData({
    ...{ abi: [abiFunction], functionName: abiFunction.name, args: args.map(resolve) },
  });
  const approval = encodeFunctionData({
    ...{ abi: erc20Abi, functionName: "approve", args: [target, amount] },
  });
  const call: Sent = { from, to: target, data, value: value === "amountIn" ? amount : 0n };
  return approve ? [{ from, to: tokenIn, data: approval }, call] : [call];
}
