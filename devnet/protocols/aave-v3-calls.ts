import { type Address, encodeFunctionData } from "viem";
import type { Builder } from "../builder.ts";
import type { Artifact } from "../solidity/artifact.ts";

/** Queues a call of the operator to a contract. */
export type ContractCalls = (functionName: string, args: readonly unknown[]) => void;

/** Upper bounds of a call, and of a listing, which makes three proxies. */
const GAS = { call: 1_000_000n, list: 3_000_000n };

/** Calls to one contract, queued by function name. */
export function contractCalls(
  builder: Builder,
  to: Address,
  { abi }: Pick<Artifact, "abi">,
): ContractCalls {
  return (functionName, args) => {
    const data = encodeFunctionData({ abi, functionName, args });
    const gas = functionName === "initReserves" ? GAS.list : GAS.call;
    builder.queue({ to, data, gas, label: `${functionName} of ${to}` });
  };
}
