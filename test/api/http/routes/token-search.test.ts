import { describe, expect, test } from "vitest";
import { type FoundToken, searchTokens } from "../../../../src/api/http/routes/token-search.ts";
import type { ListedToken } from "../../../../src/api/trade/listing.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { snapshotOf, USDC, WETH } from "../../fixture/market.ts";

const chain = CHAINS.get(1);
if (chain === undefined) throw new Error("chain 1 is not known");
const snapshot = snapshotOf(chain);

const addressOf = (index: number) => `0x${String(index).padStart(40, "0")}` as const;
const DEPTHS = new Map([
  [addressOf(1), 5n],
  [addressOf(2), 50n],
]);
const VALUES = new Map([
  [addressOf(3), 1_000],
  [addressOf(4), 2_000],
]);

const listing: FoundToken["listing"] = {
  tokens: [],
  positions: [],
  prices: {
    usd: (token) => {
      const depthUsd = DEPTHS.get(token as never);
      return depthUsd === undefined ? null : { numerator: 1n, denominator: 1n, depthUsd };
    },
  },
  tvl: (key) => VALUES.get(key as never) ?? null,
};

function found(address: `0x${string}`, symbol: string | null, more: object = {}): FoundToken {
  const token = { address, decimals: 18, symbol, name: null, ...more };
  const listed: ListedToken = { token, defi: null, apy: 0, apyReward: 0 };
  return { snapshot, listing, listed };
}

function share(address: `0x${string}`, symbol: string): FoundToken {
  const each = found(address, symbol);
  const defi = {
    ...{ slug: "uniswap-v2", project: "uniswap", underlyingTokens: [], logosUri: [] },
    primaryAddress: address,
  };
  return { ...each, listed: { ...each.listed, defi } };
}

const symbolsOf = (tokens: readonly FoundToken[]) =>
  tokens.map(({ listed }) => listed.token.symbol);

describe("searchTokens", () => {
  test("default: the nearer the match, the sooner", () => {
    const tokens = [
      found(addressOf(9), "XUSDCX"),
      share(addressOf(3), "UNI-V2 USDC/WETH"),
      found(addressOf(8), "AXL", { name: "Axelar USDC" }),
      found(addressOf(7), "USDC.e"),
      found(addressOf(6), "OTHER"),
      found(addressOf(5), "USDC"),
      found(addressOf(10), "COIN", { name: "usdc" }),
    ];
    expect(symbolsOf(searchTokens(tokens, "Usdc"))).toEqual([
      ...["USDC", "COIN", "USDC.e", "UNI-V2 USDC/WETH", "AXL", "XUSDCX"],
    ]);
  });

  test("behavior: of equal matches connectors first, then base tokens, then by dollars", () => {
    const same = "USDC";
    const tokens = [
      share(addressOf(3), same),
      share(addressOf(4), same),
      found(addressOf(1), same),
      found(addressOf(2), same),
      found(USDC, same),
    ];
    expect(searchTokens(tokens, same).map(({ listed }) => listed.token.address)).toEqual([
      ...[USDC, addressOf(2), addressOf(1), addressOf(4), addressOf(3)],
    ]);
  });

  test("behavior: several words in any order", () => {
    const tokens = [
      share(addressOf(3), "UNI-V2 USDC/WETH"),
      share(addressOf(4), "UNI-V2 DAI/WETH"),
    ];
    expect(symbolsOf(searchTokens(tokens, "weth usdc"))).toEqual(["UNI-V2 USDC/WETH"]);
    expect(symbolsOf(searchTokens(tokens, "dai/weth"))).toEqual(["UNI-V2 DAI/WETH"]);
    expect(searchTokens(tokens, "weth link")).toEqual([]);
  });

  test("behavior: addresses, whole and begun", () => {
    const tokens = [found(USDC, "USDC"), found(WETH, "WETH")];
    expect(symbolsOf(searchTokens(tokens, USDC.toUpperCase()))).toEqual(["USDC"]);
    expect(symbolsOf(searchTokens(tokens, "0xC02a"))).toEqual(["WETH"]);
    expect(searchTokens(tokens, "c02a")).toEqual([]);
  });

  test("behavior: more than are weighed are all found, in a fixed order", () => {
    const tokens = Array.from({ length: 500 }, (_, i) => found(addressOf(1_000 + i), "SPAM"));
    const result = searchTokens(tokens, "spam");
    expect(result).toHaveLength(500);
    expect(searchTokens(tokens, "spam")).toEqual(result);
  });
});
