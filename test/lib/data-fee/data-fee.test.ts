import { pad } from "viem";
import { describe, expect, test } from "vitest";
import {
  type DataFee,
  dataFeeWei,
  dataGas,
  gasUnitPrice,
  hopFeeWei,
  operatorFeeWei,
} from "../../../src/lib/data-fee/data-fee.ts";
import { estimatedBytes, unsignedBytes } from "../../../src/lib/data-fee/sent-bytes.ts";

const TO = pad("0x1234", { size: 20 });
const small = { chainId: 10, to: TO, data: "0x", value: 0n } as const;
const large = { ...small, data: `0x${"0123456789abcdef".repeat(20)}${"f7".repeat(9)}` } as const;
/** 2 × 16 × 1 gwei + 3 × 10 Mwei, as the nodes' own tests have it. */
const PRICE = 2n * 16n * 1_000_000_000n + 3n * 10_000_000n;

function feeOf(rule: DataFee["rule"], price: bigint): DataFee {
  return { rule, price, operatorScalar: 0n, operatorConstant: 0n };
}

describe("dataFeeWei", () => {
  test("default: the least by Fjord", () => {
    // https://github.com/ethereum-optimism/op-geth/blob/optimism/core/types/rollup_cost_test.go
    expect(dataFeeWei(feeOf("fjord", PRICE), small)).toBe(3_203_000n);
  });

  test("behavior: by Ecotone bytes count as gas, with 68 for the signature", () => {
    const bytes = unsignedBytes(large);
    const zeros = BigInt(bytes.filter((byte) => byte === 0).length);
    const gas = 4n * zeros + 16n * (BigInt(bytes.length) - zeros + 68n);
    expect(dataFeeWei(feeOf("ecotone", PRICE), large)).toBe((gas * PRICE) / 16_000_000n);
  });

  test("behavior: by Nitro sixteen units a compressed byte, padded", () => {
    const price = 321_676_297n;
    const sizes = [small, large].map((transaction) => {
      const cost = dataFeeWei(feeOf("nitro", price), transaction);
      expect(cost % price).toBe(0n);
      // From padded units back to bytes.
      return ((cost / price) * 100n + 100n) / 101n / 16n - 16n;
    });
    const [of, more] = [small, large].map((transaction) => estimatedBytes(transaction).length);
    // Hardly anything repeats in it, so that brotli can but store it.
    expect(sizes[0]).toBeGreaterThanOrEqual(BigInt(of ?? 0) - 2n);
    expect(sizes[0]).toBeLessThanOrEqual(BigInt(of ?? 0) + 8n);
    expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0n);
    expect(sizes[1]).toBeLessThan(BigInt(more ?? 0));
  });
});

describe("dataGas", () => {
  const fee = feeOf("nitro", 1_000_000n);

  test("default: a tenth more than the cost, at seven eighths of the base fee", () => {
    const cost = dataFeeWei(fee, large);
    expect(dataGas(fee, large, 100_000n)).toBe((((cost * 11n) / 10n) * 8n) / 700_000n);
  });

  test("behavior: none where data is paid for in wei, or nothing is charged", () => {
    expect(dataGas(feeOf("fjord", PRICE), large, 100_000n)).toBe(0n);
    expect(dataGas(null, large, 100_000n)).toBe(0n);
    expect(dataGas(fee, large, 0n)).toBe(0n);
  });
});

describe("hopFeeWei", () => {
  test("default: some fifty compressed bytes, or 75 of calldata", () => {
    const price = 10n ** 12n;
    expect(hopFeeWei(feeOf("fjord", price))).toBe(47n * 836_500n);
    expect(hopFeeWei(feeOf("ecotone", price))).toBe(75_000_000n);
    expect(hopFeeWei(feeOf("nitro", 5n))).toBe(46n * 16n * 5n);
  });
});

describe("operatorFeeWei", () => {
  const scalar = 1_439_103_868n;
  const fee = { ...feeOf("fjord", 1n), operatorConstant: 1_256_417_826_609_331_460n };

  // https://github.com/ethereum-optimism/op-geth/blob/optimism/core/types/rollup_cost_test.go
  test("default: by Isthmus as the nodes' own tests have it, rounded down", () => {
    const isthmus = { ...fee, operatorScalar: scalar };
    expect(operatorFeeWei(isthmus, 1_618n)).toBe(1_256_417_826_611_659_930n);
  });

  test("behavior: by Jovian a unit of the scalar is a hundred wei", () => {
    const jovian = { ...fee, operatorScalar: scalar * 10n ** 8n };
    expect(operatorFeeWei(jovian, 1_618n)).toBe(1_256_650_673_615_173_860n);
  });
});

describe("gasUnitPrice", () => {
  test("default: the base fee and what the operator adds for a unit", () => {
    const fee = { ...feeOf("fjord", 1n), operatorScalar: 2_500_000n, operatorConstant: 9n };
    const { numerator, denominator } = gasUnitPrice(fee, 10n);
    expect(2n * numerator).toBe(25n * denominator);
  });

  test("behavior: the base fee itself where the operator charges nothing", () => {
    const alone = { numerator: 10n, denominator: 1n };
    expect(gasUnitPrice(feeOf("fjord", 1n), 10n)).toEqual(alone);
    expect(gasUnitPrice(null, 10n)).toEqual(alone);
  });
});

describe("estimatedBytes", () => {
  test("default: an envelope with Nitro's numbers for what nobody signed", () => {
    const hex = Buffer.from(estimatedBytes(small)).toString("hex");
    expect(hex.startsWith("02f8")).toBe(true);
    // Nonce, tip, fee and gas are the first bytes of the hashes of their names.
    expect(hex).toContain("8088a844cbcad86eb8498439ba7d2684f1aa387f84b8480ca2");
    expect(hex).toContain("8301ee13");
  });
});
