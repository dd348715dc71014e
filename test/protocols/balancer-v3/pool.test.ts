import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { factsOf, type Registration } from "../../../src/protocols/balancer-v3/admission.ts";
import { deployments } from "../../../src/protocols/balancer-v3/contracts.ts";
import { balancerV3 } from "../../../src/protocols/balancer-v3/index.ts";
import { share } from "../../../src/protocols/balancer-v3/liquidity.ts";
import { swapFeeAt } from "../../../src/protocols/balancer-v3/operations.ts";
import { edges, holdings, maxIn, quote } from "../../../src/protocols/balancer-v3/pool.ts";
import { isSame, read, registered } from "../../../src/protocols/balancer-v3/row-state.ts";
import type { BalancerV3Pool } from "../../../src/protocols/balancer-v3/state.ts";
import { unevenness } from "../../../src/protocols/balancer-v3/surge.ts";
import type { BlockContext, Edge, EdgeAction } from "../../../src/protocols/protocol.ts";
import { deepFreeze } from "../freeze.ts";
import { ratedPool, stablePool, surgePool, surgingPool, weightedPool } from "./sample.ts";

const at: BlockContext = { number: 2n, timestamp: 12n };
const ONE = 10n ** 18n;
const pools = deepFreeze([weightedPool, stablePool, ratedPool, surgePool]);

function edgeOf(state: BalancerV3Pool, action: EdgeAction, place = 0): Edge {
  const edge = edges(state).filter((each) => each.action === action)[place];
  if (edge === undefined) throw new Error(`no ${action}`);
  return edge;
}

describe("edges", () => {
  test("default: every pair both ways, and every token in and out", () => {
    expect(edges(stablePool)).toHaveLength(6 + 6);
    expect(edges({ ...weightedPool, supply: 0n })).toEqual([]);
  });

  test("behavior: a pool of proportional joins alone has swaps alone, and no share to enter", () => {
    const closed = { ...stablePool, takesSingle: false };
    expect(edges(closed).every(({ action }) => action === "swap")).toBe(true);
    expect(share(closed)).toBeNull();
  });
});

describe("quote", () => {
  test("behavior: a swap and back, or a deposit and back, never gains", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pools),
        fc.constantFrom<EdgeAction>("swap", "deposit"),
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        (state, action, amount) => {
          const edge = edgeOf(state, action);
          const there = quote(state, edge, amount, at);
          if (!there.ok) return;
          const back: Edge = {
            action: action === "swap" ? "swap" : "redeem",
            ...{ tokenIn: edge.tokenOut, tokenOut: edge.tokenIn },
          };
          const home = quote(there.next, back, there.amountOut, at);
          if (home.ok) expect(home.amountOut).toBeLessThanOrEqual(amount);
        },
      ),
    );
  });

  test("behavior: a paused pool keeps its edges and refuses", () => {
    const paused = { ...weightedPool, isPaused: true };
    expect(edges(paused)).toEqual(edges(weightedPool));
    for (const edge of edges(paused)) {
      expect(quote(paused, edge, ONE, at)).toEqual({ ok: false, reason: "paused" });
      expect(maxIn(paused, edge, at)).toBe(0n);
    }
  });

  test("behavior: what counts less than a million is too small", () => {
    const edge = edgeOf(weightedPool, "swap");
    expect(quote(weightedPool, edge, 999_999n, at)).toMatchObject({ reason: "amount-too-small" });
  });

  test("behavior: the growth of a taxed rate leaves the pool once", () => {
    const [first] = holdings(ratedPool);
    expect(first?.amount).toBeLessThan(ratedPool.balances[0] ?? 0n);
    const result = quote(ratedPool, edgeOf(ratedPool, "swap", 3), 10n ** 9n, at);
    if (!result.ok) throw new Error(result.reason);
    expect(holdings(result.next)[0]).toEqual(first);
    expect(result.next.balances[0]).toBe(first?.amount);
  });

  test("behavior: in recovery mode nothing leaves the pool", () => {
    const edge = edgeOf(weightedPool, "swap");
    const free = { ...weightedPool, aggregateSwapFeeWad: 0n };
    const [kept, taxed] = [free, weightedPool].map((state) => quote(state, edge, ONE, at));
    if (!kept?.ok || !taxed?.ok) throw new Error("no quote");
    expect(kept.amountOut).toBe(taxed.amountOut);
    expect(kept.next.balances[0]).toBe((weightedPool.balances[0] ?? 0n) + ONE);
    // Half of a hundredth.
    expect(taxed.next.balances[0]).toBe((weightedPool.balances[0] ?? 0n) + (ONE * 995n) / 1_000n);
  });
});

