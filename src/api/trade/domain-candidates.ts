import { type Hex, numberToHex } from "viem";
import type { TokenDomain } from "../program/permit-typed-data.ts";

/** What a token says of the domain that it signs in; null where it says nothing. */
export interface DomainFacts {
  /** `eip712Domain()` (ERC-5267); null also where it names another contract or extensions. */
  readonly stated: TokenDomain | null;
  readonly name: string | null;
  readonly version: string | null;
}

/**
 * The domains that a token may sign in, the likeliest first: the one that it states, and those that
 * follow from its name and version. Without a version tokens use 1 or 2 (USDC), or none at all
 * (UNI); bridged tokens of Polygon have the chain as salt.
 */
export function domainCandidates(
  { stated, name, version }: DomainFacts,
  chainId: number,
): readonly TokenDomain[] {
  const versions = [...new Set([...(version === null ? [] : [version]), "1", "2"])];
  const named = name === null ? [] : [{ name }];
  const salt: Hex = numberToHex(chainId, { size: 32 });
  return [
    ...(stated === null ? [] : [stated]),
    ...named.flatMap((known) => [
      ...versions.map((each) => ({ ...known, version: each, chainId })),
      { ...known, chainId },
      ...versions.map((each) => ({ ...known, version: each, salt })),
    ]),
    { chainId },
  ];
}
