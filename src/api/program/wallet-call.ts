import { encodeFunctionData, type Hex, prepareEncodeFunctionData } from "viem";
import { coreWalletAbi } from "../../../abis/weir/CoreWallet.ts";
import { encodeProgram } from "./encode.ts";
import type { Outcome } from "./router-call.ts";
import type { Program } from "./steps.ts";

// Prepared, since each encoding would hash the signature anew. Every host of a wallet has the same.
const RUN = prepareEncodeFunctionData({ abi: coreWalletAbi, functionName: "run" });
const EXECUTE = prepareEncodeFunctionData({ abi: coreWalletAbi, functionName: "execute" });
const MULTI = prepareEncodeFunctionData({ abi: coreWalletAbi, functionName: "executeMulti" });

/** What a wallet is told besides the program. The zero address is the native coin. */
export interface WalletOrder extends Outcome {
  /** Smallest unit of the token that the program spends. */
  readonly amountIn: bigint;
}

/** What a wallet is told of a swap of one to five inputs. */
export interface MultiWalletOrder extends Outcome {
  /** In registers 1, 2, …; smallest units. */
  readonly amountsIn: readonly bigint[];
}

/** Calldata of a swap of what a wallet holds. */
export function encodeExecute(order: WalletOrder, program: Program): Hex {
  return encodeFunctionData({ ...EXECUTE, args: [order, encodeProgram(program)] });
}

/** Calldata of a swap of several tokens that a wallet holds. */
export function encodeExecuteMulti(order: MultiWalletOrder, program: Program): Hex {
  return encodeFunctionData({ ...MULTI, args: [order, encodeProgram(program)] });
}

/**
 * Calldata of a program whose minimums are its own.
 *
 * @param deadline Seconds since the epoch, the last at which it runs.
 */
export function encodeRun(deadline: bigint, program: Program): Hex {
  return encodeFunctionData({ ...RUN, args: [deadline, encodeProgram(program)] });
}
