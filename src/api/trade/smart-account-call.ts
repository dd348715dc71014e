import { concat, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, toHex } from "viem";
import type { Transaction } from "../program/execution.ts";

/** @see https://eips.ethereum.org/EIPS/eip-7579 */
const ACCOUNT_ABI = parseAbi(["function execute(bytes32 mode, bytes executionCalldata) payable"]);

/** Modes: the kind of call in the first byte, all else 0, so that a failure reverts. */
const BATCH = concat(["0x01", toHex(0, { size: 31 })]);
const DELEGATE_CALL = concat(["0xff", toHex(0, { size: 31 })]);

/** What an ERC-7579 account is called with to make calls one after the other. */
export function batchCallData(calls: readonly Transaction[]): Hex {
  const executions = encodeAbiParameters(
    [
      {
        type: "tuple[]",
        components: [
          { name: "target", type: "address" },
          { name: "value", type: "uint256" },
          { name: "callData", type: "bytes" },
        ],
      },
    ],
    [calls.map(({ to, value, data }) => ({ target: to, value, callData: data }))],
  );
  return encodeFunctionData({ abi: ACCOUNT_ABI, args: [BATCH, executions] });
}

/** What an ERC-7579 account is called with to make a delegate call. */
export function delegateCallData({ to, data }: Transaction): Hex {
  return encodeFunctionData({ abi: ACCOUNT_ABI, args: [DELEGATE_CALL, concat([to, data])] });
}
