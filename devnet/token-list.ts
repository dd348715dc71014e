import { readFileSync } from "node:fs";
import { type Address, isAddress, keccak256, slice, stringToHex } from "viem";
import { z } from "zod";
import { lower } from "../src/lib/address.ts";
import type { DevnetToken } from "./manifest.ts";

const listSchema = z.object({
  tokens: z.array(
    z.object({
      address: z.custom<Address>((value) => isAddress(String(value))).optional(),
      symbol: z.string(),
      name: z.string(),
      decimals: z.number().int(),
      tier: z.enum(["hub", "major", "minor", "recorded"]),
      priceUsd: z.number().positive(),
    }),
  ),
});

/** The tokens of a chain from `devnet/data`, hostile ones not among them. */
export function tokenList(chainId: number): DevnetToken[] {
  const file = new URL(`./data/tokens-${chainId}.json`, import.meta.url);
  const { tokens } = listSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  return tokens.map((token) => ({
    ...token,
    address: lower(token.address ?? generatedAddress(token.symbol)),
  }));
}

/**
 * An address that stands for nothing on the real chain: the first 20 bytes of a hash of the name.
 */
export function generatedAddress(name: string): Address {
  return slice(keccak256(stringToHex(`weir devnet ${name}`)), 0, 20);
}

/** The token with a symbol; throws where the list has none. */
export function tokenBySymbol(tokens: readonly DevnetToken[], symbol: string): DevnetToken {
  const token = tokens.find((candidate) => candidate.symbol === symbol);
  if (token === undefined)
    throw new Error(`The devnet has no token ${symbol}; add it to devnet/data.`);
  return token;
}
