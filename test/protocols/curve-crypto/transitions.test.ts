import { type Hex, numberToHex, stringToHex, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import type { Ask } from "../../../src/catalog/live/aggregate.ts";
import type { Generation } from "../../../src/protocols/curve-crypto/older-code.ts";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";
import { readPools } from "../../../src/protocols/curve-crypto/reading.ts";
import type { Reserves } from "../../../src/protocols/curve-crypto/reserves.ts";
import { poolState } from "../../../src/protocols/curve-crypto/states.ts";
import { columnsOf, created, readAt } from "../../../src/protocols/curve-crypto/transitions.ts";
import { olderThree, threeCoins, twoCoins } from "./sample.ts";

const block = { number: 9, timestamp: 1_800_000_000 };

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

function pack(x: bigint, y: bigint, z: bigint): Hex {
  return word((x << 128n) | (y << 64n) | z);
}

/** Answers as a pool's contract would, whose averages are those of the block. */
function answering(pool: Reserves, { version = "v2.0.0", isKilled = false } = {}): Ask {
  const answers = new Map<Hex, Hex>();
  const put = (signature: string, answer: Hex) =>
    answers.set(toFunctionSelector(signature), answer);
  const isTwo = pool.balances.length === 2;
  const { older } = pool;
  const listed = (name: string, values: readonly bigint[]) => {
    for (const [i, value] of values.entries()) {
      const key = `${toFunctionSelector(`${name}(uint256)`)}${word(BigInt(i)).slice(2)}` as Hex;
      answers.set(key, word(value));
    }
    const [only = 0n] = values;
    if (isTwo && name !== "balances") put(`${name}()`, word(only));
  };
  listed("balances", pool.balances);
  listed("price_scale", pool.priceScales);
  listed("price_oracle", pool.priceAverages);
  listed("last_prices", pool.lastPrices);
  put("totalSupply()", word(pool.supply));
  put("D()", word(pool.d));
  put("virtual_price()", word(pool.virtualPrice));
  put("xcp_profit()", word(pool.profit));
  put("xcp_profit_a()", word(pool.claimedProfit));
  put("initial_A_gamma()", word((pool.initialAnn << 128n) | pool.initialGamma));
  put("future_A_gamma()", word((pool.futureAnn << 128n) | pool.futureGamma));
  put("initial_A_gamma_time()", word(pool.initialTime));
  put("future_A_gamma_time()", word(pool.futureTime));
  put("packed_fee_params()", pack(pool.midFeeE10, pool.outFeeE10, pool.feeGamma));
  put(
    "packed_rebalancing_params()",
    pack(pool.allowedProfit, pool.adjustmentStep, pool.averagingSeconds),
  );
  put("precisions()", `0x${pool.precisions.map((each) => word(each).slice(2)).join("")}`);
  const text = stringToHex(version, { size: 32 }).slice(2);
  if (older !== null) {
    put("mid_fee()", word(pool.midFeeE10));
    put("out_fee()", word(pool.outFeeE10));
    put("fee_gamma()", word(pool.feeGamma));
    put("adjustment_step()", word(pool.adjustmentStep));
    put("ma_half_time()", word(pool.averagingSeconds));
    put("allowed_extra_profit()", word(pool.allowedProfit));
    put("price_threshold()", word(older.threshold));
    put("is_killed()", word(isKilled ? 1n : 0n));
    put("last_prices_timestamp()", word(pool.averagesTime));
  } else if (pool.claims) put("last_prices_timestamp()", word(pool.averagesTime));
  else put("last_timestamp()", word(pool.averagesTime | (pool.averagesTime << 128n)));
  put("version()", `${word(32n)}${word(BigInt(version.length)).slice(2)}${text}`);
  return async (views) => views.map(({ data }) => answers.get(data) ?? null);
}

function place({ address, coins, lpToken, precisions, older }: CurveCryptoPool) {
  const generation: Generation = older?.code ?? "ng";
  return { address, coins, lpToken, precisions: older === null ? [] : precisions, generation };
}

/** Older code of which the view of averages tells what is stored. */
const older = { ...olderThree, averagesTime: 1_686_880_115n };

describe("readPools", () => {
  test.each([
    twoCoins,
    threeCoins,
    { ...threeCoins, claims: false },
    older,
  ])("default: what a pool says is its state", async (pool) => {
    const timestamp = Number(pool.averagesTime);
    const [reading] = await readPools(answering(pool), [place(pool)], timestamp);
    if (reading == null) throw new Error("The pool was not read.");
    const row = { ...created(place(pool), 5), address: pool.address, slug: pool.slug };
    const columns = columnsOf(reading, { window: null, timestamp });
    const { claims, since, latest, ...state } = poolState({ ...row, ...columns, updatedBlock: 1 });
    expect(claims).toBe(pool.claims);
    expect(since).toEqual({ price: pool.virtualPrice, timestamp });
    expect(latest).toEqual(since);
    const { claims: _, since: _since, latest: _latest, ...wanted } = pool;
    expect(state).toMatchObject(wanted);
  });

  test("behavior: a pool that was killed is known, and not traded", async () => {
    const ask = answering(older, { isKilled: true });
    expect((await readPools(ask, [place(older)], 0))[0]?.code).toBe("other");
  });

  test("behavior: code of another version is known to be other, and not taken for broken", async () => {
    const ask = answering(twoCoins, { version: "v2.1.0d" });
    const [other] = await readPools(ask, [place(twoCoins)], 0);
    expect(other?.code).toBe("other");
    const [silent] = await readPools(async (views) => views.map(() => null), [place(twoCoins)], 0);
    expect(silent).toBeNull();
  });
});

describe("readAt", () => {
  const row = { ...created(place(twoCoins), 5), chainId: 1, address: twoCoins.address, slug: "x" };

  test("default: the first reading makes the row usable; the same again changes nothing", async () => {
    const timestamp = Number(twoCoins.averagesTime);
    const [reading] = await readPools(answering(twoCoins), [place(twoCoins)], timestamp);
    if (reading == null) throw new Error("The pool was not read.");
    const change = readAt(row, reading, block);
    expect(change).toMatchObject({ ...reading, isStale: false, readBlock: 9, updatedBlock: 9 });
    const known = { ...row, ...change } as Parameters<typeof readAt>[0];
    expect(readAt(known, reading, block)).toBeNull();
    expect(readAt({ ...known, isStale: true }, reading, block)).toMatchObject({ isStale: false });
    expect(readAt(known, { ...reading, d: reading.d + 1n }, block)).not.toBeNull();
  });

  test("behavior: averages stay until their time does not", () => {
    const { claims: _claims, older: _older, ...pool } = twoCoins;
    const reading = { ...pool, code: "plain" as const, threshold: 0n };
    const known = { ...row, ...readAt(row, reading, block) } as Parameters<typeof readAt>[0];
    const later = { ...reading, d: reading.d + 1n, priceAverages: [1n] };
    const { priceAverages } = reading;
    expect(readAt(known, later, block)).toMatchObject({ d: later.d, priceAverages });
    const moved = { ...later, averagesTime: reading.averagesTime + 1n };
    expect(readAt(known, moved, block)).toMatchObject({ priceAverages: [1n] });
    expect(readAt({ ...known, readBlock: -1 }, later, block)).toMatchObject({
      priceAverages: [1n],
    });
  });

  test("behavior: an older pool that was traded, with its scale where it was, is not about to move it", () => {
    const { claims: _claims, older: _older, ...pool } = older;
    const threshold = pool.adjustmentStep;
    const first = { ...pool, code: "plain" as const, threshold };
    const fresh = { ...created(place(older), 5), chainId: 1, address: pool.address, slug: "x" };
    const known = { ...fresh, ...readAt(fresh, first, block) } as Parameters<typeof readAt>[0];
    expect(known.moves).toBeNull();
    const traded = { ...first, averagesTime: 1_686_880_200n, profit: first.profit + 1n };
    expect(readAt(known, traded, block)?.moves).toBe(false);
    const quiet = { ...first, d: first.d + 1n };
    expect(readAt({ ...known, moves: false }, quiet, block)?.moves).toBe(false);
    const moved = { ...traded, priceScales: traded.priceScales.map((scale) => scale + 1n) };
    expect(readAt({ ...known, moves: false }, moved, block)?.moves).toBeNull();
    // Near its scale a pool of this code may stay about to move it.
    const near = { ...traded, priceAverages: traded.priceScales };
    expect(readAt(known, near, block)?.moves).toBeNull();
  });
});
