import { type Address, decodeAbiParameters, encodeAbiParameters, type Hex } from "viem";
import { type Compiler, type Estimates, outputKey } from "./compiler.ts";

/** Where the reporter is put in simulations; nothing is there on any chain. */
export const REPORTER_ADDRESS: Address = "0x0000000000000000000000000000005765697200";

/** Logs its calldata: calldatacopy(0, 0, calldatasize), log0(0, calldatasize), stop. */
export const REPORTER_CODE: Hex = "0x365f5f37365fa000";

const REPORT = [
  { type: "uint256", name: "action" },
  { type: "uint256", name: "output" },
  { type: "uint256", name: "amount" },
] as const;
const AMOUNT_OFFSET = 64;

/**
 * Adds calls of the reporter with the outputs of an action; only for programs that are simulated
 * and thrown away.
 */
export function addReports(compiler: Compiler, action: number): void {
  const { outputs = [], reported = [] } = compiler.compiled[action] ?? {};
  for (const { index, register } of [...outputs, ...reported]) {
    compiler.builder.add({
      op: "call",
      target: REPORTER_ADDRESS,
      valueRegister: 0,
      out: 0,
      outWord: 0,
      approvals: [],
      splices: [{ register, offset: AMOUNT_OFFSET }],
      data: encodeAbiParameters(REPORT, [BigInt(action), BigInt(index), 0n]),
    });
  }
}

/** Reads the outputs back from what a simulated program logged. */
export function readReports(
  logs: readonly { readonly address: Address; readonly data: Hex }[],
): Estimates {
  const estimates = new Map<string, bigint>();
  for (const { address, data } of logs) {
    if (address.toLowerCase() !== REPORTER_ADDRESS) continue;
    const [action, output, amount] = decodeAbiParameters(REPORT, data);
    estimates.set(outputKey(Number(action), Number(output)), amount);
  }
  return estimates;
}
