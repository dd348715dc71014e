import { encodeAbiParameters, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Ask } from "../../../src/catalog/live/aggregate.ts";
import { curveFactory } from "../../../src/protocols/curve-factory/index.ts";
import { namedPool } from "../../../src/protocols/curve-factory/named.ts";
import { factsOfNamed, readPools } from "../../../src/protocols/curve-factory/reading.ts";
import { moved } from "../../../src/protocols/curve-factory/share-balance.ts";
import { poolState } from "../../../src/protocols/curve-factory/states.ts";
import { computeD } from "../../../src/protocols/curve-stableswap/invariant.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { nativePool, sharedPool } from "./sample.ts";

const E18 = 10n ** 18n;
const at = { number: 2n, timestamp: 1_800_000_000n };
const [ETHER, STETH] = sharedPool.coins;
if (ETHER === undefined || STETH === undefined) throw new Error("Two coins are meant.");
const { shareBalance: held } = sharedPool;
if (held === undefined) throw new Error("The sample has shares.");

const edge = (action: Edge["action"], tokenIn = ETHER, tokenOut = STETH): Edge => {
  return { action, tokenIn, tokenOut };
};

describe("moved", () => {
  const before = sharedPool.balances[1] ?? 0n;

  test("default: whole shares move, and what they are worth less stays with who sends", () => {
    const amount = E18;
    const paid = moved(held, { before, after: before - amount, moved: -amount });
    expect(paid.held.shares).toBe(
      held.shares - (amount * held.internalShares) / held.internalEther,
    );
    expect(paid.held.adminBalance).toBe(held.adminBalance);
    const kept = paid.balance - (before - amount);
    expect(kept).toBeGreaterThanOrEqual(0n);
    expect(kept).toBeLessThanOrEqual(2n);
    const taken = moved(held, { before, after: before + amount, moved: amount });
    expect(before + amount - taken.balance).toBeLessThanOrEqual(2n);
  });

  test("behavior: what counts less than what is left is the admin's", () => {
    const paid = moved(held, { before, after: before - E18 - 7n, moved: -E18 });
    expect(paid.held.adminBalance).toBe(held.adminBalance + 7n);
  });
});

describe("quote", () => {
  test("default: what arrives of stETH by way of another account", () => {
    const quote = curveFactory.quote(sharedPool, edge("swap"), E18, at);
    const plain = { ...sharedPool, shareBalance: undefined };
    const nominal = curveFactory.quote(plain, edge("swap"), E18, at);
    if (!quote.ok || !nominal.ok) throw new Error("Both are meant to be quoted.");
    expect(nominal.amountOut - quote.amountOut).toBeGreaterThanOrEqual(0n);
    expect(nominal.amountOut - quote.amountOut).toBeLessThanOrEqual(4n);
    expect(quote.gas).toBeGreaterThan(nominal.gas);
  });

  test("behavior: of ether it is what the pool pays", () => {
    const swap = edge("swap", STETH, ETHER);
    const quote = curveFactory.quote(sharedPool, swap, E18, at);
    const plain = { ...sharedPool, shareBalance: undefined };
    const nominal = curveFactory.quote(plain, swap, E18, at);
    expect(quote.ok && quote.amountOut).toBe(nominal.ok && nominal.amountOut);
  });

  test("error: amount-too-small where no share arrives", () => {
    const quote = curveFactory.quote(sharedPool, edge("swap"), 2n, at);
    expect(quote).toEqual({ ok: false, reason: "amount-too-small" });
  });

  test("behavior: only the pool of shares trades a token that rounds", () => {
    expect(curveFactory.roundingTokens?.(sharedPool)).toEqual([STETH]);
    expect(curveFactory.roundingTokens?.(nativePool)).toEqual([]);
  });

  test("behavior: the operation measures what arrives of stETH", () => {
    const { swap, redeem } = curveFactory.actions;
    expect(swap?.(sharedPool, edge("swap"), E18)).toMatchObject({ amountOut: { from: "gain" } });
    const out = edge("redeem", sharedPool.lpToken, STETH);
    expect(redeem?.(sharedPool, out, E18)).toMatchObject({ amountOut: { from: "gain" } });
    const ether = edge("swap", STETH, ETHER);
    expect(swap?.(sharedPool, ether, E18)).toMatchObject({ amountOut: { from: "return" } });
  });
});

describe("computeD", () => {
  test("behavior: code that adds a unit comes to more, in pools of next to nothing alone", () => {
    const code = { a: 3_000n, aPrecision: 100n, dividesAtOnce: false };
    expect(computeD([5n, 3_000n], { ...code, addsUnit: true })).toBe(1_728n);
    expect(computeD([5n, 3_000n], code)).toBe(1_690n);
    const held = [3_000n * E18, 2_000n * E18];
    expect(computeD(held, { ...code, addsUnit: true })).toBe(computeD(held, code));
  });
});

describe("readPools", () => {
  const named = namedPool(sharedPool.address);
  if (named === undefined) throw new Error("The pool is named.");
  const facts = factsOfNamed(named);
  const told = [
    ...[sharedPool.supply, 1_000_000n, 5_000_000_000n, 3_000n, 3_000n, 0n, 0n],
    ...sharedPool.balances,
    ...[held.adminBalance, held.shares, 0n],
    ...[held.internalEther + 5n * E18, held.internalShares + 4n * E18, 5n * E18, 4n * E18],
  ];
  const word = (value: bigint): Hex => encodeAbiParameters([{ type: "uint256" }], [value]);
  const reading = async (changes: Readonly<Record<number, bigint | null>> = {}) => {
    const all: readonly (bigint | null)[] = told.map((value, place) => {
      const change = changes[place];
      return change === undefined ? value : change;
    });
    const ask: Ask = async (views) =>
      views.map((_, i) => (all[i] == null ? null : word(all[i] ?? 0n)));
    return (await readPools(ask, [facts]))[0];
  };

  test("default: the pool's shares, the admin's part, and Lido's own ether and shares", async () => {
    const found = await reading();
    if (found == null) throw new Error("The pool answers.");
    const { shares, adminBalance, internalEther, internalShares } = held;
    expect(found.shareBalance).toEqual([shares, adminBalance, internalEther, internalShares]);
    expect(found.rates).toEqual([E18, E18]);
    const row = { ...found, ...facts, coins: [...facts.coins], slug: "curve-eth" };
    const seen = { sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 };
    expect(poolState({ ...row, ...seen, updatedBlock: 1 })).toMatchObject({
      shareBalance: held,
      addsUnit: true,
    });
  });

  test("behavior: versions before the third have no external shares", async () => {
    const { internalEther, internalShares } = held;
    const found = await reading({ 12: internalEther, 13: internalShares, 14: null, 15: null });
    expect(found?.shareBalance.slice(2)).toEqual([held.internalEther, held.internalShares]);
  });

  test("behavior: not traded while stETH does not move, or where balances do not follow", async () => {
    const changes: readonly (readonly [number, bigint | null])[] = [
      ...([
        [11, 1n],
        [11, null],
        [10, held.shares + 9n],
        [12, null],
        [13, 0n],
      ] as const),
    ];
    for (const [place, answer] of changes) {
      const found = await reading({ [place]: answer });
      expect(found, String(place)).toBeNull();
    }
  });
});
