import { concat, type Hex, numberToHex, size } from "viem";

/**
 * Calldata of `encodeRouteWithPermit` or `encodeRouteWithPermit2` with its signature behind it: the
 * signature, and its length in 32 bytes. 65 bytes (r, s, v), 64 of EIP-2098, or what an account
 * with code takes for its signature.
 */
export function appendSignature(data: Hex, signature: Hex): Hex {
  return concat([data, signature, numberToHex(size(signature), { size: 32 })]);
}
