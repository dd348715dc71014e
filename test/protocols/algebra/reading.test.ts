import { decodeFunctionData, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { describe, expect, test } from "vitest";
import { AlgebraViews } from "../../../abis/AlgebraViews.ts";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { readFees } from "../../../src/protocols/algebra/reading.ts";

const POOL = "0x00000000000000000000000000000000000000a1";
const PLUGIN = 0xa2n;
const ONE = 1n << 96n;
const BOTH_FLAGS = 193n;
const TIME = 1_000;

type Answers = Readonly<Record<string, readonly bigint[]>>;

/** A pool of Integral whose price never moved, with an adaptive plugin. */
const ADAPTIVE: Answers = {
  globalState: [ONE, 0n, 500n, BOTH_FLAGS],
  plugin: [PLUGIN],
  timepointIndex: [0n],
  timepoints: [1n, BigInt(TIME), 0n, 0n, 0n, 0n, 0n],
  feeConfig: [2_900n, 12_000n, 360n, 60_000n, 59n, 8_500n, 100n],
  getCurrentFee: [100n],
};
const SLIDING: Answers = {
  s_feeFactors: [ONE / 2n, ONE],
  s_priceChangeFactor: [1_000n],
  s_baseFee: [3_000n],
};

/** Answers views by their names; only the first timepoint was written. */
function contractsOf(answers: Answers): Aggregate {
  return async (calls) =>
    calls.map(({ callData }) => {
      const { functionName, args } = decodeFunctionData({ abi: AlgebraViews, data: callData });
      const isWritten = functionName !== "timepoints" || args[0] === 0n;
      const words = isWritten ? answers[functionName] : undefined;
      if (words === undefined) return { success: false, returnData: "0x" };
      const encoded = words.map((word) =>
        encodeAbiParameters(parseAbiParameters("uint256"), [word]).slice(2),
      );
      return { success: true, returnData: `0x${encoded.join("")}` as Hex };
    });
}

async function readOne(answers: Answers) {
  const pools = [{ address: POOL, windowIndex: null }] as const;
  const question = { generation: "integral", pools, timestamp: TIME + 60 } as const;
  return (await readFees(contractsOf(answers), question)).get(POOL);
}

describe("readFees", () => {
  test("default: an adaptive fee whose plugin says what its settings come to", async () => {
    const read = await readOne(ADAPTIVE);
    expect(read).toMatchObject({ feePips: [500, 500], windowIndex: 0, knownUntil: null });
    expect(read?.dynamicFee).toMatchObject({ kind: "adaptive", configs: { length: 2 } });
  });

  test("behavior: a plugin that says another fee is not known", async () => {
    expect(await readOne({ ...ADAPTIVE, getCurrentFee: [101n] })).toBeNull();
    const { getCurrentFee: _, ...silent } = ADAPTIVE;
    expect(await readOne(silent)).toBeNull();
  });

  test("behavior: a sliding fee, as it is charged in either direction", async () => {
    const read = await readOne({ ...ADAPTIVE, ...SLIDING });
    expect(read).toMatchObject({ feePips: [1_500, 3_000], dynamicFee: { kind: "sliding" } });
  });

  test("behavior: a plugin with both kinds says which it is", async () => {
    const both = { ...ADAPTIVE, ...SLIDING };
    expect((await readOne({ ...both, feeType: [0n] }))?.dynamicFee?.kind).toBe("adaptive");
    expect((await readOne({ ...both, feeType: [1n] }))?.dynamicFee?.kind).toBe("sliding");
  });

  test("behavior: without a plugin that is told of swaps, the last fee", async () => {
    const fixed = { feePips: [500, 500], dynamicFee: null, windowIndex: null, knownUntil: null };
    expect(await readOne({ ...ADAPTIVE, plugin: [0n] })).toEqual(fixed);
    expect(await readOne({ ...ADAPTIVE, globalState: [ONE, 0n, 500n, 192n] })).toEqual(fixed);
  });
});
