import { describe, expect, test } from "vitest";
import type { Leg } from "../../web/src/api/types.ts";
import { flowOf } from "../../web/src/views/swap/flow.ts";
import { layout } from "../../web/src/views/swap/layout.ts";

const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

function leg(tokenIn: string, tokenOut: string, amountIn: number, amountOut: number): Leg {
  return {
    ...{ venue: "uniswap-v3", action: "swap", pool: `${tokenIn}-${tokenOut}`, tokenIn, tokenOut },
    ...{ amountIn: String(amountIn), amountOut: String(amountOut), fee: 500, gas: "76000" },
  };
}

/** A quarter straight to c, the rest by way of b. */
const SPLIT = [leg("a", "b", 75, 300), leg("a", "c", 25, 100), leg("b", "c", 300, 310)];

describe("flowOf", () => {
  test("default", () => {
    const { nodes, links } = flowOf(SPLIT, "a");
    const shares = Object.fromEntries(nodes.map(({ id, share }) => [id, share]));
    expect(shares).toEqual({ a: 1, b: 0.75, c: 1, "pool-0": 0.75, "pool-1": 0.25, "pool-2": 0.75 });
    expect(links).toHaveLength(6);
  });

  test("behavior: wrapping is no hop of the picture, unless it is all there is", () => {
    const wrap: Leg = { ...leg(NATIVE, "a", 100, 100), action: "deposit", venue: "weth" };
    expect(flowOf([wrap, ...SPLIT], NATIVE)).toEqual(flowOf(SPLIT, "a"));
    expect(flowOf([wrap], NATIVE).links).toHaveLength(2);
  });

  test("behavior: what is sold partly wrapped and partly as it is starts at one token", () => {
    const wrap: Leg = { ...leg(NATIVE, "a", 60, 60), action: "deposit", venue: "weth" };
    const stake: Leg = { ...leg(NATIVE, "b", 40, 40), action: "deposit", venue: "lido" };
    const staked: Leg = { ...stake, amountOut: "39" };
    const flow = flowOf([wrap, leg("a", "c", 60, 90), staked, leg("b", "c", 39, 60)], NATIVE);
    const shares = Object.fromEntries(flow.nodes.map(({ id, share }) => [id, share]));
    expect(shares).toMatchObject({ a: 1, b: 0.4, c: 1 });
    const drawn = new Set(flow.nodes.map(({ id }) => id));
    for (const { source, target } of flow.links) {
      expect(drawn).toContain(source);
      expect(drawn).toContain(target);
    }
    expect(layout(flow, 700)).not.toBeNull();
  });
});

describe("layout", () => {
  test("default", () => {
    const picture = layout(flowOf(SPLIT, "a"), 700);
    const place = new Map(picture?.nodes.map((node) => [node.id, node]));
    const x = (id: string) => place.get(id)?.x ?? Number.NaN;
    expect(x("a")).toBeLessThan(x("pool-0"));
    expect(x("pool-0")).toBeLessThan(x("b"));
    expect(x("b")).toBeLessThan(x("pool-2"));
    expect(x("pool-2")).toBeLessThan(x("c"));
    expect(picture?.width).toBe(700);
    expect(picture?.links.every(({ path, width }) => path.startsWith("M") && width > 0)).toBe(true);
    // Three quarters are three times a quarter.
    const height = (id: string) => place.get(id)?.height ?? Number.NaN;
    expect(height("pool-0") / height("pool-1")).toBeCloseTo(3, 3);
  });

  test("behavior: a long route is wider than its place", () => {
    const long = ["a", "b", "c", "d", "e"].map((token, i, all) =>
      leg(token, all[i + 1] ?? "f", 1, 1),
    );
    expect(layout(flowOf(long, "a"), 300)?.width).toBeGreaterThan(300);
  });

  test("behavior: a circle has no picture", () => {
    const links = [
      { source: "a", target: "b", share: 1, venue: "v" },
      { source: "b", target: "a", share: 1, venue: "v" },
    ];
    const nodes = [
      { id: "a", share: 1 },
      { id: "b", share: 1 },
    ];
    expect(layout({ nodes, links }, 700)).toBeNull();
  });
});
