import { describe, expect, test } from "vitest";
import { liquidityBook } from "../../../src/protocols/liquidity-book/index.ts";
import {
  edges,
  type LiquidityBookPool,
  maxIn,
  quote,
} from "../../../src/protocols/liquidity-book/pool.ts";
import { ID_OF_ONE, priceOfBin } from "../../../src/protocols/liquidity-book/price.ts";
import { MAX_BINS, stepAt } from "../../../src/protocols/liquidity-book/steps.ts";
import { referencesAt, totalFeeWad } from "../../../src/protocols/liquidity-book/volatility.ts";
import { samples } from "./sample.ts";

const [usual, wide, steady] = samples as readonly [
  LiquidityBookPool,
  LiquidityBookPool,
  LiquidityBookPool,
];
const at = { number: 2n, timestamp: 12n };
const sell = ({ tokenX, tokenY }: LiquidityBookPool) =>
  ({ action: "swap", tokenIn: tokenX, tokenOut: tokenY }) as const;
const buy = ({ tokenX, tokenY }: LiquidityBookPool) =>
  ({ action: "swap", tokenIn: tokenY, tokenOut: tokenX }) as const;

describe("priceOfBin", () => {
  test("default: 1 in the middle, a step more above, and its inverse below", () => {
    const one = 1n << 128n;
    expect(priceOfBin(ID_OF_ONE, 25)).toBe(one);
    expect(Number(priceOfBin(ID_OF_ONE + 1, 25)) / 2 ** 128).toBeCloseTo(1.0025, 12);
    expect(Number(priceOfBin(ID_OF_ONE - 400, 25)) / 2 ** 128).toBeCloseTo(1.0025 ** -400, 12);
  });

  test("behavior: 0 where the contract reverts", () => {
    expect(priceOfBin(0, 25)).toBe(0n);
    expect(priceOfBin(ID_OF_ONE + (1 << 20), 1)).toBe(0n);
  });
});

describe("referencesAt", () => {
  const { parameters, volatility } = usual;
  const activeId = ID_OF_ONE;
  const of = (timestamp: number) => referencesAt(parameters, volatility, { activeId, timestamp });

  test("default: they stay within the filter period", () => {
    expect(of(29)).toEqual({ idReference: ID_OF_ONE + 3, volatilityReference: 15_000 });
  });

  test("behavior: they decay after it, and end after the decay period", () => {
    expect(of(30)).toEqual({ idReference: ID_OF_ONE, volatilityReference: 22_500 });
    expect(of(599)).toEqual({ idReference: ID_OF_ONE, volatilityReference: 22_500 });
    expect(of(600)).toEqual({ idReference: ID_OF_ONE, volatilityReference: 0 });
  });
});

describe("totalFeeWad", () => {
  test("default: base and square of the volatility, rounded up", () => {
    const { parameters } = usual;
    expect(totalFeeWad(parameters, 20, 0)).toBe(1_600_000_000_000_000n);
    expect(totalFeeWad(parameters, 20, 45_000)).toBe(1_600_000_000_000_000n + 162_000_000_000_000n);
    const own = { baseFactor: 0, variableFeeControl: 1 };
    expect(totalFeeWad(own, 1, 1)).toBe(1n);
  });
});

describe("quote", () => {
  test("behavior: the fee is that of the block's time", () => {
    const early = quote(usual, sell(usual), 10n ** 18n, at);
    const late = quote(usual, sell(usual), 10n ** 18n, { ...at, timestamp: 700n });
    if (!early.ok || !late.ok) throw new Error("refused");
    expect(late.amountOut).toBeGreaterThan(early.amountOut);
  });

  test("behavior: a trade in parts leaves the bins where one in full does", () => {
    const first = stepAt(usual, true, at)(0)?.amountIn ?? 0n;
    const second = stepAt(usual, true, at)(1)?.amountIn ?? 0n;
    const whole = quote(usual, sell(usual), first + second, at);
    const half = quote(usual, sell(usual), first, at);
    if (!whole.ok || !half.ok) throw new Error("refused");
    const rest = quote(half.next, sell(usual), second, at);
    if (!rest.ok) throw new Error(rest.reason);
    expect(half.amountOut + rest.amountOut).toBe(whole.amountOut);
    expect(rest.next.changed).toEqual(whole.next.changed);
    expect(rest.next.volatility).toEqual(whole.next.volatility);
    expect(whole.next.activeId).toBe(ID_OF_ONE - 1);
    expect(whole.gas).toBeGreaterThan(half.gas);
  });

  test("behavior: the protocol's share of the fee leaves the bin", () => {
    const quoted = quote(usual, sell(usual), 10n ** 18n, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    const before = usual.changed.get(ID_OF_ONE)?.reserveX ?? 0n;
    const gained = (quoted.next.changed.get(ID_OF_ONE)?.reserveX ?? 0n) - before;
    const fee = (stepAt(usual, true, at)(0)?.feeWad ?? 0n) + 0n;
    expect(gained).toBe(10n ** 18n - fee / 10n);
  });

  test("behavior: back over a bin that was emptied", () => {
    const there = quote(usual, sell(usual), maxIn(usual, sell(usual), at), at);
    if (!there.ok) throw new Error(there.reason);
    expect(there.next.activeId).toBe(ID_OF_ONE - 12);
    expect(maxIn(there.next, sell(usual), at)).toBe(0n);
    const back = quote(there.next, buy(usual), maxIn(there.next, buy(usual), at), at);
    if (!back.ok) throw new Error(back.reason);
    expect(back.next.activeId).toBe(ID_OF_ONE + 12);
  });

  test("behavior: an empty active bin is passed without a fee of its own", () => {
    const quoted = quote(steady, sell(steady), 10n ** 15n, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    expect(quoted.next.activeId).toBe(ID_OF_ONE - 1);
    expect(quoted.next.changed.get(ID_OF_ONE)).toEqual(steady.changed.get(ID_OF_ONE));
  });

  test("error: more than the bins of one transaction", () => {
    const most = maxIn(wide, sell(wide), at);
    expect(stepAt(wide, true, at)(MAX_BINS)).toBeUndefined();
    expect(quote(wide, sell(wide), most + 1n, at)).toMatchObject({
      reason: "insufficient-liquidity",
    });
  });

  test("error: a fee above what the contract allows", () => {
    const parameters = { ...usual.parameters, baseFactor: 60_000 };
    const dear = { ...usual, parameters, binStep: 200 };
    expect(maxIn(dear, sell(dear), at)).toBe(0n);
    expect(quote(dear, sell(dear), 1_000n, at).ok).toBe(false);
  });
});

describe("edges", () => {
  test("behavior: none of a pair that holds nothing", () => {
    const bins = { ids: new Int32Array(), bins: [] };
    expect(edges({ ...usual, bins, changed: new Map() })).toEqual([]);
  });
});

describe("actions", () => {
  test("default: the pair is paid, then swaps for the recipient or the caller", () => {
    expect(liquidityBook.actions.swap?.(usual, buy(usual), 1n)).toMatchObject({
      ...{ pays: "recipient", amountOut: 1, price: "moving" },
      stages: [{ kind: "send", to: usual.address }, { args: [{ value: false }, {}] }],
    });
    expect(liquidityBook.actions.swap?.(usual, sell(usual), 1n)).toMatchObject({
      ...{ pays: "caller", amountOut: 1 },
      stages: [{}, { yields: [{ from: "gain", token: usual.tokenY }] }],
    });
  });
});
