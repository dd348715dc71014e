import { describe, expect, test } from "vitest";
import { edges, quote } from "../../../src/protocols/fluid-dex-lite/pool.ts";
import {
  CENTER_FIELDS,
  type DexLitePool,
  FIELDS,
  withField,
} from "../../../src/protocols/fluid-dex-lite/state.ts";
import { poolState, states } from "../../../src/protocols/fluid-dex-lite/states.ts";
import {
  created,
  dexIdOf,
  swapOf,
  swapped,
} from "../../../src/protocols/fluid-dex-lite/transitions.ts";
import { external, moving, withVariables } from "./sample.ts";

const ONE = 10n ** 18n;

function rowOf({ id, tokens, ...rest }: DexLitePool) {
  return { ...rest, chainId: 1, dexId: id, tokens: [...tokens] };
}

describe("created", () => {
  test("default: what the log tells; a center price that a contract says is not known yet", () => {
    const { variables, centerShift, ...facts } = rowOf(external);
    const row = { ...facts, ...created({ variables, centerShift }, 7) };
    expect(row).toMatchObject({ variables, centerShift, externalPrice: 0n, updatedBlock: 7 });
    expect(states.state(row, [], null)).toBeNull();
    const { externalPrice } = external;
    expect(states.state({ ...row, externalPrice }, [], null)).toEqual({
      ...external,
      updatedBlock: 7,
    });
  });
});

describe("swapped", () => {
  const shift = 100n | (100n << 14n) | (600n << 28n);
  const shifting: DexLitePool = {
    ...withVariables(external, [
      [FIELDS.isRangeShifting, 1n],
      [FIELDS.isCenterShifting, 1n],
    ]),
    rangeShift: shift,
    centerShift: withField(external.centerShift, CENTER_FIELDS.target, 5n | (9n << 20n)),
  };
  const cases = [
    { name: "rest", pool: external, timestamp: 12n, way: 0 },
    { name: "set the center moving", pool: moving, timestamp: 12n, way: 1 },
    { name: "are under way", pool: shifting, timestamp: 300n, way: 0 },
    { name: "are over", pool: shifting, timestamp: 40_000_000n, way: 0 },
  ] as const;
  test.each(cases)("default: words where shifts $name are those of the quote", (each) => {
    const { pool, timestamp, way } = each;
    const edge = edges(pool)[way];
    if (edge === undefined) throw new Error("no edge");
    const amountIn = pool === moving ? 1_150n * ONE : 5_000_000n;
    const quoted = quote(pool, edge, amountIn, { timestamp });
    if (!quoted.ok) throw new Error(quoted.reason);
    const words = swapped(pool, quoted.next.variables, timestamp);
    expect(poolState({ ...rowOf(pool), ...words })).toEqual(quoted.next);
  });
});

describe("swapOf", () => {
  const id = 0x0dd161107ef07bb8n;
  const swapData = (isFirst: boolean, amountIn: bigint, amountOut: bigint) =>
    id | ((isFirst ? 1n : 0n) << 64n) | (amountIn << 65n) | (amountOut << 125n);

  test("default: amounts of nine decimals in smallest units, and the fee", () => {
    const [token0, token1] = external.tokens;
    expect(swapOf(rowOf(external), swapData(true, 2_000_000_000n, 1_999_000_000n))).toEqual({
      ...{ tokenIn: token0, tokenOut: token1, amountIn: 2_000_000n, amountOut: 1_999_000n },
      feeIn: 10n,
    });
    const back = swapOf(rowOf(moving), swapData(false, 10n ** 9n, 2n * 10n ** 9n));
    const [first, second] = moving.tokens;
    expect(back).toMatchObject({ tokenIn: second, tokenOut: first, amountIn: ONE });
    expect(back.amountOut).toBe(2n * ONE);
  });

  test("behavior: ids keep their leading zeros", () => {
    expect(dexIdOf(swapData(true, 1n, 1n))).toBe("0x0dd161107ef07bb8");
  });
});
