import type { Address } from "viem";

/** The address that stands for a chain's native currency in requests, responses and the graph. */
export const NATIVE: Address = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/** The zero address, which the contracts use for the native currency. */
export const ZERO_ADDRESS: Address = "0x0000000000000000000000000000000000000000";

/** Lower-case form of an address; the only form in tables, comparisons and responses. */
export function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}

/** A token as contracts name it for which the zero address is the native currency. */
export function currencyOf(token: Address): Address {
  return token === NATIVE ? ZERO_ADDRESS : token;
}

/** The token that such contracts call so; lower-case. */
export function tokenOfCurrency(currency: Address): Address {
  return currency === ZERO_ADDRESS ? NATIVE : lower(currency);
}
