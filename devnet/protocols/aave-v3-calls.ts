import { type Address, encodeFunctionData } from "viem";
import type { Builder } from "../builder.ts";
import type { Artifact } from "../solidity/artifact.ts";

/** Queues a call of the operator to a contract. */
export type ContractCalls = (functionName: string, args: readonly unknown[]) => void;

/** Upper bound of a call, three proxies of a listing included. */
const GAS = 4_000_000n;

/** Calls to one contract, queued by function name. */
export function contractCalls(
  builder: Builder,
  to: Address,
  { abi }: Pick<Artifact, "abi">,
): ContractCalls {
  return (functionName, args) => {
    const data = encodeFunctionData({ abi, functionName, args });
    builder.queue({ to, data, gas: GAS, label: `${functionName} of ${to}` });
  };
}