describe("swapFeeAt", () => {
  const feeOf = (state: BalancerV3Pool, indexIn: number, amountIn: bigint) =>
    swapFeeAt(state, { indexIn, indexOut: 1 - indexIn, amountIn }, at.timestamp);

  test("default: StableSurge charges more, the more uneven a swap leaves the pool", () => {
    expect(feeOf(surgePool, 0, 10n ** 10n)).toBe(surgePool.swapFeeWad);
    const [some = 0n, more = 0n] = [2n, 3n].map((part) => feeOf(surgePool, 0, part * 10n ** 12n));
    expect(some).toBeGreaterThan(surgePool.swapFeeWad);
    expect(more).toBeGreaterThan(some ?? 0n);
  });

  test("behavior: what makes an uneven pool more even pays no more, and may not overshoot", () => {
    expect(unevenness(surgingPool.lastLive)).toBeGreaterThan((ONE * 3n) / 10n);
    expect(feeOf(surgingPool, 1, 10n ** 12n)).toBe(surgingPool.swapFeeWad);
    expect(feeOf(surgingPool, 0, 10n ** 10n)).toBeGreaterThan(surgingPool.swapFeeWad);
    const most = maxIn(surgingPool, edgeOf(surgingPool, "swap", 1), at);
    expect(feeOf(surgingPool, 1, most)).toBe(surgingPool.swapFeeWad);
    expect(feeOf(surgingPool, 1, most + 10n ** 6n)).toBeGreaterThan(surgingPool.swapFeeWad);
  });

  test("behavior: joins and exits that make an uneven pool more uneven are refused", () => {
    const [worse, better] = [0, 1].map((place) => edgeOf(surgingPool, "deposit", place));
    if (worse === undefined || better === undefined) throw new Error("no deposits");
    expect(maxIn(surgingPool, worse, at)).toBeLessThan(10n ** 6n);
    expect(quote(surgingPool, better, 10n ** 9n, at).ok).toBe(true);
  });
});

describe("curve", () => {
  test("behavior: a fee that grows with the amount has none", () => {
    expect(balancerV3.curve?.(surgePool, edgeOf(surgePool, "swap"), at)).toBeNull();
    expect(balancerV3.curve?.(stablePool, edgeOf(stablePool, "swap"), at)).not.toBeNull();
  });
});

const contracts = deployments[0]?.chains[1]?.contracts;
if (contracts === undefined) throw new Error("no contracts on chain 1");
const no = false;
const registration: Registration = {
  pool: "0x00000000000000000000000000000000000000D1",
  factory: contracts.stable.last[1] ?? contracts.vault,
  tokenConfig: surgePool.tokens.map((token, i) => ({
    ...{ token, tokenType: i, paysYieldFees: true },
    rateProvider: "0x00000000000000000000000000000000000000AA",
  })),
  hooksConfig: {
    ...{ shouldCallComputeDynamicSwapFee: true, shouldCallBeforeSwap: no, shouldCallAfterSwap: no },
    ...{ shouldCallBeforeAddLiquidity: no, shouldCallAfterAddLiquidity: true },
    ...{ shouldCallBeforeRemoveLiquidity: no, shouldCallAfterRemoveLiquidity: true },
    hooksContract: contracts.surgeHooks[1] ?? contracts.vault,
  },
  liquidityManagement: { disableUnbalancedLiquidity: false },
};

describe("factsOf", () => {
  const factsFor = (change: Partial<Registration>) =>
    factsOf(1, contracts.vault, { ...registration, ...change });

  test("default: a pool of a known factory, by lower-case addresses", () => {
    expect(factsFor({})).toMatchObject({
      ...{ kind: "stable", isLastVersion: true, surgeHook: contracts.surgeHooks[1] },
      ...{ address: "0x00000000000000000000000000000000000000d1", isTaxed: [false, true] },
    });
  });

  test("behavior: no other factory, and no other hook that may change amounts", () => {
    const { hooksConfig } = registration;
    expect(factsFor({ factory: contracts.vault })).toBeNull();
    expect(
      factsFor({ hooksConfig: { ...hooksConfig, hooksContract: contracts.vault } }),
    ).toBeNull();
    expect(factsFor({ factory: contracts.weighted.last[0] ?? contracts.vault })).toBeNull();
    const idle = { ...hooksConfig, hooksContract: contracts.vault };
    for (const flag of Object.keys(hooksConfig)) {
      if (flag !== "hooksContract") Object.assign(idle, { [flag]: false });
    }
    expect(factsFor({ hooksConfig: idle })).toMatchObject({ surgeHook: null });
  });
});

describe("read", () => {
  test("behavior: a pool that does not answer is paused, and nothing else changes", () => {
    const facts = factsOf(1, contracts.vault, registration);
    if (facts === null) throw new Error("no facts");
    const row = registered(1, facts, 5);
    const silent = read(row, null, { block: 6, timestamp: 12 });
    expect(silent).toEqual({ ...row, isPaused: true, updatedBlock: 6 });
    expect(isSame(row, { ...row, updatedBlock: 9 })).toBe(true);
    expect(isSame(row, silent)).toBe(false);
  });
});
