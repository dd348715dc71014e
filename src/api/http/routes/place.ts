import { keccak256, stringToHex } from "viem";

/** Hexadecimal digits of a place: 52 bits, which a JSON number holds exactly. */
const PLACE_DIGITS = 13;

/**
 * Place of a record in the order that cursors follow, which does not change as others come or go.
 */
export function placeOf(chainId: number, key: string): number {
  const digest = keccak256(stringToHex(`${chainId}:${key}`));
  return Number(digest.slice(0, 2 + PLACE_DIGITS));
}
