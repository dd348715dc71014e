import { type Address, erc4626Abi, parseAbi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { tokenList } from "../../../devnet/token-list.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { priceImpactBps } from "../../../src/api/prices/price-impact.ts";
import { createPriceBook, createPriceBooks } from "../../../src/api/prices/prices.ts";
import { createListings } from "../../../src/api/trade/listing.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import type { RunningService } from "../../harness/service.ts";
import { sharedService } from "../../harness/shared-service.ts";
import { ask, type TradeBody, tokenOf } from "../../harness/trading.ts";
import { dollars } from "./dollars.ts";

const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
const ROUNDS = 15;

let weir: RunningService;
beforeAll(async () => {
  weir = await sharedService();
}, 300_000);
const snapshot = (): Snapshot => weir.service(1).snapshot();

const pricesOf = createPriceBooks();

/** Dollars of a whole token. */
function priceOf(token: Address): number {
  const decimals = snapshot().tokens.get(token)?.decimals;
  return dollars(pricesOf(snapshot()).usd(token), decimals) ?? Number.NaN;
}

/** Tokens that a family issues, with what the first of them stands for. */
function issuedBy(family: string): readonly { token: Address; underlying: Address }[] {
  return [...snapshot().defiTokens].flatMap(([token, issued]) => {
    const [underlying] = issued.token.underlyingTokens;
    const isListed = snapshot().tokens.has(token) && issued.protocol.family === family;
    return isListed && underlying !== undefined ? [{ token, underlying }] : [];
  });
}

describe("prices of the devnet", () => {
  test("default: base tokens are worth what their pools were made at", () => {
    const priced = tokenList(1).filter(({ address }) => Number.isFinite(priceOf(address)));
    for (const { address, symbol, priceUsd } of priced) {
      expect(Math.abs(priceOf(address) / priceUsd - 1), symbol).toBeLessThan(0.005);
    }
    expect(priced.length).toBeGreaterThan(tokenList(1).length * 0.8);
  }, 120_000);

  test("behavior: connectors and the native token all have one", () => {
    for (const token of [NATIVE, ...snapshot().connectors])
      expect(priceOf(token)).toBeGreaterThan(0);
    expect(priceOf(NATIVE)).toBe(priceOf(snapshot().wrappedNative));
  });

  test("behavior: lending receipts are worth their underlying", () => {
    const receipts = issuedBy("aave-v3").filter(({ token }) => Number.isFinite(priceOf(token)));
    expect(receipts.length).toBeGreaterThan(8);
    for (const { token, underlying } of receipts) expect(priceOf(token)).toBe(priceOf(underlying));
  });

  test("behavior: vault shares are worth what the vaults say", async () => {
    const vaults = issuedBy("erc4626");
    expect(vaults.length).toBeGreaterThan(2);
    for (const { token, underlying } of vaults) {
      const decimals = (of: Address) => snapshot().tokens.get(of)?.decimals ?? 0;
      const assets = await weir.node(1).readContract({
        ...{ address: token, abi: erc4626Abi, functionName: "convertToAssets" },
        args: [10n ** BigInt(decimals(token))],
      });
      const whole = Number(assets) / 10 ** decimals(underlying);
      expect(priceOf(token) / (whole * priceOf(underlying))).toBeCloseTo(1, 4);
    }
  });

  test("behavior: staked ether is worth about its rate, gauge tokens exactly what they hold", async () => {
    const read = (address: Address, functionName: "stEthPerToken" | "getExchangeRate") =>
      weir.node(1).readContract({
        ...{ address, functionName },
        abi: parseAbi([
          "function stEthPerToken() view returns (uint256)",
          "function getExchangeRate() view returns (uint256)",
        ]),
      });
    const [wstEth, rEth] = [tokenOf(weir, "wstETH"), tokenOf(weir, "rETH")];
    const ether = priceOf(NATIVE);
    const steth = Number(await read(wstEth, "stEthPerToken")) / 1e18;
    expect(priceOf(wstEth) / (steth * ether)).toBeCloseTo(1, 2);
    expect(priceOf(wstEth) / (steth * priceOf(tokenOf(weir, "stETH")))).toBeCloseTo(1, 2);
    const rate = Number(await read(rEth, "getExchangeRate")) / 1e18;
    expect(priceOf(rEth) / (rate * ether)).toBeCloseTo(1, 2);
    for (const { token, underlying } of issuedBy("curve-gauge")) {
      expect(priceOf(token)).toBe(priceOf(underlying));
    }
  });

  test("behavior: liquidity tokens are worth their part of the reserves", () => {
    const deep = issuedBy("uniswap-v2").filter(({ token }) => Number.isFinite(priceOf(token)));
    expect(deep.length).toBeGreaterThan(50);
    expect(priceOf(tokenOf(weir, "3Crv"))).toBeCloseTo(1, 2);
    expect(priceOf(tokenOf(weir, "B-80BAL-20WETH"))).toBeGreaterThan(0);
  });
});

interface Leg {
  readonly pool: string;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
}

interface Priced extends TradeBody {
  readonly priceImpact?: number | null;
  readonly explain: { readonly legs: readonly Leg[] };
}

/** Tokens in and out, each worth about 2,000 dollars. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["ETH", "wstETH"],
  ["wstETH", "USDC"],
  ["rETH", "aEthUSDC"],
  ["aEthUSDC", "sDAI"],
  ["sDAI", "steakUSDC"],
  ["USDC", "3Crv-gauge"],
  ["3Crv-gauge", "WETH"],
  ["WETH", "B-80BAL-20WETH"],
  ["B-80BAL-20WETH", "DAI"],
  ["stETH", "yvWETH-1"],
];

describe("priceImpact and explain", () => {
  const query = (from: Address, to: Address) => {
    const price = pricesOf(snapshot()).usd(from);
    const amountIn = price === null ? 10n ** 18n : (2_000n * price.denominator) / price.numerator;
    return { fromAddress: SENDER, tokenIn: from, tokenOut: to, amountIn: `${amountIn}` };
  };
  const addressOf = (symbol: string) => (symbol === "ETH" ? NATIVE : tokenOf(weir, symbol));

  test.each(PAIRS)("default: %s to %s", async (from, to) => {
    const [tokenIn, tokenOut] = [addressOf(from), addressOf(to)];
    const asked = { ...query(tokenIn, tokenOut), priceImpact: "true", explain: "true" };
    const [quote, route] = await Promise.all([
      ask(weir, "quote", asked),
      ask(weir, "route", asked),
    ]);
    const body = route.body as Priced;
    expect(route.status, JSON.stringify(body)).toBe(200);
    const book = pricesOf(snapshot());
    const expected = priceImpactBps(
      [{ amount: BigInt(asked.amountIn), price: book.usd(tokenIn) }],
      { amount: BigInt(body.amountOut), price: book.usd(tokenOut) },
    );
    expect(body.priceImpact).toBe(expected);
    expect((quote.body as Priced).priceImpact).toBe(expected);
    expect(body.priceImpact).toBeLessThan(150);
    const { legs } = body.explain;
    expect((quote.body as Priced).explain.legs).toEqual(legs);
    expect(legs.some((leg) => leg.tokenIn === tokenIn)).toBe(true);
    expect(legs.some((leg) => leg.tokenOut === tokenOut)).toBe(true);
  });

  test("behavior: null in a route and absent in a quote for a token without depth", async () => {
    const asked = { ...query(NATIVE, tokenOf(weir, "TAIL001")), amountIn: `${10n ** 15n}` };
    const [quote, route] = await Promise.all([
      ask(weir, "quote", { ...asked, priceImpact: "true" }),
      ask(weir, "route", asked),
    ]);
    expect(quote.status).toBe(200);
    expect(quote.body).not.toHaveProperty("priceImpact");
    expect((route.body as Priced).priceImpact).toBeNull();
  });
});

describe("cost", () => {
  const medianMs = (work: () => void): number => {
    const times = Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    });
    return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  };

  test("default: of a new book for one trade, for every token, and under a listing", () => {
    const tokens = [...snapshot().tokens.keys()];
    const trade = medianMs(() => createPriceBook(snapshot()).usd(tokenOf(weir, "LINK")));
    const every = medianMs(() => {
      const book = createPriceBook(snapshot());
      for (const token of tokens) book.usd(token);
    });
    const listing = medianMs(() => createListings(createPriceBooks())({ ...snapshot() }));
    const shown = [trade, every, listing].map((ms) => `${ms.toFixed(1)} ms`);
    console.log(`one trade, all ${tokens.length} tokens, listing: ${shown.join(", ")}`);
    expect(trade).toBeLessThan(every);
  });
});
