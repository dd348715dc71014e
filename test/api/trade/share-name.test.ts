import { describe, expect, test } from "vitest";
import { shownAs } from "../../../src/api/trade/share-name.ts";

const [USDC, WETH, BAL, UNKNOWN] = ["USDC", "WETH", "BAL", null].map((symbol) => ({ symbol }));
const tokens = (...all: ({ readonly symbol: string | null } | undefined)[]) =>
  all.map((each) => ({ symbol: each?.symbol ?? null }));

describe("shownAs", () => {
  test("default: by its tokens", () => {
    const pair = { symbol: "UNI-V2", name: "Uniswap V2" };
    expect(shownAs(pair, tokens(USDC, WETH))).toEqual({
      symbol: "UNI-V2 USDC/WETH",
      name: "Uniswap V2 USDC/WETH",
    });
  });

  test("behavior: what says them already, or stands for one token, keeps its own", () => {
    const weighted = { symbol: "B-80BAL-20WETH", name: "Balancer 80 BAL 20 WETH" };
    expect(shownAs(weighted, tokens(BAL, WETH))).toEqual(weighted);
    const vault = { symbol: "yvUSDC", name: "USDC vault" };
    expect(shownAs(vault, tokens(USDC))).toEqual(vault);
    expect(shownAs({ symbol: "WETH", name: null }, [])).toEqual({ symbol: "WETH", name: null });
  });

  test("behavior: without a symbol of its own, or of one of its tokens", () => {
    expect(shownAs({ symbol: null, name: "" }, tokens(USDC, WETH))).toEqual({
      symbol: "USDC/WETH",
      name: "USDC/WETH",
    });
    const pair = { symbol: "UNI-V2", name: "Uniswap V2" };
    expect(shownAs(pair, tokens(USDC, UNKNOWN))).toEqual(pair);
  });
});
