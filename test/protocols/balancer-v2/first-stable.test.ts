import { describe, expect, test } from "vitest";
import { maxIn } from "../../../src/protocols/balancer-v2/capacity.ts";
import { ONE } from "../../../src/protocols/balancer-v2/fixed-point.ts";
import { edges, quote } from "../../../src/protocols/balancer-v2/pool.ts";
import type { BalancerV2Pool } from "../../../src/protocols/balancer-v2/state.ts";
import type { Edge, EdgeAction } from "../../../src/protocols/protocol.ts";
import { firstStablePool, metaStablePool } from "./sample.ts";

const at = { number: 2n, timestamp: 12n };

function edgeOf(state: BalancerV2Pool, action: EdgeAction): Edge {
  const edge = edges(state).find((each) => each.action === action);
  if (edge === undefined) throw new Error(`no ${action}`);
  return edge;
}

describe("quote", () => {
  test("behavior: the first version pays the protocol in a stable pool's largest balance", () => {
    const edge = edgeOf(firstStablePool, "deposit");
    const quoted = quote(firstStablePool, edge, 10n ** 18n, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    const { supply, balances } = quoted.next;
    expect(supply).toBe(firstStablePool.supply + quoted.amountOut);
    expect(balances[0]).toBe((firstStablePool.balances[0] ?? 0n) + 10n ** 18n);
    expect(balances[1]).toBe(firstStablePool.balances[1]);
    // Half of a 10,000th of what the pool is worth.
    const paid = (firstStablePool.balances[2] ?? 0n) - (balances[2] ?? 0n);
    expect(paid).toBeGreaterThan(620n * 10n ** 6n);
    expect(paid).toBeLessThan(640n * 10n ** 6n);
  });

  test("behavior: a stable pool counts at the rate that it keeps, or of now", () => {
    const edge = edgeOf(metaStablePool, "swap");
    const kept = {
      ...metaStablePool,
      rates: metaStablePool.rates.map((r) => r && { ...r, expires: 12n }),
    };
    const [then, now] = [kept, metaStablePool].map((state) => {
      const quoted = quote(state, edge, 10n ** 21n, at);
      if (!quoted.ok || quoted.next.kind !== "stable") throw new Error("no quote");
      return quoted;
    });
    const ratio = Number(now?.amountOut) / Number(then?.amountOut);
    expect(ratio).toBeCloseTo(1.11 / 1.1, 3);
    expect(now?.next).toMatchObject({
      rates: [{ kept: (ONE * 111n) / 100n, expires: 612n }, null],
    });
  });
});

describe("maxIn", () => {
  test("behavior: an uneven pool of the first version takes what it can compute", () => {
    const [first = 0n, ...others] = firstStablePool.balances;
    for (const skew of [1n, 5n, 30n, 1_000n]) {
      const balances = [first * skew, ...others];
      const state = { ...firstStablePool, balances, lastInvariant: 0n, protocolFeeWad: 0n };
      for (const edge of edges(state)) {
        const most = maxIn(state, edge, at);
        expect(most).toBeGreaterThan(0n);
        expect(quote(state, edge, most, at).ok).toBe(true);
      }
    }
  });

  test("behavior: nothing where the invariant of all balances does not come to an end", () => {
    const balances = [84_219_487_000n, 27_325_011n * 10n ** 9n];
    const amplification = { ...metaStablePool.amplification, endValue: 50_000n };
    const uneven = { ...metaStablePool, balances, amplification, scales: [1n, 1n] };
    const state = { ...uneven, rates: [null, null] };
    for (const edge of edges(state)) expect(maxIn(state, edge, at)).toBe(0n);
  });
});
