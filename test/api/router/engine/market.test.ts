import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../../src/api/graph/memory.ts";
import type { GraphEdge, Snapshot } from "../../../../src/api/graph/snapshot.ts";
import { createMarket, type Market, marketOf } from "../../../../src/api/router/engine/market.ts";
import { curveStableswap } from "../../../../src/protocols/curve-stableswap/index.ts";
import type { CurvePool } from "../../../../src/protocols/curve-stableswap/pool.ts";
import type { PoolState } from "../../../../src/protocols/protocol.ts";
import type { UniswapV2Pool } from "../../../../src/protocols/uniswap-v2/pool.ts";
import { threePool } from "../../../protocols/curve-stableswap/sample.ts";
import { addressOf, createStates, marketOf as snapshotOfStates } from "../market.ts";
import { ONE } from "../requests.ts";

const TOKENS = 12;
const AMOUNTS = [1e6, 1e15, 1e18, 1e20];

/**
 * A pool of three connectors whose amplification moves with time, so that its curves are a block's.
 */
const ramping: CurvePool = {
  ...threePool,
  coins: [1, 2, 3].map((n) => addressOf("token", n)),
  rates: [ONE, ONE, ONE],
  balances: [40_000n * ONE, 50_000n * ONE, 60_000n * ONE],
  supply: 150_000n * ONE,
  ...{ initialA: 200n, futureA: 2_000n },
  ...{ initialATime: 1_600_000_000n, futureATime: 1_800_000_000n },
};

function firstSnapshot(): Snapshot {
  const states: readonly HeldState[] = createStates({ seed: 8, tokens: TOKENS, pools: 40 });
  return snapshotOfStates([...states, { protocol: curveStableswap, state: ramping }], TOKENS);
}

/**
 * The snapshot of the next block, in which some pools' states are others; edges that trade none of
 * them are the same objects.
 */
function nextSnapshot(snapshot: Snapshot, changed: ReadonlyMap<string, PoolState>): Snapshot {
  const touched = new Map<GraphEdge["tokenIn"], readonly GraphEdge[]>();
  for (const [token, list] of snapshot.edges) {
    const isTouched = list.some(({ state }) => changed.has(state.id));
    const renewed = list.map((edge) => {
      const state = changed.get(edge.state.id);
      return state === undefined ? edge : { ...edge, state };
    });
    if (isTouched) touched.set(token, renewed);
  }
  const { number, timestamp } = snapshot.next;
  const edges = snapshot.edges.with(touched);
  return { ...snapshot, edges, next: { number: number + 1n, timestamp: timestamp + 1_000_000n } };
}

function v2Pools(snapshot: Snapshot, count: number): readonly UniswapV2Pool[] {
  const isPair = (state: PoolState): state is UniswapV2Pool => "reserve0" in state;
  return [...snapshot.pools.values()].filter(isPair).slice(0, count);
}

/** A market in plain data; curves as what they say at some amounts. */
function plain({ layout, core, coreEdges, dated }: Market) {
  const { curves, ...columns } = core;
  const { numbers, places } = layout;
  const says = curves.map((curve) => AMOUNTS.map((x) => [curve.output(x), curve.marginal(x)]));
  return { numbers, places, columns, says, coreEdges, dated };
}

describe("marketOf", () => {
  test("default: the market of the next block equals one made from nothing", () => {
    let snapshot = firstSnapshot();
    expect(marketOf(snapshot).dated.length).toBe(6);
    for (let block = 0; block < 5; block++) {
      const before = marketOf(snapshot);
      const changed = v2Pools(snapshot, 10).map((pool, n): [string, UniswapV2Pool] => [
        pool.id,
        { ...pool, reserve0: pool.reserve0 + BigInt(n + 1) * ONE },
      ]);
      snapshot = nextSnapshot(snapshot, new Map(changed));
      const market = marketOf(snapshot);
      expect(market.layout).toBe(before.layout);
      expect(plain(market)).toEqual(plain(createMarket(snapshot)));
      expect(plain(market).says).not.toEqual(plain(before).says);
    }
  });

  test("behavior: a snapshot of other pools between common tokens gets a market of its own", () => {
    const snapshot = firstSnapshot();
    const before = marketOf(snapshot);
    const { numbers } = before.layout;
    const isCore = ({ tokenIn, tokenOut }: GraphEdge) =>
      numbers.has(tokenOut) && numbers.get(tokenOut) !== numbers.get(tokenIn);
    const [token, list] =
      [...snapshot.edges].find(
        ([from, edges]) => numbers.has(from) && edges.filter(isCore).length > 1,
      ) ?? [];
    const core = list?.find(isCore);
    if (token === undefined || list === undefined || core === undefined) {
      throw new Error("no common token trades two others");
    }
    const without = (out: GraphEdge) =>
      snapshot.edges.with(new Map([[token, list.filter((edge) => edge !== out)]]));
    const other = { ...snapshot, edges: without(core) };
    for (const [from, to] of [
      [snapshot, other],
      [other, snapshot],
    ] as const) {
      const { layout } = marketOf({ ...from });
      const market = marketOf({ ...to });
      expect(market.layout).not.toBe(layout);
      expect(plain(market)).toEqual(plain(createMarket(to)));
    }
  });

  test("behavior: pools of other tokens come and go without a new market", () => {
    const snapshot = firstSnapshot();
    const { layout } = marketOf(snapshot);
    const { numbers } = layout;
    const thinned = [...numbers.keys()].map((token) => {
      const list = snapshot.edges.get(token) ?? [];
      const kept = list.filter(({ tokenOut }, i) => numbers.has(tokenOut) || i % 2 === 0);
      return [token, kept] as const;
    });
    const fewer = { ...snapshot, edges: snapshot.edges.with(new Map(thinned)) };
    expect(fewer.edges.get(addressOf("token", 0))).not.toEqual(
      snapshot.edges.get(addressOf("token", 0)),
    );
    for (const next of [fewer, { ...snapshot }]) {
      const market = marketOf(next);
      expect(market.layout).toBe(layout);
      expect(plain(market)).toEqual(plain(createMarket(next)));
    }
  });
});
