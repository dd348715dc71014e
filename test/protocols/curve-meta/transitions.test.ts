import { encodeAbiParameters, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Ask } from "../../../src/catalog/live/aggregate.ts";
import { factoryOn } from "../../../src/protocols/curve-meta/contracts.ts";
import { factsOf, readFacts, readPools } from "../../../src/protocols/curve-meta/reading.ts";
import { columnsOf, created, readAt } from "../../../src/protocols/curve-meta/transitions.ts";
import { fraxThreeCrv } from "./sample.ts";

const contracts = factoryOn(1);
if (contracts === null) throw new Error("Chain 1 has no factory.");
const factory = contracts;

const { address, coins, basePool, balances, rates, supply, feeE10, adminFeeE10 } = fraxThreeCrv;
const { initialA, futureA, initialATime, futureATime } = fraxThreeCrv;
const reading = {
  ...{ balances, rates, supply, feeE10, adminFeeE10 },
  ...{ initialA, futureA, initialATime, futureATime },
};
const facts = { address, coins, basePool, rate: 10n ** 18n };
const block = { number: 9, timestamp: 1_800_000_000 };

function word(value: bigint): Hex {
  return encodeAbiParameters([{ type: "uint256" }], [value]);
}

/** What a pool and its base pool answer to the views of a reading, in their order. */
const ANSWERS: readonly Hex[] = [
  ...[...balances, supply, feeE10, adminFeeE10],
  ...[initialA, futureA, initialATime, futureATime, rates[1] ?? 0n],
].map(word);

const answering =
  (answers: readonly (Hex | null)[]): Ask =>
  async () =>
    answers;

describe("readPools", () => {
  test("default", async () => {
    expect(await readPools(answering(ANSWERS), [facts])).toEqual([reading]);
  });

  test("behavior: null where a view fails", async () => {
    const failing = ANSWERS.map((answer, i) => (i === 9 ? null : answer));
    expect(await readPools(answering(failing), [facts])).toEqual([null]);
  });
});

describe("readFacts", () => {
  const [implementation = "0x"] = factory.implementations;

  test("default", async () => {
    const answers = [basePool, implementation, coins[0] ?? "0x"].map((each) => word(BigInt(each)));
    const all = [...answers, word(18n)];
    expect(await readFacts(answering(all), factory, [address])).toEqual([facts]);
  });

  test("behavior: null of plain pools, other base pools and other code", () => {
    const of = { ...{ address, basePool, implementation, coin: address }, decimals: 6n };
    expect(factsOf(factory, of)?.rate).toBe(10n ** 30n);
    expect(factsOf(factory, { ...of, basePool: address })).toBeNull();
    expect(factsOf(factory, { ...of, implementation: address })).toBeNull();
  });
});

describe("readAt", () => {
  const row = { ...created(facts, 5), ...{ chainId: 1, address, slug: fraxThreeCrv.slug } };

  test("default: the first reading makes the row usable and begins its window", () => {
    const change = readAt(row, reading, block);
    expect(change).toMatchObject({ ...reading, isStale: false, readBlock: 9, updatedBlock: 9 });
    expect(change?.sinceTimestamp).toBe(block.timestamp);
    expect(change?.latestPrice).toBeGreaterThan(9n * 10n ** 17n);
  });

  test("behavior: a reading that says what the row does changes nothing, unless it is stale", () => {
    const known = { ...row, ...readAt(row, reading, block) };
    expect(readAt(known, reading, block)).toBeNull();
    expect(readAt({ ...known, isStale: true }, reading, block)).toMatchObject({ isStale: false });
    const traded = { ...reading, balances: balances.map((balance) => balance + 1n) };
    expect(readAt(known, traded, block)).toMatchObject({ balances: traded.balances });
  });
});

describe("columnsOf", () => {
  test("behavior: an empty pool has no price", () => {
    const empty = { ...reading, balances: [0n, 0n], supply: 0n };
    const at = { window: null, timestamp: block.timestamp };
    expect(columnsOf(empty, at)).toMatchObject({ sincePrice: 0n, latestTimestamp: 0 });
  });
});
