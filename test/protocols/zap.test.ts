import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { takeShare } from "../../src/protocols/operation.ts";
import * as solidly from "../../src/protocols/solidly/liquidity.ts";
import { quoteSwap as swapInPool } from "../../src/protocols/solidly/swap.ts";
import { mint, quoteDeposit, swapShareX64 } from "../../src/protocols/uniswap-v2/liquidity.ts";
import type { UniswapV2Pool } from "../../src/protocols/uniswap-v2/pool.ts";
import { quoteSwap } from "../../src/protocols/uniswap-v2/swap.ts";
import { samples as pools } from "./solidly/sample.ts";
import { samples as pairs } from "./uniswap-v2/sample.ts";

const [sample] = pairs;
const [pool] = pools;
if (sample?.liquidity == null || pool === undefined) throw new Error("no samples");
const { liquidity } = sample;

/** Small reserves, so that every part can be tried. */
const small = fc.record({
  reserve0: fc.bigInt({ min: 1_000n, max: 10n ** 6n }),
  reserve1: fc.bigInt({ min: 1_000n, max: 10n ** 6n }),
  totalSupply: fc.bigInt({ min: 2_000n, max: 10n ** 7n }),
  amountIn: fc.bigInt({ min: 2n, max: 3_000n }),
  zeroForOne: fc.boolean(),
  hasRouter: fc.boolean(),
});

describe("bestZap", () => {
  test("default: no part of a deposit into a pair mints more than a unit of it does", () => {
    fc.assert(
      fc.property(small, ({ reserve0, reserve1, totalSupply, amountIn, zeroForOne, hasRouter }) => {
        const router = hasRouter ? liquidity.router : null;
        const state: UniswapV2Pool = {
          ...{ ...sample, reserve0, reserve1 },
          liquidity: { ...liquidity, router, totalSupply, protocolFee: null },
        };
        let most = 0n;
        for (let part = 1n; part < amountIn; part++) {
          const swapped = quoteSwap(state, zeroForOne, part);
          if (!swapped.ok) continue;
          const [kept, bought] = [amountIn - part, swapped.amountOut];
          const minted = mint(swapped.next, zeroForOne ? [kept, bought] : [bought, kept]);
          if (minted.ok && minted.amountOut > most) most = minted.amountOut;
        }
        const quoted = quoteDeposit(state, zeroForOne, amountIn);
        const unit = totalSupply / (zeroForOne ? reserve0 : reserve1) + 1n;
        expect(quoted.ok ? quoted.amountOut : 0n).toBeGreaterThanOrEqual(most - unit);
        expect(quoted.ok).toBe(most > 0n);
        if (!quoted.ok) return;
        const part = takeShare(amountIn, swapShareX64(state, zeroForOne, amountIn));
        expect(quoteSwap(state, zeroForOne, part).ok).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test("default: nor of one into a pool of either curve", () => {
    fc.assert(
      fc.property(small, fc.boolean(), fc.constantFrom("v1", "v2"), (of, isStable, generation) => {
        const { reserve0, reserve1, totalSupply, amountIn, zeroForOne, hasRouter } = of;
        const router = hasRouter ? pool.router : null;
        const units = { unit0: 10n ** 6n, unit1: 10n ** 6n };
        const state = {
          ...{ ...pool, ...units, isStable, generation, router, totalSupply },
          ...{ reserve0: reserve0 * 1_000n, reserve1: reserve1 * 1_000n },
        } as const;
        let most = 0n;
        for (let part = 1n; part < amountIn; part++) {
          const swapped = swapInPool(state, zeroForOne, part);
          if (!swapped.ok) continue;
          const [kept, bought] = [amountIn - part, swapped.amountOut];
          const minted = solidly.mint(swapped.next, zeroForOne ? [kept, bought] : [bought, kept]);
          if (minted.ok && minted.amountOut > most) most = minted.amountOut;
        }
        const quoted = solidly.quoteDeposit(state, zeroForOne, amountIn);
        const unit = totalSupply / (zeroForOne ? state.reserve0 : state.reserve1) + 1n;
        expect(quoted.ok ? quoted.amountOut : 0n).toBeGreaterThanOrEqual(most - unit);
      }),
      { numRuns: 60 },
    );
  });

  test("behavior: more in mints no less, to the unit", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 4n, max: 10n ** 19n }),
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        fc.boolean(),
        (amountIn, more, zeroForOne) => {
          const mintedBy = (amount: bigint) => {
            const quoted = quoteDeposit(sample, zeroForOne, amount);
            return quoted.ok ? quoted.amountOut : 0n;
          };
          expect(mintedBy(amountIn + more)).toBeGreaterThanOrEqual(mintedBy(amountIn));
        },
      ),
      { numRuns: 500 },
    );
  });
});
