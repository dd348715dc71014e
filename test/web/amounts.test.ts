import { describe, expect, test } from "vitest";
import { exact, parseAmount, short } from "../../web/src/lib/amounts.ts";

describe("parseAmount", () => {
  test("default", () => {
    expect(parseAmount("1.5", 18)).toBe(1_500_000_000_000_000_000n);
    expect(parseAmount("1,234.000001", 6)).toBe(1_234_000_001n);
    expect(parseAmount(".5", 6)).toBe(500_000n);
    expect(parseAmount("2.", 6)).toBe(2_000_000n);
  });

  test.for([
    "",
    "0",
    "-1",
    "1e3",
    "0x1",
    "1.2.3",
    "one",
    "1.0000001",
  ])("behavior: %j is no amount of 6 decimals", (text) => {
    expect(parseAmount(text, 6)).toBeNull();
  });
});

describe("exact", () => {
  test("default", () => {
    expect(exact(136_192_749_130n, 6)).toBe("136,192.74913");
    expect(exact(1n, 18)).toBe("0.000000000000000001");
    expect(exact(1_000n, 0)).toBe("1,000");
  });
});

describe("short", () => {
  test("default", () => {
    expect(short(136_192_749_130n, 6)).toBe("136,192.7");
    expect(short(2_725_771_234n, 6)).toBe("2,725.771");
    expect(short(12_345_678_900_000n, 6)).toBe("12,345,678");
    expect(short(0n, 18)).toBe("0");
  });

  test("behavior: small amounts keep six digits behind the zeros", () => {
    expect(short(1_234_567_890_123n, 18)).toBe("0.00000123456");
    expect(short(1n, 18)).toBe("0.000000000000000001");
  });
});
