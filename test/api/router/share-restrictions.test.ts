import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import { netOf } from "../../../src/api/router/merging.ts";
import type { RouteRequest } from "../../../src/api/router/route.ts";
import { sized } from "../../harness/size.ts";
import { addressOf, createRandom, dollarPrices } from "./market.ts";
import { advantageBy, restrictionsOf } from "./restrictions.ts";
import { createShareMarket, type ShareMarket } from "./share-market.ts";

/** Markets, and requests in each. */
const [MARKETS, REQUESTS] = sized({ always: [2, 4] as const, nightly: [60, 20] as const });
/**
 * Part of the requests of which a restriction may net more: of some hundreds of each kind of share
 * one or two in a hundred are, mostly by less than 10 bp.
 */
const HELPED = sized({ always: 0, nightly: 0.03 });
const TOKENS = 10;
const ETHER_PRICE = 3000;
const GWEI = [0.1, 1, 10];
/** Parts of an amount that may not net more than all of it. */
const LESS = [2n, 8n];
const ROUNDING = 20n;
/** A tenth of a basis point of an output. */
const NOTICED = 100_000n;
/** Part of requests by direction, the rest from share to share. */
const [INTO, OUT_OF] = [0.55, 0.37];

interface Case {
  readonly what: string;
  readonly asked: RouteRequest;
  readonly gasPrice: GasPrice;
}

/** Dollars that a unit of each share is worth. */
function sharePrices({ pairs, weighted }: ShareMarket, usd: readonly number[]) {
  const priceOf = (token: Address): number =>
    usd.find((_, n) => addressOf("token", n) === token) ?? 0;
  const ofPairs = pairs.map(({ address, token0, token1, reserve0, reserve1, liquidity }) => {
    const value = Number(reserve0) * priceOf(token0) + Number(reserve1) * priceOf(token1);
    return { address, price: value / Number(liquidity?.totalSupply ?? 1n) };
  });
  const ofWeighted = weighted.map(({ address, tokens, balances, supply }) => {
    const held = tokens.map((token, i) => Number(balances[i] ?? 0n) * priceOf(token));
    return { address, price: held.reduce((sum, each) => sum + each, 0) / Number(supply) };
  });
  return [...ofWeighted, ...ofPairs];
}

/** Requests of ten dollars to ten million into shares, out of them, and from one to another. */
function casesOf(market: ShareMarket, seed: number): readonly Case[] {
  const random = createRandom(7_919 * seed);
  const usd = dollarPrices({ seed, tokens: TOKENS, pools: 0 });
  const shares = sharePrices(market, usd);
  const tokens = usd.map((price, n) => ({ address: addressOf("token", n), price }));
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error("an empty list");
    return found;
  };
  return Array.from({ length: REQUESTS }, (): Case => {
    const [share, token, other] = [pick(shares), pick(tokens), pick(shares)];
    const way = random();
    const isPair = way >= INTO + OUT_OF && other !== share;
    const [from, to] = isPair ? [other, share] : way < INTO ? [token, share] : [share, token];
    const [value, gwei] = [10 ** (1 + 6 * random()), pick(GWEI)];
    const amountIn = BigInt(Math.ceil((value / from.price) * 1e9)) * 10n ** 9n;
    const perGas = (gwei * 1e9 * ETHER_PRICE) / to.price;
    return {
      what: `market ${seed}: $${value} of ${from.address} to ${to.address} at ${gwei} gwei`,
      asked: {
        ...{ tokenIn: from.address, tokenOut: to.address, amountIn },
        ...{ onlyProtocols: [], ignoreProtocols: [] },
      },
      gasPrice: { numerator: BigInt(Math.round(perGas * 1e6)), denominator: 1_000_000n },
    };
  });
}

describe("findRoute", () => {
  test("behavior: into and out of shares restrictions do not help, and no certificate is exceeded", () => {
    let [answers, certified, compared] = [0, 0, 0];
    const helped = new Map<string, string>();
    for (let seed = 1; seed <= MARKETS; seed++) {
      const market = createShareMarket({ seed, tokens: TOKENS, pools: 40 });
      const { snapshot } = market;
      for (const { what, asked, gasPrice } of casesOf(market, seed)) {
        const answer = findRoute(snapshot, asked, gasPrice);
        const net = answer.ok ? netOf(answer.route, gasPrice) : null;
        const slack = ROUNDING + (answer.ok ? answer.route.amountOut / NOTICED : 0n);
        const upperBound = answer.ok ? answer.route.certificate?.upperBound : undefined;
        if (answer.ok) answers += 1;
        if (upperBound !== undefined) certified += 1;
        for (const restriction of restrictionsOf(snapshot, asked, answer)) {
          const other = findRoute(snapshot, restriction.asked, gasPrice);
          const more = advantageBy(answer, other, { restriction, gasPrice });
          if (more > 10) helped.set(what, `${restriction.what}: ${more / 100} bp`);
          if (!other.ok || upperBound === undefined || restriction.savedGas > 0n) continue;
          expect(netOf(other.route, gasPrice), what).toBeLessThanOrEqual(upperBound);
          compared += 1;
        }
        for (const part of LESS) {
          const less = { ...asked, amountIn: asked.amountIn / part };
          const found = findRoute(snapshot, less, gasPrice);
          if (!found.ok || net === null) continue;
          if (netOf(found.route, gasPrice) > net + slack) helped.set(what, `1 / ${part} of it`);
        }
      }
    }
    expect(helped.size, JSON.stringify([...helped])).toBeLessThanOrEqual(
      HELPED * MARKETS * REQUESTS,
    );
    expect(answers).toBeGreaterThan((MARKETS * REQUESTS) / 2);
    expect(certified).toBeGreaterThan((MARKETS * REQUESTS) / 4);
    expect(compared).toBeGreaterThan(certified);
  });
});
