import { describe, expect, test } from "vitest";
import { gasPriceIn } from "../../../src/api/prices/gas-price.ts";
import { createPriceBook } from "../../../src/api/prices/prices.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { hopFeeWei } from "../../../src/lib/data-fee/data-fee.ts";
import { addressOf, createMarket } from "../router/market.ts";

const GWEI = 10n ** 9n;
const snapshot = createMarket({ seed: 5, tokens: 12, pools: 60, baseFeePerGas: 20n * GWEI });
const FREE = { operatorScalar: 0n, operatorConstant: 0n };
const book = createPriceBook(snapshot);

describe("gasPriceIn", () => {
  test("default: the base fee at the native token's price", () => {
    const { numerator, denominator } = gasPriceIn(addressOf("token", 1), snapshot, book);
    const ether = book.usd(NATIVE);
    if (ether === null) throw new Error("the native token has no price");
    // The anchor has 18 decimals at a dollar, as many as wei.
    const expected = (20n * GWEI * ether.numerator * 10n ** 18n) / ether.denominator;
    expect(numerator / denominator).toBe(expected);
  });

  test("behavior: of the native token, the base fee itself", () => {
    const { numerator, denominator } = gasPriceIn(NATIVE, snapshot, book);
    expect(numerator).toBe(20n * GWEI * denominator);
  });

  test("behavior: a hop's data, where it costs, in units of gas", () => {
    const dataFee = { rule: "fjord", price: 10n ** 20n, ...FREE } as const;
    const { hopGas, ...rest } = gasPriceIn(NATIVE, { ...snapshot, dataFee }, book);
    expect(hopGas).toBe(hopFeeWei(dataFee) / (20n * GWEI));
    expect(hopGas).toBeGreaterThan(100n);
    expect(rest).toEqual(gasPriceIn(NATIVE, snapshot, book));
  });

  test("behavior: what the operator adds to a unit of gas, where it does", () => {
    const dataFee = { rule: "fjord", price: 10n ** 20n, ...FREE } as const;
    const charged = { ...dataFee, operatorScalar: 5n * GWEI * 10n ** 6n };
    const { hopGas, numerator, denominator } = gasPriceIn(
      NATIVE,
      { ...snapshot, dataFee: charged },
      book,
    );
    expect(numerator).toBe(25n * GWEI * denominator);
    // A hop's data costs as much as before, in dearer units.
    expect(hopGas).toBe(hopFeeWei(dataFee) / (25n * GWEI));
  });

  test("behavior: 0 without a price", () => {
    const unpriced = gasPriceIn(addressOf("token", 99), snapshot, book);
    expect(unpriced).toEqual({ numerator: 0n, denominator: 1n });
  });
});
