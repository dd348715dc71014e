import type { Hex, StateOverride } from "viem";
import { appendSignature } from "../program/append-signature.ts";
import type { Execution } from "../program/execution.ts";
import type { PermitKind } from "../program/permit.ts";

/**
 * A transaction that runs although nobody has signed its permit, and the state it needs for that.
 */
export interface SignedExecution {
  readonly execution: Execution;
  readonly overrides: StateOverride;
  /** Gas that the real signature takes beyond what the simulation sees, at most. */
  readonly unseenGas: bigint;
}

/** 65 bytes that are no signature of anybody; none of them is zero, which would cost less. */
const NO_SIGNATURE: Hex = `0x${"ff".repeat(65)}`;

/**
 * Code of an account that accepts every signature (ERC-1271) and native value: it answers the magic
 * value to every call.
 *
 *     mstore(0, 0x1626ba7e << 224)      63 1626ba7e 60 e0 1b 5f 52
 *     return(0, 32)                     60 20 5f f3
 *
 * @see https://eips.ethereum.org/EIPS/eip-1271
 */
export const ACCEPTS_ALL: Hex = "0x631626ba7e60e01b5f5260205ff3";

/**
 * Gas of what the signature takes in the transaction and not in its simulation, at most. Who checks
 * it recovers the signer, 3,000, or asks an account with code: a Safe of one owner takes 22,000,
 * and 6,000 for each further owner. A token's permit writes a nonce and the allowance besides,
 * 22,100 and 22,100, of which some is given back.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2929
 */
const UNSEEN_GAS: Readonly<Record<PermitKind, bigint>> = { eip2612: 80_000n, permit2: 50_000n };

/**
 * The transaction as it is sent, with bytes in place of the signature, and what makes it run so.
 *
 * Permit2 asks the code at the sender, which accepts. A token's own permit fails, and the router
 * contract goes on with the allowance that the simulation supplies, as it does after a permit that
 * somebody else sent first.
 */
export function withoutSignature(execution: Execution, kind: PermitKind): SignedExecution {
  const { tx } = execution;
  return {
    execution: { ...execution, tx: { ...tx, data: appendSignature(tx.data, NO_SIGNATURE) } },
    overrides: kind === "permit2" ? [{ address: tx.from, code: ACCEPTS_ALL }] : [],
    unseenGas: UNSEEN_GAS[kind],
  };
}
