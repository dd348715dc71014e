import { describe, expect, test } from "vitest";
import { configuredPool } from "../../../src/protocols/curve-stableswap/contracts.ts";
import { reservesAt } from "../../../src/protocols/curve-stableswap/reserves.ts";
import { removeOneCoin } from "../../../src/protocols/curve-stableswap/trade.ts";
import {
  changed,
  isFirstDeposit,
  opened,
  type PoolLog,
  tradeOf,
} from "../../../src/protocols/curve-stableswap/transitions.ts";

const configured = configuredPool(1, "0xae34574ac03a15cd58a92dc79de7b1a0800f1ce3");
if (configured === undefined) throw new Error("The pool is not configured.");
const pool = configured;

const ETHER = 10n ** 18n;
const DAY = 86_400;
const block = { number: 5, timestamp: 1_000_000 };
const later = (seconds: number) => ({ number: 6, timestamp: block.timestamp + seconds });

const parameters = {
  ...{ feeE10: 4_000_000n, adminFeeE10: 5_000_000_000n },
  ...{ initialA: 20_000n, futureA: 20_000n, initialATime: 0n, futureATime: 0n },
};
const numbers = {
  ...parameters,
  balances: [1_000n * ETHER, 1_000n * ETHER],
  supply: 2_000n * ETHER,
};
const row = opened(pool, numbers, { block, readBlock: -1 });
const remove = (share: bigint): PoolLog => ({
  kind: "remove",
  amounts: [share * ETHER, share * ETHER],
  supply: (2_000n - 2n * share) * ETHER,
});

describe("opened", () => {
  test("default", () => {
    expect(row).toEqual({
      ...numbers,
      readBlock: -1,
      updatedBlock: 5,
      ...{ sincePrice: ETHER, sinceTimestamp: 1_000_000 },
      ...{ latestPrice: ETHER, latestTimestamp: 1_000_000 },
    });
  });
});

describe("changed", () => {
  test("default: a withdrawal takes what it states", () => {
    expect(changed(pool, row, { log: remove(10n), block: later(12) })).toEqual({
      ...row,
      balances: [990n * ETHER, 990n * ETHER],
      supply: 1_980n * ETHER,
      updatedBlock: 6,
    });
  });

  test("behavior: the admin's half of a deposit's fees is not the pool's", () => {
    const log: PoolLog = {
      kind: "add",
      amounts: [100n, 0n],
      fees: [10n, 7n],
      invariant: 1n,
      supply: 3n * ETHER,
    };
    expect(changed(pool, row, { log, block })?.balances).toEqual([
      1_000n * ETHER + 95n,
      1_000n * ETHER - 3n,
    ]);
    const out: PoolLog = { ...log, kind: "remove-imbalance" };
    expect(changed(pool, row, { log: out, block })?.balances).toEqual([
      1_000n * ETHER - 105n,
      1_000n * ETHER - 3n,
    ]);
  });

  test("behavior: parameters", () => {
    const fee: PoolLog = { kind: "fee", feeE10: 1n, adminFeeE10: 2n };
    expect(changed(pool, row, { log: fee, block })).toMatchObject({ feeE10: 1n, adminFeeE10: 2n });
    const ramp = { initialA: 1n, futureA: 2n, initialATime: 3n, futureATime: 4n };
    expect(changed(pool, row, { log: { kind: "ramp", ...ramp }, block })).toMatchObject(ramp);
  });

  test("behavior: the window of the virtual price moves on after a day", () => {
    const next = changed(pool, row, { log: remove(1n), block: later(DAY) });
    expect(next).toMatchObject({
      sinceTimestamp: block.timestamp,
      latestTimestamp: block.timestamp + DAY,
    });
    const same = changed(pool, row, { log: remove(1n), block: later(DAY - 1) });
    expect(same?.latestTimestamp).toBe(block.timestamp);
  });

  test("behavior: null where a trade does not fit the row", () => {
    const log: PoolLog = { kind: "exchange", i: 0, amountIn: ETHER, j: 1, amountOut: ETHER };
    expect(changed(pool, row, { log, block })).toBeNull();
    const one: PoolLog = { kind: "remove-one", amountIn: ETHER, amountOut: 1n };
    expect(changed(pool, row, { log: one, block })).toBeNull();
    expect(changed(pool, row, { log: remove(1_001n), block })).toBeNull();
  });

  test("behavior: null where a redemption fits more than one coin", () => {
    const code = { aPrecision: 100n, dividesAtOnce: false, offpegE10: null };
    const reserves = { ...numbers, ...code, rates: [ETHER, ETHER] };
    const traded = removeOneCoin(reservesAt(reserves, 0n), { i: 0, amountIn: ETHER });
    const one: PoolLog = {
      kind: "remove-one",
      amountIn: ETHER,
      amountOut: traded?.amountOut ?? 0n,
    };
    expect(traded?.amountOut).toBeGreaterThan(0n);
    expect(changed(pool, row, { log: one, block })).toBeNull();
    const tilted = { ...row, balances: [1_000n * ETHER, 1_001n * ETHER] };
    const other = removeOneCoin(reservesAt({ ...reserves, ...tilted }, 0n), {
      i: 1,
      amountIn: ETHER,
    });
    const log: PoolLog = { ...one, amountOut: other?.amountOut ?? 0n };
    expect(changed(pool, tilted, { log, block })).toMatchObject(
      other ? { balances: other.balances } : {},
    );
  });
});

describe("isFirstDeposit", () => {
  test("default", () => {
    const first: PoolLog = {
      kind: "add",
      amounts: [1n, 2n],
      fees: [0n, 0n],
      invariant: 3n,
      supply: 3n,
    };
    expect(isFirstDeposit(first)).toBe(true);
    expect(isFirstDeposit({ ...first, supply: 4n })).toBe(false);
    expect(isFirstDeposit({ ...first, fees: [1n, 0n] })).toBe(false);
    expect(isFirstDeposit(remove(1n))).toBe(false);
  });
});

describe("tradeOf", () => {
  test("default: the fee, taken of what goes out, as a part of what came in", () => {
    const log: PoolLog = { kind: "exchange", i: 1, amountIn: 10_000n, j: 0, amountOut: 9_900n };
    expect(tradeOf(pool, log, 4_000_000n)).toEqual({
      ...{ tokenIn: pool.coins[1], tokenOut: pool.coins[0] },
      ...{ amountIn: 10_000n, amountOut: 9_900n, feeIn: 4n },
    });
  });

  test("behavior: other logs trade nothing", () => {
    expect(tradeOf(pool, { kind: "fee", feeE10: 1n, adminFeeE10: 0n }, 4_000_000n)).toBeNull();
  });
});
