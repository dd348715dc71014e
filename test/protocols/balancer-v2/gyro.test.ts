import fc from "fast-check";
import { type Address, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { maxIn } from "../../../src/protocols/balancer-v2/capacity.ts";
import { ellipseNumbers } from "../../../src/protocols/balancer-v2/ellipse.ts";
import { ONE } from "../../../src/protocols/balancer-v2/fixed-point.ts";
import { burn, mint, share } from "../../../src/protocols/balancer-v2/liquidity.ts";
import { edges, quote, sharePrice } from "../../../src/protocols/balancer-v2/pool.ts";
import { rowState } from "../../../src/protocols/balancer-v2/row-state.ts";
import {
  balanceChanged,
  described,
  type PoolRow,
  registered,
  tokensRegistered,
  transferred,
  unregistered,
} from "../../../src/protocols/balancer-v2/transitions.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";
import { deepFreeze } from "../freeze.ts";
import { eclpPool, steepPool, twoClpPool } from "./sample.ts";

const at: BlockContext = { number: 2n, timestamp: 12n };
const pools = deepFreeze([eclpPool, steepPool, twoClpPool]);
const { c, s, alpha, beta, lambda, ...derived } = eclpPool.ellipse;
const shape = ellipseNumbers([{ alpha, beta, c, s, lambda }, derived]);
const PROVIDER = "0x00000000000000000000000000000000000000f1";

function made(rateProviders: readonly (typeof PROVIDER | typeof zeroAddress)[]): PoolRow {
  const { address, id: poolId, vault, slug, tokens } = eclpPool;
  const named = registered(unregistered(address, 1), { poolId, vault, slug }, 1);
  const facts = {
    ...({ kind: "eclp", paysTokens: false, weights: [], yieldExempt: [] } as const),
    ...{ scalingFactors: eclpPool.scales.map((scale) => scale * ONE), rateProviders, shape },
  };
  return described(tokensRegistered(named, tokens, 1), facts, 1);
}

/** As the vault and the pool tell of a join or exit. */
function moved(row: PoolRow, deltas: readonly bigint[], shares: bigint): PoolRow {
  const [from, to]: readonly [Address, Address] =
    shares > 0n ? [zeroAddress, PROVIDER] : [PROVIDER, zeroAddress];
  const minted = transferred(row, { from, to, value: shares < 0n ? -shares : shares } as const, 2);
  const log = { deltas, protocolFeeAmounts: [0n, 0n] };
  return balanceChanged(minted, log, { block: 2, timestamp: 100 });
}

describe("edges", () => {
  test("default: swaps alone, as tokens are taken and paid in proportion", () => {
    for (const pool of pools) {
      expect(edges(pool).map(({ action }) => action)).toEqual(["swap", "swap"]);
      expect(share(pool)).toBeNull();
    }
    expect(edges({ ...eclpPool, supply: 0n })).toEqual([]);
  });

  test("behavior: none where a rate leaves nothing, or more than the contract counts", () => {
    const balances = [5n * 10n ** 17n, 10n ** 5n];
    for (const pool of pools) expect(edges({ ...pool, balances, rates: [1n, 1n] })).toEqual([]);
    expect(edges({ ...eclpPool, rates: [2n ** 96n - 1n, null] })).toEqual([]);
  });

  test("behavior: also where a unit counts less than one of 18 decimals", () => {
    expect(edges({ ...eclpPool, rates: [ONE / 2n, null] })).toHaveLength(2);
  });
});

describe("quote", () => {
  test("behavior: a swap and back never gains, and none lowers the share price", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pools),
        fc.nat({ max: 1 }),
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        (pool, way, amount) => {
          const [edge, back] = way === 0 ? edges(pool) : [...edges(pool)].reverse();
          if (edge === undefined || back === undefined) throw new Error("no edges");
          const first = quote(pool, edge, amount, at);
          fc.pre(first.ok);
          expect(sharePrice(first.next, 12n)).toBeGreaterThanOrEqual(sharePrice(pool, 12n));
          const second = quote(first.next, back, first.amountOut, at);
          if (second.ok) expect(second.amountOut).toBeLessThan(amount);
        },
      ),
    );
  });

  test("behavior: a rate that grows buys more", () => {
    const [edge] = edges(eclpPool) as [Edge];
    const quoted = quote(eclpPool, edge, 10n ** 20n, at);
    const grown = quote({ ...eclpPool, rates: [ONE + ONE / 16n, null] }, edge, 10n ** 20n, at);
    if (!quoted.ok || !grown.ok) throw new Error("no quote");
    expect(grown.amountOut).toBeGreaterThan(quoted.amountOut);
  });

  test("error: insufficient-liquidity above what is offered, which works", () => {
    for (const pool of pools) {
      for (const edge of edges(pool)) {
        const most = maxIn(pool, edge, at);
        const quoted = quote(pool, edge, most, at);
        if (!quoted.ok) throw new Error(quoted.reason);
        const left = quoted.next.balances[pool.tokens.indexOf(edge.tokenOut)] ?? 0n;
        expect(left).toBeGreaterThan(0n);
        const reason = "insufficient-liquidity";
        expect(quote(pool, edge, most + 1n, at)).toEqual({ ok: false, reason });
      }
    }
  });

  test("error: amount-too-small, paused, and nothing beyond what the contract counts", () => {
    const [edge] = edges(eclpPool) as [Edge];
    expect(quote(eclpPool, edge, 1n, at)).toEqual({ ok: false, reason: "amount-too-small" });
    for (const paused of [{ pausedUntil: 12 }, { vaultPausedUntil: 12 }]) {
      const state = { ...eclpPool, ...paused };
      expect(quote(state, edge, 10n ** 18n, at)).toEqual({ ok: false, reason: "paused" });
      expect(maxIn(state, edge, at)).toBe(0n);
    }
    const huge = { ...steepPool, balances: [10n ** 34n, 10n ** 20n] };
    expect(maxIn(huge, edge, at)).toBe(0n);
    expect(quote(huge, edge, 10n ** 18n, at).ok).toBe(false);
  });

  test("error: nothing where numbers outgrow the contract's words, or there is no range", () => {
    const [edge] = edges(twoClpPool) as [Edge];
    const strange = [
      { balances: [2n ** 111n, 2n ** 111n], scales: [10n ** 12n, 10n ** 12n] },
      { range: { sqrtAlpha: ONE, sqrtBeta: ONE } },
      { range: { sqrtAlpha: 2n ** 255n, sqrtBeta: 2n ** 256n - 1n } },
    ];
    for (const change of strange) {
      const state = { ...twoClpPool, ...change };
      expect(maxIn(state, edge, at)).toBe(0n);
      expect(quote(state, edge, 10n ** 18n, at).ok).toBe(false);
      expect(sharePrice(state, 12n)).toBe(0n);
    }
  });

  test("error: shares are refused whatever is asked", () => {
    expect(mint(eclpPool, [10n ** 18n, 10n ** 6n], at).ok).toBe(false);
    expect(burn(eclpPool, 10n ** 18n, at).ok).toBe(false);
  });
});

