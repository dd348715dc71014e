import { describe, expect, test } from "vitest";
import { CONTENTS } from "../../../devnet/contents/index.ts";
import type { DevnetToken } from "../../../devnet/manifest.ts";
import { tickSpacing } from "../../../devnet/market/pool-plan.ts";

function usd(token: DevnetToken, amount: bigint): number {
  return (Number(amount) / 10 ** token.decimals) * token.priceUsd;
}

describe.each([1, 80094, 8453, 43114] as const)("plan of chain %i", (chainId) => {
  const { plan: planMarket, tokens } = CONTENTS[chainId];
  const plan = planMarket(tokens());

  test("default", () => {
    expect(plan).toEqual(planMarket(tokens()));
  });

  test("behavior: no factory is asked for a pool twice", () => {
    const v2 = plan.v2.map(({ venue, tokenA, tokenB }) =>
      [venue.factory, ...[tokenA.address, tokenB.address].sort()].join(),
    );
    const v3 = plan.v3.map(({ venue, token0, token1, fee }) =>
      [venue.factory, token0.address, token1.address, fee].join(),
    );
    expect(new Set([...v2, ...v3]).size).toBe(v2.length + v3.length);
  });

  test("behavior: pairs hold the same value on both sides, within the depth classes", () => {
    for (const pool of plan.v2.filter(({ recorded }) => !recorded)) {
      const [a, b] = [usd(pool.tokenA, pool.amountA), usd(pool.tokenB, pool.amountB)];
      expect(Math.abs(a / b - 1)).toBeLessThan(1e-4);
      expect(a + b).toBeGreaterThan(49_000);
      expect(a + b).toBeLessThan(10_000_001);
    }
  });

  test("behavior: positions lie on the tick grid around the price", () => {
    for (const pool of plan.v3.filter(({ recorded }) => !recorded)) {
      const spacing = tickSpacing(pool.fee);
      const tick = Math.log((Number(pool.sqrtPriceX96) / 2 ** 96) ** 2) / Math.log(1.0001);
      expect(BigInt(pool.token0.address)).toBeLessThan(BigInt(pool.token1.address));
      for (const { lower, upper, liquidity } of pool.ranges) {
        expect([Math.abs(lower % spacing), Math.abs(upper % spacing)]).toEqual([0, 0]);
        expect(lower).toBeLessThanOrEqual(tick);
        expect(upper).toBeGreaterThan(tick);
        expect(liquidity).toBeGreaterThan(0n);
      }
    }
  });

  test("behavior: recorded pools stand within their fee of the tokens' prices", () => {
    for (const pool of plan.v3.filter(({ recorded }) => recorded)) {
      const price = (Number(pool.sqrtPriceX96) / 2 ** 96) ** 2;
      const scale = 10 ** (pool.token1.decimals - pool.token0.decimals);
      const target = (pool.token0.priceUsd / pool.token1.priceUsd) * scale;
      expect(Math.abs(Math.log(price / target))).toBeLessThan(pool.fee / 1e6);
    }
  });
});
