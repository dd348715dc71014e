import { describe, expect, test } from "vitest";
import { readAt, swappedIn } from "../../../src/protocols/pendle/transitions.ts";

const [SY, PT] = [`0x${"a".repeat(40)}`, `0x${"b".repeat(40)}`] as const;

describe("swappedIn", () => {
  test("default: PT that left was paid in SY", () => {
    const told = { netPtOut: 500n, netSyOut: -400n, netSyFee: 3n };
    expect(swappedIn([SY, PT], told)).toEqual({
      ...{ tokenIn: SY, tokenOut: PT, amountIn: 400n, amountOut: 500n, feeIn: 3n },
    });
  });

  test("behavior: the fee on SY that left is as much of the PT", () => {
    const told = { netPtOut: -500n, netSyOut: 396n, netSyFee: 4n };
    expect(swappedIn([SY, PT], told)).toEqual({
      ...{ tokenIn: PT, tokenOut: SY, amountIn: 500n, amountOut: 396n, feeIn: 5n },
    });
  });
});

describe("readAt", () => {
  const row = {
    ...{ chainId: 1, address: SY, slug: "pendle", kind: "market", tokens: [SY, PT] },
    ...{ yieldContract: SY, expiry: 10n, scalarRoot: 1n, lnFeeRoot: 1n, routerLnFeeRoot: 1n },
    ...{
      reserveFeePercent: 80n,
      totalPt: 1n,
      totalSy: 1n,
      supply: 1n,
      ptSupply: 1n,
      lnImpliedRate: 1n,
    },
    ...{
      rewardTokens: [],
      rate: 1n,
      keptRate: 1n,
      held: 0n,
      isPaused: false,
      isExpired: false,
      isRead: true,
    },
    updatedBlock: 5,
  };

  test("default: what changed, with the block", () => {
    expect(readAt(row, { rate: 2n }, 6)).toEqual({ rate: 2n, updatedBlock: 6 });
  });

  test("behavior: nothing where the row says the same", () => {
    expect(readAt(row, { rate: 1n, isRead: true }, 6)).toBeNull();
  });
});