describe("rowState", () => {
  test("default: as the row says, with what providers said", () => {
    const row = moved(made([PROVIDER, zeroAddress]), eclpPool.balances, eclpPool.supply);
    const live = { ...row, liveRates: [eclpPool.rates[0] ?? 0n, 0n] };
    const { lastInvariant, pausedUntil } = eclpPool;
    expect(rowState(live)).toMatchObject({
      ...{ kind: "eclp", ellipse: eclpPool.ellipse, rates: eclpPool.rates },
      ...{ balances: eclpPool.balances, supply: eclpPool.supply + 1_000_000n },
      ...{ lastInvariant, pausedUntil, protocolFeeWad: 0n },
    });
  });

  test("behavior: none while a provider has not answered", () => {
    const row = moved(made([PROVIDER, zeroAddress]), eclpPool.balances, eclpPool.supply);
    expect(rowState(row)).toBeNull();
    expect(rowState({ ...row, liveRates: [0n, 0n] })).toBeNull();
    expect(rowState(made([zeroAddress, zeroAddress]))).toMatchObject({ rates: [null, null] });
  });
});

describe("balanceChanged", () => {
  test("default: shares are locked up once, later joins and exits leave what they moved", () => {
    const first = moved(made([]), eclpPool.balances, 10n ** 24n);
    expect(first.totalSupply).toBe(10n ** 24n + 1_000_000n);
    const second = moved(first, [10n ** 18n, 10n ** 6n], 10n ** 18n);
    const third = moved(second, [-(10n ** 18n), -(10n ** 6n)], -(10n ** 18n));
    expect(second.totalSupply).toBe(first.totalSupply + 10n ** 18n);
    expect(third).toMatchObject({ totalSupply: first.totalSupply, balances: first.balances });
    expect(third).toMatchObject({ lastInvariant: 0n, settledSupply: first.totalSupply });
    expect(third.sinceTimestamp).toBe(100);
  });
});
