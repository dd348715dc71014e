import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  size,
  slice,
} from "viem";
import { type Compiler, type Estimates, outputKey } from "./compiler.ts";

/** The reporter of simulations; nothing is there on any chain. */
export const REPORTER_ADDRESS: Address = "0x0000000000000000000000000000005765697200";

const REPORT = [
  { type: "uint256", name: "action" },
  { type: "uint256", name: "output" },
  { type: "uint256", name: "amount" },
] as const;
const AMOUNT_OFFSET = 64;
const REPORT_BYTES = 96;

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

/** Reads the outputs back from all that a simulated program called the reporter with. */
export function readReports(reported: Hex): Estimates {
  const estimates = new Map<string, bigint>();
  for (let at = 0; at < size(reported); at += REPORT_BYTES) {
    const report = slice(reported, at, at + REPORT_BYTES);
    const [action, output, amount] = decodeAbiParameters(REPORT, report);
    estimates.set(outputKey(Number(action), Number(output)), amount);
  }
  return estimates;
}
