import type { Address } from "viem";
import { NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import { TransactionDecodeError } from "./calldata.ts";

/**
 * A token as callers write it: 0xeee… for the native currency.
 *
 * @throws {TransactionDecodeError} For a contract at 0xeee…, which would read the same; there is
 *   none.
 */
export function readableToken(token: Address): Address {
  if (token === NATIVE) {
    throw new TransactionDecodeError(null, `the program names a contract at ${NATIVE}`);
  }
  return token === ZERO_ADDRESS ? NATIVE : token;
}
