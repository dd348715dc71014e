import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type Minting,
  mintedDown,
  FULL_WEIGHT_BPS as weightBps,
} from "../../../src/protocols/convex/minting.ts";

const E18 = 10n ** 18n;
const CVX: Minting = { kind: "cliffs", schedule: "CVX", isWeighted: false };
const AURA: Minting = { kind: "cliffs", schedule: "AURA", isWeighted: true };
const RATE: Minting = {
  kind: "rate",
  coordinator: "0xec1c780a275438916e7ceb174d80878f29580606",
};

interface Claim {
  readonly bal: string;
  readonly aura: string;
}

function recorded<T>(name: string): T {
  const file = new URL(`../../fixtures/convex/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

describe("mintedDown of CVX", () => {
  const minted = (crv: bigint, measure: bigint) => mintedDown(CVX, crv, { measure, weightBps });

  test("default: what a claim on Ethereum was paid, whatever the supply within its cliff", () => {
    const one = recorded<{ crv: string; cvx: string; cliff: number }>("minted");
    const [crv, cvx] = [BigInt(one.crv), BigInt(one.cvx)];
    const from = BigInt(one.cliff) * 100_000n * E18;
    expect(minted(crv, from)).toBe(cvx);
    expect(minted(crv, from + 100_000n * E18 - 1n)).toBe(cvx);
    expect(minted(crv, from - 1n)).toBeGreaterThan(cvx);
    expect(minted(crv, from + 100_000n * E18)).toBeLessThan(cvx);
  });

  test("behavior: no more than is left, and nothing after that", () => {
    const most = 100_000_000n * E18;
    expect(minted(10_000n * E18, most - 3n)).toBe(3n);
    expect(minted(10_000n * E18, most)).toBe(0n);
  });
});

describe("mintedDown of AURA", () => {
  test("default: what two claims on Ethereum were paid, by the pools' weight", () => {
    const one = recorded<{ claims: readonly Claim[]; cliff: number; weightBps: number }>(
      "aura-minted",
    );
    const from = (50_000_000n + BigInt(one.cliff) * 100_000n) * E18;
    const weight = BigInt(one.weightBps);
    for (const { bal, aura } of one.claims) {
      const minted = (measure: bigint) =>
        mintedDown(AURA, BigInt(bal), { measure, weightBps: weight });
      expect(minted(from)).toBe(BigInt(aura));
      expect(minted(from + 100_000n * E18 - 1n)).toBe(BigInt(aura));
      expect(minted(from - 1n)).toBeGreaterThan(BigInt(aura));
      expect(minted(from + 100_000n * E18)).toBeLessThan(BigInt(aura));
    }
  });

  test("behavior: seven years of claims up to the last unit", () => {
    const { supply, claims } = recorded<{ supply: string; claims: readonly Claim[] }>(
      "aura-schedule",
    );
    let measure = BigInt(supply);
    for (const { bal, aura } of claims) {
      const minted = mintedDown(AURA, BigInt(bal), { measure, weightBps });
      expect(minted).toBe(BigInt(aura));
      measure += minted;
    }
    expect(measure).toBe(100_000_000n * E18);
    expect(mintedDown(AURA, E18, { measure, weightBps })).toBe(0n);
  });
});

describe("mintedDown by a rate", () => {
  test("default: rounded down", () => {
    const minted = (reward: bigint, measure: bigint) =>
      mintedDown(RATE, reward, { measure, weightBps });
    expect(minted(10n * E18, 12n * 10n ** 17n)).toBe(12n * E18);
    expect(minted(7n, E18 - 1n)).toBe(6n);
    expect(minted(E18, 0n)).toBe(0n);
  });
});
