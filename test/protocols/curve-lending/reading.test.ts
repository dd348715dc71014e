import { type Hex, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import type { Ask } from "../../../src/catalog/live/aggregate.ts";
import { poolsOn } from "../../../src/protocols/curve-lending/contracts.ts";
import {
  type CurveLendingReading,
  readPools,
} from "../../../src/protocols/curve-lending/reading.ts";
import { readAt } from "../../../src/protocols/curve-lending/transitions.ts";
import { threeCoins } from "./sample.ts";

const RAY = 10n ** 27n;
const pools = poolsOn(1);
const word = (value: bigint): string => value.toString(16).padStart(64, "0");
const selector = (signature: string): Hex => toFunctionSelector(signature);

/** The words of a reserve; active, with an index of 1.1. */
function reserve(aToken: string, configuration: bigint): Hex {
  const words = [configuration, (11n * RAY) / 10n, RAY, RAY / 50n, 0n, 0n, 77n, BigInt(aToken)];
  return `0x${[...words, 0n, 0n, 0n, 0n].map(word).join("")}`;
}

/** A chain that answers one word to every view, and reserves by their coins. */
function answering(
  change: (asset: string, data: Hex) => Hex | null | undefined = () => undefined,
): Ask {
  const coins = pools.flatMap((pool) => pool.coins);
  const active = 1n << 56n;
  return async (views) =>
    views.map(({ data }) => {
      const asset = `0x${data.slice(-40)}`;
      const isReserve = data.startsWith(selector("getReserveData(address)"));
      const aToken = coins.find(({ token }) => token === asset)?.aToken ?? "0x0";
      const own = change(asset, data);
      const plain = isReserve ? reserve(aToken, active) : (`0x${word(5n)}` as const);
      return own === undefined ? plain : own;
    });
}

describe("readPools", () => {
  test("default: every pool in one call", async () => {
    let calls = 0;
    const ask: Ask = (views) => {
      calls++;
      return answering()(views);
    };
    const [three, two] = await readPools(ask, pools);
    expect(calls).toBe(1);
    expect(three).toMatchObject({
      ...{ supply: 5n, scaledBalances: [5n, 5n, 5n], isActive: [true, true, true] },
      ...{ isFrozen: [false, false, false], liquidityRatesRay: [RAY / 50n, RAY / 50n, RAY / 50n] },
      ...{ indicesRay: Array(3).fill((11n * RAY) / 10n), accruedAt: [77n, 77n, 77n] },
    });
    expect(two?.available).toEqual([5n, 5n]);
  });

  test("behavior: what stops a coin, and the market", async () => {
    const [, two] = pools;
    const frozen = (1n << 56n) | (1n << 57n);
    const [first, second] = await readPools(
      answering((asset, data) => {
        if (data.startsWith(selector("paused()"))) return `0x${word(0n)}`;
        const coin = two?.coins[1];
        if (coin === undefined || asset !== coin.token) return undefined;
        if (!data.startsWith(selector("getReserveData(address)"))) return undefined;
        return reserve(coin.aToken, frozen);
      }),
      pools,
    );
    expect(first?.isFrozen).toEqual([false, false, false]);
    expect(second).toMatchObject({ isPaused: false, isFrozen: [false, true] });
  });

  test("error: null where a view fails, or another aToken stands for a coin", async () => {
    const failing = answering((_, data) =>
      data.startsWith(selector("offpeg_fee_multiplier()")) ? null : undefined,
    );
    expect(await readPools(failing, pools)).toEqual([null, null]);
    const [dai] = pools[0]?.coins ?? [];
    const moved = answering((asset, data) => {
      const isReserve = data.startsWith(selector("getReserveData(address)"));
      return isReserve && asset === pools[0]?.coins[1]?.token
        ? reserve(dai?.aToken ?? "0x0", 1n << 56n)
        : undefined;
    });
    const [first, second] = await readPools(moved, pools);
    expect([first, second?.supply]).toEqual([null, 5n]);
  });
});

describe("readAt", () => {
  const at = { rates: threeCoins.rates, timestamp: 1_800_000_000 };
  const reading: CurveLendingReading = threeCoins;

  test("default: the columns, with the virtual price as seen then", () => {
    const columns = readAt(null, reading, at);
    expect(columns).toMatchObject({ supply: threeCoins.supply, isStale: false });
    expect(columns?.sincePrice).toBe(columns?.latestPrice);
    // Some 23.9 million dollars of 20.3 million shares.
    expect(Number(columns?.latestPrice)).toBeGreaterThan(1.17e18);
    expect(Number(columns?.latestPrice)).toBeLessThan(1.18e18);
  });

  test("behavior: null where nothing has changed, but for a row that is stale", () => {
    const { since, latest, ...row } = threeCoins;
    const seen = {
      ...{ sincePrice: since.price, sinceTimestamp: since.timestamp },
      ...{ latestPrice: latest.price, latestTimestamp: latest.timestamp },
    };
    expect(readAt({ ...row, ...seen, isStale: false }, only(reading), at)).toBeNull();
    expect(readAt({ ...row, ...seen, isStale: true }, only(reading), at)).not.toBeNull();
    const richer = { ...only(reading), available: reading.available.map((held) => held + 1n) };
    expect(readAt({ ...row, ...seen, isStale: false }, richer, at)?.available).toEqual(
      richer.available,
    );
  });

  test("behavior: without liquidity there is no price", () => {
    const none = { ...only(reading), supply: 0n, scaledBalances: [0n, 0n, 0n] };
    expect(readAt(null, none, at)?.latestPrice).toBe(0n);
  });
});

/** The columns of a reading alone. */
function only(state: CurveLendingReading): CurveLendingReading {
  const { scaledBalances, adminBalances, supply, feeE10, adminFeeE10, offpegE10 } = state;
  const { initialA, futureA, initialATime, futureATime, indicesRay, liquidityRatesRay } = state;
  const { accruedAt, available, isActive, isFrozen, isPaused } = state;
  return {
    ...{ scaledBalances, adminBalances, supply, feeE10, adminFeeE10, offpegE10 },
    ...{ initialA, futureA, initialATime, futureATime, indicesRay, liquidityRatesRay },
    ...{ accruedAt, available, isActive, isFrozen, isPaused },
  };
}
