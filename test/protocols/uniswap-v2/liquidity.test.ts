import { describe, expect, test } from "vitest";
import { sqrtDown } from "../../../src/lib/sqrt.ts";
import { takeShare } from "../../../src/protocols/operation.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { supplyAfterFee, swapShareX64 } from "../../../src/protocols/uniswap-v2/liquidity.ts";
import { edges, maxIn, quote, type UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { feeShares } from "../../../src/protocols/uniswap-v2/protocol-fee.ts";
import { quoteSwap } from "../../../src/protocols/uniswap-v2/swap.ts";
import { liquidity, samples } from "./sample.ts";

const [pair] = samples as readonly [UniswapV2Pool];
const { address, token0, token1 } = pair;
const into: Edge = { action: "deposit", tokenIn: token0, tokenOut: address };
const back: Edge = { action: "redeem", tokenIn: address, tokenOut: token0 };
const off: UniswapV2Pool = { ...pair, liquidity: { ...liquidity, protocolFee: null } };

describe("edges", () => {
  test("default: swaps, deposits and redemptions; nothing but swaps without shares", () => {
    const actions = (state: UniswapV2Pool) => edges(state).map(({ action }) => action);
    const locked = { ...pair, liquidity: { ...liquidity, totalSupply: 1_000n } };
    expect(actions(pair)).toEqual(["swap", "swap", "deposit", "deposit", "redeem", "redeem"]);
    expect(actions(locked)).toEqual(["swap", "swap"]);
  });
});

describe("feeShares", () => {
  const basis = { reserve0: 121n, reserve1: 100n, totalSupply: 650_000n, kLast: 10_000n };

  test("default: a sixth of the growth of the root, and eight of twenty-five", () => {
    const oneSixth = { share: 1, rootWeight: 5, rootLastWeight: 1 };
    expect(feeShares(basis, oneSixth)).toBe((650_000n * 10n) / (110n * 5n + 100n));
    const larger = { share: 8, rootWeight: 17, rootLastWeight: 8 };
    expect(feeShares(basis, larger)).toBe((650_000n * 10n * 8n) / (110n * 17n + 100n * 8n));
  });

  test("behavior: none before the fee was on, none without growth", () => {
    const fee = { share: 1, rootWeight: 5, rootLastWeight: 1 };
    expect(feeShares({ ...basis, kLast: 0n }, fee)).toBe(0n);
    expect(feeShares({ ...basis, kLast: 12_100n }, fee)).toBe(0n);
  });
});

describe("quote", () => {
  test("default: a deposit leaves a unit or two over, at any size", () => {
    for (let amountIn = maxIn(pair, into); amountIn > 10n ** 6n; amountIn /= 1_000n) {
      const toSwap = takeShare(amountIn, swapShareX64(pair, true, amountIn));
      const swapped = quoteSwap(pair, true, toSwap);
      if (!swapped.ok) throw new Error(swapped.reason);
      const { reserve0, reserve1 } = swapped.next;
      const surplus = amountIn - toSwap - (swapped.amountOut * reserve0) / reserve1;
      expect(Math.abs(Number(surplus)) / Number(amountIn)).toBeLessThan(1e-6);
    }
  });

  test("behavior: the fee that is due is minted first, and what is left of it is the pair's", () => {
    expect(supplyAfterFee(pair)).toBeGreaterThan(liquidity.totalSupply);
    expect(supplyAfterFee(off)).toBe(liquidity.totalSupply);
    const quoted = quote(pair, into, 10n ** 9n);
    if (!quoted.ok) throw new Error(quoted.reason);
    const { reserve0, reserve1, liquidity: after } = quoted.next;
    expect(after?.kLast).toBe(reserve0 * reserve1);
    expect(after?.totalSupply).toBeGreaterThan(supplyAfterFee(pair) + quoted.amountOut - 1n);
    const unswitched = quote(off, into, 10n ** 9n);
    expect(unswitched.ok && unswitched.next.liquidity?.kLast).toBe(0n);
  });

  test("behavior: into a share and back costs the fees of two halves", () => {
    const amountIn = 10n ** 9n;
    const deposited = quote(off, into, amountIn);
    if (!deposited.ok) throw new Error(deposited.reason);
    const redeemed = quote(deposited.next, back, deposited.amountOut);
    if (!redeemed.ok) throw new Error(redeemed.reason);
    const cost = 1 - Number(redeemed.amountOut) / Number(amountIn);
    expect(cost).toBeGreaterThan(0.0029);
    expect(cost).toBeLessThan(0.0036);
  });

  test("error: insufficient-liquidity of a redemption that leaves nothing to swap with", () => {
    const most = maxIn(pair, back);
    expect(quote(pair, back, most)).toMatchObject({ ok: true });
    expect(quote(pair, back, most + 1n)).toEqual({ ok: false, reason: "insufficient-liquidity" });
  });
});

describe("apy", () => {
  test("default: growth of the root of the product per share in a year", () => {
    const { totalSupply } = liquidity;
    const root = sqrtDown(pair.reserve0 * pair.reserve1);
    const price = (root * 10n ** 18n * 100n) / (totalSupply * 105n);
    const state = {
      ...off,
      liquidity: { ...liquidity, protocolFee: null, since: { price, timestamp: 1 } },
    };
    const at = { number: 2n, timestamp: 31_536_001n };
    const usd = () => null;
    expect(uniswapV2.apy?.(state, address, { at, usd })).toBeCloseTo(5, 6);
    expect(uniswapV2.apy?.({ ...off, liquidity: null }, address, { at, usd })).toBe(0);
  });
});

describe("actions", () => {
  test("default: what may be left of a deposit is named", () => {
    const operation = uniswapV2.actions.deposit?.(pair, into, 10n ** 9n);
    expect(operation).toMatchObject({ pays: "recipient", leftovers: [token0, token1] });
    expect(uniswapV2.actions.redeem?.(pair, back, 1n)).toMatchObject({ pays: "caller" });
  });

  test("behavior: a pair without a router is paid itself", () => {
    const state = { ...pair, liquidity: { ...liquidity, router: null } };
    const operation = uniswapV2.actions.deposit?.(state, into, 10n ** 9n);
    expect(operation).toMatchObject({ pays: "recipient", leftovers: [], amountOut: 3 });
    const sent = operation?.kind === "sequence" ? operation.stages.slice(2) : [];
    expect(sent).toMatchObject([
      { kind: "send", of: 0, token: token0, to: address },
      { kind: "send", of: 2, token: token1, to: address },
      { kind: "call", target: address, function: { name: "mint" } },
    ]);
  });

  test("behavior: what a pair without a router is paid, it keeps", () => {
    const { reserve0, reserve1 } = pair;
    const state = { ...pair, liquidity: { ...liquidity, router: null } };
    const amounts = [reserve0 / 10n, reserve1 / 5n];
    const at = { number: 2n, timestamp: 12n };
    const [byPair, byRouter] = [state, pair].map((each) => {
      return uniswapV2.liquidity?.mint(each, amounts, at);
    });
    if (!byPair?.ok || !byRouter?.ok) throw new Error("not minted");
    expect(byPair.amountOut).toBe(byRouter.amountOut);
    expect(byPair.next).toMatchObject({ reserve1: reserve1 + reserve1 / 5n });
    expect(byRouter.next).toMatchObject({
      reserve1: reserve1 + ((reserve0 / 10n) * reserve1) / reserve0,
    });
  });
});
