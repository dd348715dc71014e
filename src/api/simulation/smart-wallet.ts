import { type Address, concat, type Hex } from "viem";
import type { Transaction } from "../program/execution.ts";

/**
 * Code of the smallest wallet that delegate-calls: placed at the caller's address while a delegated
 * transaction is simulated. It accepts native value; from itself it takes 20 bytes of target and
 * calldata and delegate-calls; any other call fails, so that no callback is answered and nothing
 * passes that would fail in a Safe.
 *
 *     if calldatasize == 0                             36 15 6031 57
 *       stop                                           (49) 5b 00
 *     if caller != address(this)                       33 30 14 600e 57
 *       revert                                         5f 5f fd
 *     calldatacopy(0, 20, calldatasize - 20)           (14) 5b 6014 36 03 80 6014 5f 37
 *     delegatecall(gas, calldataload(0) >> 96, 0, calldatasize - 20, 0, 0)
 *                                                      5f 5f 91 5f 5f 35 6060 1c 5a f4
 *     returndatacopy(0, 0, returndatasize)             3d 5f 5f 3e
 *     return or revert with it                         602d 57 3d 5f fd (45) 5b 3d 5f f3
 */
export const SMART_WALLET_CODE: Hex =
  "0x3615603157333014600e575f5ffd5b601436038060145f375f5f915f5f3560601c5af43d5f5f3e602d573d5ffd5b3d5ff35b00";

/** The call that makes a wallet with `SMART_WALLET_CODE` run a delegated transaction. */
export function delegatedCall(tx: Transaction): {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
} {
  return { from: tx.from, to: tx.from, data: concat([tx.to, tx.data]), value: 0n };
}
