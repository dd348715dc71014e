import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { poolOffers, redemptionOffer, sellsOf } from "../../../src/api/prices/offers.ts";
import { createPriceBook } from "../../../src/api/prices/prices.ts";
import type { UsdPrice } from "../../../src/api/prices/usd-price.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { aaveV3 } from "../../../src/protocols/aave-v3/index.ts";
import { curveGauge } from "../../../src/protocols/curve-gauge/index.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import { erc4626 } from "../../../src/protocols/erc4626/index.ts";
import type { PoolState, Protocol } from "../../../src/protocols/protocol.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";
import { reserve } from "../../protocols/aave-v3/sample.ts";
import { gauge } from "../../protocols/curve-gauge/sample.ts";
import { threePool } from "../../protocols/curve-stableswap/sample.ts";
import { vault } from "../../protocols/erc4626/sample.ts";
import { snapshotOf } from "../router/market.ts";
import { dollars } from "./dollars.ts";

const USDC: Address = "0x0000000000000000000000000000000000000a00";
const WETH: Address = "0x0000000000000000000000000000000000000b00";
const E18 = 10n ** 18n;

const pair: UniswapV2Pool = {
  id: "0x00000000000000000000000000000000000000f2",
  address: "0x00000000000000000000000000000000000000f2",
  slug: "uniswap-v2",
  updatedBlock: 1,
  token0: USDC,
  token1: WETH,
  feePips: 3000,
  reserve0: 3_000_000n * 10n ** 6n,
  reserve1: 1_000n * E18,
  liquidity: { router: null, totalSupply: E18, kLast: 0n, protocolFee: null, since: null },
};
const dollar: UsdPrice = { numerator: 1n, denominator: 10n ** 6n, depthUsd: 16_000_000n };
const ether: UsdPrice = { numerator: 3_000n, denominator: E18, depthUsd: 10_000_000n };
const known = new Map([
  [USDC, dollar],
  [WETH, ether],
]);

function held<S extends PoolState>(protocol: Protocol<S>, state: S): HeldState {
  return { protocol, state };
}

/** A snapshot of these states over USDC, WETH and the `extra` tokens with their decimals. */
function snapshot(
  states: readonly HeldState[],
  extra: Readonly<Record<Address, number>> = {},
): Snapshot {
  const decimalsOf: Readonly<Record<string, number>> = { [USDC]: 6, [WETH]: 18, ...extra };
  const tokens = Object.entries(decimalsOf);
  return snapshotOf(states, {
    tokens: tokens.map(([address, decimals]) => ({
      address: address as Address,
      symbol: "T",
      decimals,
    })),
    wrappedNative: WETH,
    usdAnchors: [USDC],
    connectors: [USDC, WETH],
  });
}

/** Dollars of a whole token in the price book of these states. */
function priced(
  token: Address,
  states: readonly HeldState[],
  extra: Readonly<Record<Address, number>>,
): number | null {
  return dollars(createPriceBook(snapshot(states, extra)).usd(token), extra[token]);
}

describe("sellsOf", () => {
  test("default: the token's edges; of the wrapped native token those of the native one too", () => {
    const wrapper = { id: WETH, slug: "weth", updatedBlock: 0, token: WETH };
    const made = snapshot([held(uniswapV2, pair), held(wrappedNative, wrapper)]);
    expect(sellsOf(made, USDC).map(({ tokenOut }) => tokenOut)).toEqual([WETH]);
    expect(sellsOf(made, WETH).map(({ tokenIn }) => tokenIn)).toContain(NATIVE);
    expect(sellsOf(made, pair.address)).toEqual([]);
  });
});

describe("poolOffers", () => {
  const at = (state: UniswapV2Pool, prices = known) => {
    const made = snapshot([held(uniswapV2, state)]);
    return poolOffers(made, made.edges.get(WETH) ?? [], prices);
  };

  test("default: what it costs and what it pays at the smallest size, and its depth", () => {
    const [offer] = at(pair);
    const of = (ratio: { numerator: bigint; denominator: bigint } | undefined) =>
      dollars(ratio ? { ...ratio, depthUsd: 0n } : null) ?? 0;
    // 0.3 % of fee to each side, and 1,000 dollars of impact on 3 million.
    expect(of(offer?.low)).toBeCloseTo(3_000 * 0.997 * (1 - 1 / 3_000), 0);
    expect(of(offer?.high)).toBeCloseTo((3_000 / 0.997) * (1 + 1 / 3_000), 0);
    expect(Number(offer?.depthUsd)).toBeGreaterThan(60_000);
    expect(Number(offer?.depthUsd)).toBeLessThan(72_000);
  });

  test("behavior: no deeper than the price of the other token", () => {
    expect(at(pair, new Map([[USDC, { ...dollar, depthUsd: 2_000n }]]))[0]?.depthUsd).toBe(2_000n);
  });

  test("behavior: the same of a pool that is known from the block before", () => {
    let quotes = 0;
    const counting: Protocol<UniswapV2Pool> = {
      ...uniswapV2,
      quote(...asked) {
        quotes += 1;
        return uniswapV2.quote(...asked);
      },
    };
    const counted = snapshot([held(counting, pair)]);
    const sells = counted.edges.get(WETH) ?? [];
    const quotesFor = (cents: bigint, later: bigint): number => {
      const price = { numerator: cents, denominator: 10n ** 8n, depthUsd: 16_000_000n };
      const prices = new Map([[USDC, price]]);
      const { number, timestamp } = counted.next;
      const next = { number: number + later, timestamp: timestamp + 12n * later };
      const before = quotes;
      const offers = poolOffers({ ...counted, next }, sells, prices);
      expect(offers).toHaveLength(1);
      expect(offers).toEqual(at(pair, prices));
      return quotes - before;
    };
    expect(quotesFor(100n, 0n)).toBeGreaterThan(0);
    expect(quotesFor(100n, 1n)).toBe(0);
    // The smallest trade is of so few digits that a cent makes no difference to it.
    expect(quotesFor(101n, 2n)).toBe(0);
    expect(quotesFor(110n, 3n)).toBeGreaterThan(0);
    expect(quotesFor(100n, 4n)).toBeGreaterThan(0);
  });

  test("behavior: none without a priced other token, for a high fee, or without reserves", () => {
    expect(at(pair, new Map())).toEqual([]);
    expect(at({ ...pair, feePips: 30_000 })).toEqual([]);
    expect(at({ ...pair, reserve0: 10n ** 9n, reserve1: 10n ** 33n })).toEqual([]);
  });
});

