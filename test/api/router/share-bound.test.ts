import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { findShareRoute } from "../../../src/api/router/shares/find-share-route.ts";
import { sqrtDown } from "../../../src/lib/sqrt.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { burn, mint } from "../../../src/protocols/uniswap-v2/liquidity.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { quoteSwap } from "../../../src/protocols/uniswap-v2/swap.ts";
import { sized } from "../../harness/size.ts";
import { addressOf, createRandom, snapshotOf, v2Pool } from "./market.ts";
import { NO_GAS } from "./requests.ts";

const RUNS = sized({ always: 12, nightly: 300 });
/** Parts in which the brute force divides an amount. */
const STEPS = 48n;
const [A, B] = [addressOf("token", 0), addressOf("token", 1)];

/** How far prices are apart: less than the fees of a circle, and more. */
const [NEAR, FAR] = [0.01, 0.1];

/** A pair with shares, and another one of the same tokens. */
interface Pairs {
  readonly own: UniswapV2Pool;
  readonly other: UniswapV2Pool;
  readonly snapshot: Snapshot;
}

function createPairs(random: () => number, apart: number): Pairs {
  const market = { a: 0, b: 1, priceA: 1, priceB: 10 ** (2 * random() - 1), tvlUsd: 1e6 };
  const bare = v2Pool(0, market);
  const totalSupply = sqrtDown(bare.reserve0 * bare.reserve1);
  const hasFee = random() < 0.5;
  const kLast = hasFee ? (bare.reserve0 * bare.reserve1 * 99n) / 100n : 0n;
  const protocolFee = hasFee ? { share: 1, rootWeight: 5, rootLastWeight: 1 } : null;
  const liquidity = { router: null, totalSupply, kLast, protocolFee, since: null };
  const own = { ...bare, liquidity };
  const deep = { ...market, tvlUsd: 10 ** (4 + 4 * random()) };
  const other = v2Pool(1, deep, 1 + (random() - 0.5) * apart);
  const states = [own, other].map((state) => ({ protocol: uniswapV2, state }));
  const snapshot = snapshotOf(states, {
    tokens: [A, B, own.address].map((address, n) => ({ address, symbol: `T${n}`, decimals: 18 })),
    ...{ wrappedNative: A, usdAnchors: [B], connectors: [A, B] },
  });
  return { own, other, snapshot };
}

/** The most that some of A mints: a part is swapped in either pair, then all is paid in. */
function mostMinted({ own, other }: Pairs, amountIn: bigint): bigint {
  let most = 0n;
  for (let i = 0n; i <= STEPS; i++) {
    for (let j = 0n; i + j < STEPS; j++) {
      const [outside, inside] = [(amountIn * i) / STEPS, (amountIn * j) / STEPS];
      const bought = outside > 0n ? quoteSwap(other, true, outside) : null;
      const swapped = inside > 0n ? quoteSwap(own, true, inside) : null;
      const state = swapped?.ok ? swapped.next : own;
      const have = (bought?.ok ? bought.amountOut : 0n) + (swapped?.ok ? swapped.amountOut : 0n);
      const minted = mint(state, [amountIn - outside - inside, have]);
      if (minted.ok && minted.amountOut > most) most = minted.amountOut;
      // What is bought in excess outside may be sold in the share's own pair.
      const back = quoteSwap(own, false, have / 2n);
      if (j > 0n || have === 0n || !back.ok) continue;
      const resold = mint(back.next, [amountIn - outside + back.amountOut, have - have / 2n]);
      if (resold.ok && resold.amountOut > most) most = resold.amountOut;
    }
  }
  return most;
}

/** The most of A for shares: a part is burned before a swap in the pair, what is paid in B is sold. */
function mostPaid({ own, other }: Pairs, shares: bigint): bigint {
  let most = 0n;
  for (let i = 0n; i <= STEPS; i++) {
    const first = (shares * i) / STEPS;
    const burned = first > 0n ? burn(own, first) : null;
    const [a1 = 0n, b1 = 0n] = burned?.ok ? burned.amountsOut : [];
    const state = burned?.ok ? burned.next : own;
    for (let j = 0n; j <= STEPS; j++) {
      const inside = (b1 * j) / STEPS;
      const swapped = inside > 0n ? quoteSwap(state, false, inside) : null;
      const after = swapped?.ok ? swapped.next : state;
      const rest = shares - first > 0n ? burn(after, shares - first) : null;
      const [a2 = 0n, b2 = 0n] = rest?.ok ? rest.amountsOut : [];
      const outside = b1 - inside + b2;
      const sold = outside > 0n ? quoteSwap(other, false, outside) : null;
      const all =
        a1 + a2 + (swapped?.ok ? swapped.amountOut : 0n) + (sold?.ok ? sold.amountOut : 0n);
      if (all > most) most = all;
    }
  }
  return most;
}

describe("findShareRoute", () => {
  test("behavior: no division mints or pays more than is proven, and the route hardly less", () => {
    const random = createRandom(17);
    for (let run = 0; run < RUNS; run++) {
      const apart = run % 2 === 0 ? NEAR : FAR;
      const pairs = createPairs(random, apart);
      const { own, snapshot } = pairs;
      const part = 10 ** (-4 + 4 * random());
      const amount = BigInt(Math.floor(Number(own.reserve0) * part));
      const shares = BigInt(Math.floor(Number(own.liquidity?.totalSupply ?? 0n) * part * 0.9));
      for (const [tokenIn, tokenOut, amountIn, brute] of [
        [A, own.address, amount, mostMinted(pairs, amount)],
        [own.address, A, shares, mostPaid(pairs, shares)],
      ] as const) {
        const inputs = [{ token: tokenIn, amount: amountIn }];
        const asked = { inputs, tokenOut, onlyProtocols: [], ignoreProtocols: [] };
        const found = findShareRoute(snapshot, asked, { gasPrice: NO_GAS });
        const bound = found?.bound ?? 0;
        expect(bound * (1 + 1e-9)).toBeGreaterThanOrEqual(Number(brute));
        // Where circles pay, the bound counts them, and no route may take them.
        const least = apart === NEAR ? bound * (1 - 1e-4) : 0;
        expect(Number(found?.route?.amountOut ?? 0n)).toBeGreaterThan(least);
      }
    }
  });
});
