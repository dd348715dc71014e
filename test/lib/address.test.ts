import { describe, expect, test } from "vitest";
import { currencyOf, NATIVE, tokenOfCurrency, ZERO_ADDRESS } from "../../src/lib/address.ts";

const TOKEN = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

describe("currencyOf", () => {
  test("default: the native currency is the zero address, others are themselves", () => {
    expect(currencyOf(NATIVE)).toBe(ZERO_ADDRESS);
    expect(currencyOf(TOKEN)).toBe(TOKEN);
  });
});

describe("tokenOfCurrency", () => {
  test("default: the zero address is the native currency, others in lower case", () => {
    expect(tokenOfCurrency(ZERO_ADDRESS)).toBe(NATIVE);
    expect(tokenOfCurrency(TOKEN)).toBe(TOKEN.toLowerCase());
  });
});
