import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import type { Snapshot } from "../../graph/snapshot.ts";
import { addressOut, integerOut } from "./values.ts";

/** A token that another one, or a position, stands for. */
export const underlyingSchema = z.object({
  address: addressOut,
  chainId: integerOut,
  type: z.enum(["base", "defi"]),
  decimals: integerOut,
});

/** Whether a protocol issues the token. */
export function typeOf(snapshot: Snapshot, address: Address): "base" | "defi" {
  return snapshot.defiTokens.has(address) ? "defi" : "base";
}

/**
 * Picture of a token, from a public collection that knows most tokens by their address.
 *
 * @see https://github.com/DefiLlama/icons
 */
export function logoOf(chainId: number, address: Address): string {
  return `https://token-icons.llamao.fi/icons/tokens/${chainId}/${address}`;
}
