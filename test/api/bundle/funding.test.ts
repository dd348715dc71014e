import { describe, expect, test } from "vitest";
import { fundingOf } from "../../../src/api/bundle/funding.ts";
import { BOB } from "../fixture/market.ts";
import { act, compile, id, LOAN, ONE, out, PLEDGE, TWO } from "./lender-bundle.ts";

const borrow = act("borrow", { collateral: PLEDGE, tokenOut: LOAN, amountOut: "20" });
const lend = (amountIn: unknown) => act("deposit", { tokenIn: LOAN, tokenOut: id(TWO), amountIn });

describe("fundingOf", () => {
  test("default: what literal amounts take beyond what was given before", async () => {
    const { actions } = await compile([
      act("deposit", { tokenIn: PLEDGE, tokenOut: id(ONE), amountIn: "50" }),
      borrow,
      lend("27"),
    ]);
    const { literals, shortages } = fundingOf({ estimates: new Map(), compiled: actions });
    expect([...literals]).toEqual([
      [PLEDGE, 50n],
      [LOAN, 7n],
    ]);
    expect(shortages).toEqual([]);
  });

  test("behavior: an output that is spent twice is short the second time", async () => {
    const send = act("transfer", { token: LOAN, recipient: BOB, amount: "5" }, "erc20");
    const { actions } = await compile([borrow, send, lend(out(0)), lend(out(0))]);
    const { literals, shortages } = fundingOf({ estimates: new Map(), compiled: actions });
    expect([...literals]).toEqual([]);
    expect(shortages).toEqual([
      { action: 2, token: LOAN, taken: 20n, left: 15n },
      { action: 3, token: LOAN, taken: 20n, left: 0n },
    ]);
  });
});
