import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mintedDown } from "../../../src/protocols/convex/minting.ts";

const E18 = 10n ** 18n;
const recorded = JSON.parse(
  readFileSync(new URL("../../fixtures/convex/minted.json", import.meta.url), "utf8"),
) as { readonly crv: string; readonly cvx: string; readonly cliff: number };

describe("mintedDown", () => {
  test("default: what a claim on Ethereum was paid, whatever the supply within its cliff", () => {
    const [crv, cvx] = [BigInt(recorded.crv), BigInt(recorded.cvx)];
    const from = BigInt(recorded.cliff) * 100_000n * E18;
    expect(mintedDown(crv, from)).toBe(cvx);
    expect(mintedDown(crv, from + 100_000n * E18 - 1n)).toBe(cvx);
    expect(mintedDown(crv, from - 1n)).toBeGreaterThan(cvx);
    expect(mintedDown(crv, from + 100_000n * E18)).toBeLessThan(cvx);
  });

  test("behavior: no more than is left, and nothing after that", () => {
    const most = 100_000_000n * E18;
    expect(mintedDown(10_000n * E18, most - 3n)).toBe(3n);
    expect(mintedDown(10_000n * E18, most)).toBe(0n);
  });
});
