import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { RAY } from "../../../src/protocols/aave-v3/ray-math.ts";
import {
  aTokenChange,
  configured,
  initialized,
  poolChanges,
  stableDebtChange,
  variableDebtChange,
} from "../../../src/protocols/aave-v3/transitions.ts";
import { reserve as sample } from "./sample.ts";

const USER: Address = "0x0000000000000000000000000000000000000001";
const { underlying } = sample;
const index = 2n * RAY;
const on = {
  ...{ timestamp: 12n, writtenOff: 0n },
  fees: { flashLoanFeeBps: 3_000, bridgeFeeBps: 2_000 },
};

function minted(value: bigint, balanceIncrease: bigint) {
  const args = { caller: USER, onBehalfOf: USER, value, balanceIncrease, index } as const;
  return { eventName: "Mint", args } as const;
}

function burned(value: bigint, balanceIncrease: bigint) {
  const args = { from: USER, target: USER, value, balanceIncrease, index } as const;
  return { eventName: "Burn", args } as const;
}

describe("aTokenChange", () => {
  test("default: interest in a value is no new supply", () => {
    const supply = sample.scaledSupply;
    expect(aTokenChange(minted(110n, 10n))(sample)).toEqual({ scaledSupply: supply + 50n });
    expect(aTokenChange(burned(90n, 10n))(sample)).toEqual({ scaledSupply: supply - 50n });
  });

  test("behavior: a burn of less than the interest is announced as a mint", () => {
    const supply = sample.scaledSupply;
    expect(aTokenChange(minted(4n, 10n))(sample)).toEqual({ scaledSupply: supply - 3n });
    expect(aTokenChange(minted(10n, 10n))(sample)).toEqual({ scaledSupply: supply });
  });
});

describe("variableDebtChange", () => {
  test("default: interest counts on the debt before the change", () => {
    const owing = { ...sample, variableBorrowRateRay: RAY };
    const change = variableDebtChange(minted(1_200_000_000n, 0n), 12n + 31_536_000n)(owing);
    expect(change.scaledVariableDebt).toBe(1_200_000_000n);
    // A year at 100 %: 600 earn 1,000, a tenth of it for the treasury.
    expect(Number(change.accruedToTreasury)).toBeCloseTo(1e8, -6);
    expect(change.accruedAt).toBe(31_536_012);
  });
});

describe("stableDebtChange", () => {
  test("default: the log states all of it; without a rate there is none", () => {
    const log = (avgStableRate: bigint) =>
      ({
        eventName: "Burn",
        args: {
          ...{ from: USER, amount: 1n, currentBalance: 5n, balanceIncrease: 0n },
          ...{ avgStableRate, newTotalSupply: 4n },
        },
      }) as const;
    expect(stableDebtChange(log(RAY), 12n)(sample)).toMatchObject({
      ...{ stableDebt: 4n, stableRateRay: RAY, stableUpdatedAt: 12 },
    });
    expect(stableDebtChange(log(0n), 12n)(sample).stableDebt).toBe(0n);
  });
});

describe("poolChanges", () => {
  test("default: what actions bring to the aToken and take from it", () => {
    const supply = {
      ...{ reserve: underlying, user: USER, onBehalfOf: USER, amount: 7n, referralCode: 0 },
    } as const;
    const [change] = poolChanges({ eventName: "Supply", args: supply }, on);
    expect(change?.underlying).toBe(underlying);
    expect(change?.change(sample)).toEqual({ availableLiquidity: 400_000_007n });
    const repay = { reserve: underlying, user: USER, repayer: USER, amount: 7n } as const;
    const withATokens = { ...repay, useATokens: true };
    const repaid = poolChanges({ eventName: "Repay", args: withATokens }, on);
    for (const { change } of repaid) {
      expect(change(sample)).toEqual({ availableLiquidity: sample.availableLiquidity });
    }
  });

  test("behavior: the treasury gets its part of a flash loan's premium", () => {
    const args = {
      ...{ target: USER, initiator: USER, asset: underlying, amount: 1_000n },
      ...{ interestRateMode: 0, premium: 100n, referralCode: 0 },
    } as const;
    const [change] = poolChanges({ eventName: "FlashLoan", args }, on);
    expect(change?.change({ ...sample, liquidityIndexRay: index })).toEqual({
      availableLiquidity: 400_000_100n,
      accruedToTreasury: 15n,
    });
  });

  test("behavior: a liquidation for aTokens takes no collateral out", () => {
    const args = {
      ...{ collateralAsset: USER, debtAsset: underlying, user: USER, debtToCover: 5n },
      ...{ liquidatedCollateralAmount: 6n, liquidator: USER },
    } as const;
    const taken = (receiveAToken: boolean) =>
      poolChanges({ eventName: "LiquidationCall", args: { ...args, receiveAToken } }, on).map(
        ({ underlying: token, change }) => [token, change(sample).availableLiquidity],
      );
    const cash = sample.availableLiquidity;
    expect(taken(true)).toEqual([
      [underlying, cash + 5n],
      [USER, cash],
    ]);
    expect(taken(false)).toEqual([
      [underlying, cash + 5n],
      [USER, cash - 6n],
    ]);
  });
});

describe("configured", () => {
  test("default: what the configurator says", () => {
    const asset = underlying;
    const change = (log: Parameters<typeof configured>[0], state = sample) =>
      configured(log, 24n)(state);
    expect(change({ eventName: "ReserveFrozen", args: { asset, frozen: true } })).toEqual({
      isFrozen: true,
    });
    expect(change({ eventName: "ReserveDropped", args: { asset } })).toEqual({ isActive: false });
    const factor = { asset, oldReserveFactor: 0n, newReserveFactor: 1_500n };
    const factorChanged = { eventName: "ReserveFactorChanged", args: factor } as const;
    expect(change(factorChanged)).toEqual({ reserveFactorBps: 1_500 });
    // Since version 3.1 the interest until then is counted first.
    expect(change(factorChanged, { ...sample, revision: 4 })).toMatchObject({
      ...{ reserveFactorBps: 1_500, accruedAt: 24 },
    });
    const listed = { revision: 9, isActive: true, supplyCap: 0n, liquidityIndexRay: RAY };
    expect(initialized(9)).toMatchObject(listed);
  });
});
