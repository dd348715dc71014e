import { describe, expect, test } from "vitest";
import { gasLimitOn, l1FeeWei, withHeadroom } from "../../../src/api/simulation/gas.ts";
import { type DataFee, dataFeeWei, dataGas } from "../../../src/lib/data-fee/data-fee.ts";
import { ALICE, ROUTER } from "../fixture/market.ts";

const FREE = { operatorScalar: 0n, operatorConstant: 0n };
const MOST = 16_777_216n;
const tx = { data: "0x12345678", to: ROUTER, from: ALICE, value: 0n } as const;
const block = { number: 1, hash: "0x", timestamp: 0, baseFeePerGas: 10_000_000n } as const;
const service = { chain: { maxTransactionGas: MOST } };

function limit(gas: bigint, dataFee: DataFee | null = null): bigint {
  return gasLimitOn(service, { chainId: 42161, dataFee, block }, { gas, tx });
}

describe("gasLimitOn", () => {
  test("default", () => {
    expect(limit(200_000n)).toBe(withHeadroom(200_000n));
    expect(withHeadroom(200_000n)).toBe(220_000n);
  });

  test("behavior: never more than a transaction may have", () => {
    expect(limit(15_616_597n)).toBe(MOST);
    expect(limit(MOST)).toBe(MOST);
  });

  test("behavior: Arbitrum's data takes gas on top, the OP stack's none", () => {
    const nitro = { rule: "nitro", price: 1_000_000_000n, ...FREE } as const;
    const { to, data, value } = tx;
    const forData = dataGas(nitro, { chainId: 42161, to, data, value }, block.baseFeePerGas);
    expect(forData).toBeGreaterThan(200_000n);
    expect(limit(200_000n, nitro)).toBe(limit(200_000n) + forData);
    expect(limit(MOST, nitro)).toBe(MOST + forData);
    expect(limit(200_000n, { rule: "fjord", price: 10n ** 20n, ...FREE })).toBe(limit(200_000n));
  });
});

describe("l1FeeWei", () => {
  test("default", () => {
    const dataFee = { rule: "fjord", price: 10n ** 16n, ...FREE } as const;
    const fee = l1FeeWei({ chainId: 8453, dataFee }, tx);
    const { to, data, value } = tx;
    expect(fee).toBe(dataFeeWei(dataFee, { chainId: 8453, to, data, value }));
    expect(fee).toBeGreaterThan(0n);
  });

  test("behavior: 0 where a chain settles on itself", () => {
    expect(l1FeeWei({ chainId: 1, dataFee: null }, tx)).toBe(0n);
  });
});
