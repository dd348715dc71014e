import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import { basesOf } from "../../../src/api/router/bases.ts";
import { findRoute } from "../../../src/api/router/find-route.ts";
import { residualState } from "../../../src/api/router/residual.ts";
import { curveMeta } from "../../../src/protocols/curve-meta/index.ts";
import type { CurveMetaPool } from "../../../src/protocols/curve-meta/pool.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";
import { virtualPrice } from "../../../src/protocols/curve-stableswap/reserves.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { fraxThreeCrv } from "../../protocols/curve-meta/sample.ts";
import { threePool } from "../../protocols/curve-stableswap/sample.ts";
import { addressOf, createStates, marketOf, v2Pool } from "./market.ts";
import { NO_GAS, ONE, request } from "./requests.ts";

const [COIN, SHARE] = [4, 5];
const E18 = 10n ** 18n;

const base: CurvePool = {
  ...threePool,
  coins: [1, 6, 7].map((n) => addressOf("token", n)),
  rates: [E18, E18, E18],
  balances: [9_000_000n * E18, 8_000_000n * E18, 11_000_000n * E18],
  supply: 27_000_000n * E18,
  lpToken: addressOf("token", SHARE),
};
const meta: CurveMetaPool = {
  ...fraxThreeCrv,
  coins: [addressOf("token", COIN), base.lpToken],
  basePool: base.address,
  base,
};

/** A market with a connector in the base pool; the coin has a thin pool with it besides. */
function snapshot() {
  const thin = { a: COIN, b: 1, priceA: 1, priceB: 1, tvlUsd: 2_000 };
  const held: readonly HeldState[] = [
    { protocol: curveStableswap, state: base },
    { protocol: curveMeta, state: meta },
    { protocol: uniswapV2, state: v2Pool(900, thin) },
  ];
  return marketOf([...createStates({ seed: 1, tokens: 4, pools: 8 }), ...held], 8);
}

describe("basesOf", () => {
  test("default: the shares that metapools trade a token for, not what they trade shares for", () => {
    const of = (n: number) => basesOf(snapshot(), addressOf("token", n));
    expect(of(COIN)).toEqual({ tokens: new Set([base.lpToken]), depth: 1 });
    expect(of(SHARE)).toEqual({ tokens: new Set(), depth: 0 });
    expect(of(1)).toEqual({ tokens: new Set(), depth: 0 });
  });
});

describe("findRoute", () => {
  test("behavior: a metapool's coin is bought and sold through the base pool's share", () => {
    for (const [from, to] of [
      [COIN, 1],
      [1, COIN],
    ] as const) {
      const found = findRoute(snapshot(), request(from, to, 10_000n * ONE), NO_GAS);
      if (!found.ok) throw new Error("There is a route.");
      const hops = found.route.hops.map(({ edge }) => edge.state.id);
      expect(hops).toContain(base.address);
      expect(hops).toContain(meta.address);
    }
  });
});

describe("residualState", () => {
  test("behavior: a metapool is as the trades before leave its base pool", () => {
    const own = [...snapshot().edges.values()].flat().find(({ state }) => state.id === meta.id);
    if (own === undefined) throw new Error("The metapool is traded.");
    const traded = { ...base, balances: base.balances.map((balance) => balance + 10n * E18) };
    const after = residualState(own, new Map([[base.id, traded]])) as CurveMetaPool;
    if (after.base === null) throw new Error("The base pool is known.");
    const at = 1_800_000_000n;
    expect(virtualPrice(after.base, at)).toBe(virtualPrice(traded, at));
    expect(virtualPrice(after.base, at)).toBeGreaterThan(virtualPrice(base, at));
    expect(residualState(own, new Map())).toBe(own.state);
  });
});
