import { describe, expect, test } from "vitest";
import { edges } from "../../../src/protocols/liquidity-book/pool.ts";
import { ID_OF_ONE } from "../../../src/protocols/liquidity-book/price.ts";
import {
  type InfinityBinPool,
  maxIn,
  quote,
} from "../../../src/protocols/pancakeswap-infinity-bin/pool.ts";
import {
  binOfRow,
  binRow,
  binsChanged,
  deposited,
  donated,
  type ListedBin,
  mayBeLeft,
  type PoolChange,
  swappedBins,
  UNUSED_BIN,
  withdrawn,
} from "../../../src/protocols/pancakeswap-infinity-bin/transitions.ts";
import { samples } from "./sample.ts";

const held = (reserveX: bigint, reserveY: bigint, isListed = true): ListedBin => ({
  ...{ reserveX, reserveY, isListed },
});
const POOL: PoolChange = {
  ...{ activeId: ID_OF_ONE, reserveX: 5n, reserveY: 7n, totalX: 50n, totalY: 70n },
  ...{ binsBlock: 3, updatedBlock: 4 },
};

describe("swappedBins", () => {
  /** The bins that a trade of a state goes through, as a log and an index would have them. */
  function passed(state: InfinityBinPool, next: InfinityBinPool, swapForY: boolean) {
    const [low, high] = [state.activeId, next.activeId].sort((a, b) => a - b) as [number, number];
    const ids = [...state.bins.ids].filter((id) => low <= id && id <= high);
    if (swapForY) ids.reverse();
    return ids.map((id) => {
      const at = state.bins.ids.indexOf(id);
      const bin = state.changed.get(id) ?? state.bins.bins[at];
      if (bin === undefined) throw new Error("a listed bin");
      return { id, ...bin, isListed: true };
    });
  }

  test.each(
    samples.map((state, n) => [n, state] as const),
  )("default: what a quote does to the bins of state %i, from the sums alone", (_, state) => {
    for (const edge of edges(state)) {
      const swapForY = edge.tokenIn === state.tokenX;
      const most = maxIn(state, edge);
      for (const amountIn of [most / 100_000n, most / 77n, most / 3n, most - 1n, most]) {
        const quoted = quote(state, edge, amountIn);
        if (!quoted.ok) continue;
        const { amountOut, next } = quoted;
        const log = {
          ...{ swapForY, amountIn, amountOut, binStep: state.binStep },
          feePips: state.feesPips[swapForY ? 0 : 1],
          protocolPips: swapForY ? state.protocolFee & 0xfff : state.protocolFee >> 12,
        };
        const changes = swappedBins(log, passed(state, next, swapForY));
        expect(changes.at(-1)?.id).toBe(next.activeId);
        for (const { id, after } of changes) {
          const { isListed: _listed, ...reserves } = after;
          const index = state.bins.ids.indexOf(id);
          expect(reserves).toEqual(next.changed.get(id) ?? state.bins.bins[index]);
        }
      }
    }
  });
});

describe("binsChanged", () => {
  test("default: in the active bin alone, the others are as they were", () => {
    const change = { id: ID_OF_ONE, before: held(5n, 7n), after: held(6n, 5n) };
    const after = binsChanged(POOL, [change], { activeId: ID_OF_ONE, block: 9 });
    expect(after).toEqual({
      ...{ activeId: ID_OF_ONE, reserveX: 6n, reserveY: 5n, totalX: 51n, totalY: 68n },
      ...{ binsBlock: 3, updatedBlock: 9 },
    });
  });

  test("behavior: another bin, another active one and another set are told", () => {
    const other = { id: ID_OF_ONE + 1, before: held(5n, 0n), after: held(3n, 2n) };
    const moved = binsChanged(POOL, [other], { activeId: other.id, block: 9 });
    expect(moved).toMatchObject({ reserveX: 3n, reserveY: 2n, binsBlock: 9 });
    expect(binsChanged(POOL, [other], { activeId: ID_OF_ONE, block: 9 })).toMatchObject({
      ...{ reserveX: 5n, reserveY: 7n, totalX: 48n, totalY: 72n, binsBlock: 9 },
    });
    const unlisted = { id: ID_OF_ONE, before: held(5n, 7n), after: held(1n, 1n, false) };
    const left = binsChanged(POOL, [unlisted], { activeId: ID_OF_ONE, block: 9 });
    expect(left).toMatchObject({ reserveX: 1n, reserveY: 1n, totalX: 46n, binsBlock: 9 });
  });

  test("behavior: what nobody gets stops to count where trades no longer begin there", () => {
    const bin = held(5n, 7n, false);
    const next = { id: ID_OF_ONE + 1, before: held(9n, 0n), after: held(8n, 1n) };
    const changes = [{ id: ID_OF_ONE, before: bin, after: bin }, next];
    const after = binsChanged(POOL, changes, { activeId: next.id, block: 9 });
    expect(after).toMatchObject({ totalX: 50n - 5n - 1n, totalY: 70n - 7n + 1n });
  });
});

describe("binRow", () => {
  test("default: what trades come to, or begin in, is in the reserves", () => {
    expect(binRow(held(1n, 2n), false)).toEqual({ ...held(1n, 2n), leftX: 0n, leftY: 0n });
    const unlisted = held(1n, 2n, false);
    expect(binRow(unlisted, true)).toEqual({ ...unlisted, leftX: 0n, leftY: 0n });
    expect(binRow(unlisted, false)).toEqual({ ...held(0n, 0n, false), leftX: 1n, leftY: 2n });
    expect(binOfRow(binRow(unlisted, false))).toEqual(unlisted);
  });
});

describe("deposited, donated, withdrawn", () => {
  test("default: what is added and taken, and who comes to the bin", () => {
    const amounts = { reserveX: 10n, reserveY: 20n };
    const bin = deposited(UNUSED_BIN, amounts);
    expect(bin).toEqual(held(10n, 20n));
    expect(donated(bin, { reserveX: 1n, reserveY: 0n })).toEqual(held(11n, 20n));
    const most = { reserveX: 9n, reserveY: 20n };
    expect(withdrawn(bin, most, null)).toEqual(held(1n, 0n));
    expect(withdrawn(bin, most, 1_000n)).toEqual(held(1n, 0n, false));
    expect(withdrawn(bin, most, 1_001n)).toEqual(held(1n, 0n));
    expect(mayBeLeft(withdrawn(bin, most, null))).toBe(true);
    expect(mayBeLeft(held(10n ** 6n, 0n))).toBe(false);
  });
});
