import { describe, expect, test } from "vitest";
import { batchChecksum, safeBatches } from "../../../scripts/deploy/safe-batch.ts";
import type { Survey } from "../../../scripts/deploy/survey.ts";

// https://github.com/safe-global/safe-react-apps/blob/2b6981d6a5/apps/tx-builder/src/lib/checksum.test.js
const PUBLISHED = {
  version: "1.0",
  chainId: "4",
  createdAt: 1646321521061,
  meta: {
    name: "test batch file",
    txBuilderVersion: "1.4.0",
    checksum: "",
    createdFromSafeAddress: "0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa",
    createdFromOwnerAddress: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6",
  },
  transactions: [
    {
      to: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6",
      value: "0",
      contractMethod: {
        inputs: [{ internalType: "address", name: "paramAddress", type: "address" }],
        name: "testAddress",
        payable: false,
      },
      contractInputsValues: { paramAddress: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6" },
    },
    {
      to: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6",
      value: "0",
      contractMethod: {
        inputs: [{ internalType: "bool", name: "paramBool", type: "bool" }],
        name: "testBool",
        payable: false,
      },
      contractInputsValues: { paramAddress: "", paramBool: "false" },
    },
    {
      to: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6",
      value: "2000000000000000000",
      data: "0x42f4579000000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6",
    },
  ],
};

const SENDER = "0x4e59b44847b379578588920ca78fbf26c0b4956c";
const code = { address: SENDER, code: "0x00", codeHash: "0x00" } as const;

/** A survey with missing contracts of these gas limits; null: one that is there. */
function surveyOf(limits: readonly (bigint | null)[]): Survey {
  const steps = limits.map((gas, index) => ({
    name: `contract${index}`,
    contracts: [code] as const,
    missing:
      gas === null
        ? null
        : {
            call: { chainId: 1, to: SENDER, data: `0x0${index}`, value: 0n, gas } as const,
            ...{ gas: { expected: gas, limit: gas }, l1DataFee: null, cost: gas },
          },
  }));
  return {
    chainId: 1,
    fees: { type: "legacy", presentPrice: 1n, gasPrice: 1n },
    deployer: { code, standing: "there", funding: null },
    ...{ steps, sender: null, total: 0n, required: 0n },
  };
}

const maker = { safe: null, createdAt: new Date(0) };
const dataOf = (survey: Survey) =>
  safeBatches(survey, maker).map(({ transactions }) => transactions.map(({ data }) => data));

describe("batchChecksum", () => {
  test("default: is the one that the Transaction Builder publishes for its own test", () => {
    const checksum = "0x832ecdb6653751ed00b79dede73864163e46e71815b72e11e506d6399bedffc9";
    expect(batchChecksum(PUBLISHED)).toBe(checksum);
  });

  test("behavior: depends on the order of transactions and not of keys", () => {
    const reversed = Object.fromEntries(Object.entries(PUBLISHED).reverse());
    expect(batchChecksum(reversed)).toBe(batchChecksum(PUBLISHED));
    const transactions = PUBLISHED.transactions.toReversed();
    expect(batchChecksum({ ...PUBLISHED, transactions })).not.toBe(batchChecksum(PUBLISHED));
  });
});

describe("safeBatches", () => {
  test("default: one batch of what is missing, whose checksum is that of the rest", () => {
    const [batch, ...more] = safeBatches(surveyOf([3_000_000n, null, 5_000_000n]), maker);
    expect(more).toEqual([]);
    expect(batch).toMatchObject({
      ...{ version: "1.0", chainId: "1", createdAt: 0 },
      transactions: [
        { to: "0x4e59b44847b379578588920cA78FbF26c0B4956C", value: "0", data: "0x00" },
        { to: "0x4e59b44847b379578588920cA78FbF26c0B4956C", value: "0", data: "0x02" },
      ],
    });
    const { checksum, ...meta } = batch?.meta ?? { checksum: "0x" };
    expect(checksum).toBe(batchChecksum({ ...batch, meta }));
  });

  test("behavior: as many as fit their gas into transactions", () => {
    const survey = surveyOf([9_000_000n, 7_000_000n, 8_000_000n, 16_777_216n, 1n]);
    expect(dataOf(survey)).toEqual([["0x00", "0x01"], ["0x02"], ["0x03"], ["0x04"]]);
  });

  test("behavior: none when nothing is missing", () => {
    expect(dataOf(surveyOf([null]))).toEqual([]);
  });
});