describe("redemptionOffer", () => {
  const shares = (state: UniswapV2Pool) => {
    const made = snapshot([held(uniswapV2, state)], { [pair.address]: 18 });
    const redemptions = (made.edges.get(pair.address) ?? []).filter((e) => e.action === "redeem");
    const offer = redemptionOffer(made, redemptions, known);
    return offer && { usd: dollars({ ...offer.low, depthUsd: 0n }), depthUsd: offer.depthUsd };
  };

  test("default: a share is worth its part of the reserves", () => {
    expect(shares(pair)?.usd).toBe(6_000_000);
  });

  test("behavior: the side that is worth least, so that a moved pool does not make its shares dearer", () => {
    const [more, less] = [
      { ...pair, reserve0: pair.reserve0 * 4n, reserve1: pair.reserve1 / 4n },
      { ...pair, reserve0: pair.reserve0 / 4n, reserve1: pair.reserve1 * 4n },
    ];
    expect(shares(more)?.usd).toBe(1_500_000);
    expect(shares(less)?.usd).toBe(1_500_000);
  });

  test("behavior: null without depth and without a price for what is paid", () => {
    expect(shares({ ...pair, reserve0: 10n ** 9n, reserve1: 10n ** 33n })).toBeNull();
    expect(redemptionOffer(snapshot([]), [], known)).toBeNull();
  });
});

describe("the price of what protocols issue", () => {
  const pool = held(uniswapV2, pair);
  const large = { ...reserve, availableLiquidity: 10n ** 13n, scaledSupply: 10n ** 13n };

  test("default: a lending receipt, also while its supply cap is reached", () => {
    const of = (supplyCap: bigint) =>
      priced(reserve.aToken, [held(aaveV3, { ...large, supplyCap })], {
        [reserve.aToken]: 6,
      });
    expect(of(0n)).toBe(1);
    expect(of(1n)).toBe(1);
  });

  test("behavior: none for a receipt that cannot be redeemed", () => {
    const state = { ...large, isPaused: true };
    expect(priced(reserve.aToken, [held(aaveV3, state)], { [reserve.aToken]: 6 })).toBeNull();
  });

  test("behavior: a vault share at its rate, also while deposits are paused", () => {
    for (const depositPaused of [false, true]) {
      const state = { ...vault, depositPaused };
      expect(priced(vault.address, [held(erc4626, state)], { [vault.address]: 18 })).toBeCloseTo(
        1.05,
        8,
      );
    }
  });

  test("behavior: a token that is redeemed into a priced tail token", () => {
    const tail: Address = "0x0000000000000000000000000000000000000d00";
    const other: UniswapV2Pool = {
      ...pair,
      id: "0xf3",
      token0: WETH,
      token1: tail,
      reserve0: pair.reserve1,
      reserve1: 10n ** 24n,
    };
    const onTail = { ...vault, asset: tail, assetsTerm: 2n * E18, sharesTerm: E18 };
    const states: HeldState[] = [
      pool,
      held(uniswapV2, { ...other, liquidity: null }),
      held(erc4626, { ...onTail, totalSupply: 10n ** 24n }),
    ];
    const extra = { [tail]: 18, [vault.address]: 18 };
    expect(priced(tail, states, extra)).toBeCloseTo(3, 2);
    expect(priced(vault.address, states, extra)).toBeCloseTo(
      2 * (priced(tail, states, extra) ?? 0),
      6,
    );
  });

  test("behavior: a stableswap's liquidity token, and the gauge token on it", () => {
    const [dai, usdt]: readonly [Address, Address] = [
      "0x0000000000000000000000000000000000000e00",
      "0x0000000000000000000000000000000000000f00",
    ];
    const settled = { ...threePool, initialATime: 0n, futureATime: 0n };
    const curve = { ...settled, coins: [dai, USDC, usdt] };
    const onCurve = { ...gauge, lpToken: threePool.lpToken, supply: 10n ** 26n };
    const states: HeldState[] = [held(curveStableswap, curve), held(curveGauge, onCurve)];
    const extra = {
      ...{ [dai]: 18, [usdt]: 6 },
      ...{ [threePool.lpToken]: 18, [gauge.address]: 18 },
    };
    const price = priced(threePool.lpToken, states, extra) ?? 0;
    expect(price).toBeGreaterThan(1.01);
    expect(price).toBeLessThan(1.03);
    expect(priced(gauge.address, states, extra)).toBe(price);
  });
});
