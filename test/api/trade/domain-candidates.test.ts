import { type Address, domainSeparator, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { type DomainFacts, domainCandidates } from "../../../src/api/trade/domain-candidates.ts";

/** Real tokens: what they answer, and `DOMAIN_SEPARATOR()` on their chain. */
const TOKENS: readonly (readonly [
  name: string,
  chainId: number,
  token: Address,
  facts: DomainFacts,
  separator: Hex,
])[] = [
  [
    "USDC, version 2",
    1,
    "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
    { stated: null, name: "USD Coin", version: "2" },
    "0x06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335",
  ],
  [
    "UNI, no version",
    1,
    "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984",
    { stated: null, name: "Uniswap", version: null },
    "0x28e9a6a663fbec82798f959fbf7b0805000a2aa21154d62a24be5f2a8716bf81",
  ],
];

describe("domainCandidates", () => {
  test.each(TOKENS)("default: %s", (_, chainId, token, facts, separator) => {
    const separators = domainCandidates(facts, chainId).map((candidate) =>
      domainSeparator({ domain: { ...candidate, verifyingContract: token } }),
    );
    expect(separators.filter((each) => each === separator)).toHaveLength(1);
  });

  test("behavior: what the token states comes first", () => {
    const stated = { name: "A", version: "7", chainId: 5 };
    expect(domainCandidates({ stated, name: "B", version: "1" }, 5)[0]).toBe(stated);
  });

  test("behavior: the token's version comes before those that are usual", () => {
    const versions = domainCandidates({ stated: null, name: "A", version: "v3" }, 5).map(
      ({ version }) => version,
    );
    expect(versions.slice(0, 3)).toEqual(["v3", "1", "2"]);
  });

  test("behavior: a token without a name has but its chain", () => {
    expect(domainCandidates({ stated: null, name: null, version: "1" }, 5)).toEqual([
      { chainId: 5 },
    ]);
  });
});
