import type { Hex } from "viem";
import { encodeAbiParameters, encodeFunctionResult, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import type { Ask } from "../../../src/catalog/live/aggregate.ts";
import { factoryOn } from "../../../src/protocols/curve-stableswap-ng/contracts.ts";
import {
  factsOf,
  readFacts,
  readPools,
} from "../../../src/protocols/curve-stableswap-ng/reading.ts";
import {
  columnsOf,
  created,
  readAt,
} from "../../../src/protocols/curve-stableswap-ng/transitions.ts";
import { twoCoins } from "./sample.ts";

const contracts = factoryOn(1);
if (contracts === null) throw new Error("Chain 1 has no factory.");
const factory = contracts;

const { address, coins, balances, rates, supply, feeE10, adminFeeE10, offpegE10 } = twoCoins;
const { initialA, futureA, initialATime, futureATime } = twoCoins;
const reading = {
  ...{ balances, rates, supply, feeE10, adminFeeE10, offpegE10 },
  ...{ initialA, futureA, initialATime, futureATime },
};
const facts = { address, coins, basePool: null, isFollowed: false, dividesAtOnce: true };
const block = { number: 9, timestamp: 1_800_000_000 };

function list(words: readonly bigint[]): Hex {
  return encodeAbiParameters([{ type: "uint256[]" }], [words]);
}

function word(value: bigint): Hex {
  return encodeAbiParameters([{ type: "uint256" }], [value]);
}

/** What a pool answers to the views of a reading, in their order. */
const ANSWERS: readonly Hex[] = [
  list(balances),
  list(rates),
  ...[supply, feeE10, adminFeeE10, offpegE10].map(word),
  ...[initialA, futureA, initialATime, futureATime].map(word),
];

const answering =
  (answers: readonly (Hex | null)[]): Ask =>
  async () =>
    answers;

describe("readPools", () => {
  test("default", async () => {
    expect(await readPools(answering(ANSWERS), [facts])).toEqual([reading]);
  });

  test("behavior: null where a view fails, or has another number of coins", async () => {
    const failing = ANSWERS.map((answer, i) => (i === 2 ? null : answer));
    const longer = ANSWERS.map((answer, i) => (i === 0 ? list([...balances, 1n]) : answer));
    expect(await readPools(answering(failing), [facts])).toEqual([null]);
    expect(await readPools(answering(longer), [facts])).toEqual([null]);
  });
});

describe("readFacts", () => {
  const abi = parseAbi(["function f() view returns (address[])"]);

  test("default", async () => {
    const answers = [
      encodeFunctionResult({ abi, functionName: "f", result: coins }),
      list([0n, 3n]),
      encodeAbiParameters([{ type: "address" }], [factory.plainImplementation]),
      word(0n),
    ];
    const expected = { ...facts, isFollowed: true };
    expect(await readFacts(answering(answers), factory, [address])).toEqual([expected]);
  });

  test("behavior: null of what the factory does not list", async () => {
    const answers = [list([]), list([]), word(0n), word(0n)];
    expect(await readFacts(answering(answers), factory, [address])).toEqual([null]);
  });
});

describe("factsOf", () => {
  const plain = { address, coins, basePool: null, assetTypes: [0, 0] };

  test("behavior: an older implementation rounds the invariant as it did", () => {
    expect(factsOf(factory, { ...plain, implementation: address })?.dividesAtOnce).toBe(false);
    const { metaImplementation: implementation } = factory;
    expect(factsOf(factory, { ...plain, implementation })?.dividesAtOnce).toBe(true);
  });

  test("behavior: metapools are followed, as their base pool's price moves", () => {
    const implementation = factory.metaImplementation;
    expect(factsOf(factory, { ...plain, basePool: address, implementation })?.isFollowed).toBe(
      true,
    );
    expect(factsOf(factory, { ...plain, implementation })?.isFollowed).toBe(false);
  });
});

describe("readAt", () => {
  const row = { ...created(facts, 5), ...{ chainId: 1, address, slug: twoCoins.slug } };

  test("default: the first reading makes the row usable and begins its window", () => {
    const change = readAt(row, reading, block);
    expect(change).toMatchObject({ ...reading, isStale: false, readBlock: 9, updatedBlock: 9 });
    expect(change?.sinceTimestamp).toBe(block.timestamp);
    expect(change?.latestPrice).toBeGreaterThan(10n ** 18n - 10n ** 16n);
  });

  test("behavior: a reading that says what the row does changes nothing, unless it is stale", () => {
    const known = { ...row, ...readAt(row, reading, block) };
    expect(readAt(known, reading, block)).toBeNull();
    expect(readAt({ ...known, isStale: true }, reading, block)).toMatchObject({ isStale: false });
    const dearer = { ...reading, rates: [10n ** 30n, 10n ** 30n + 1n] };
    expect(readAt(known, dearer, block)).toMatchObject({ rates: dearer.rates, updatedBlock: 9 });
  });
});

describe("columnsOf", () => {
  test("behavior: an empty pool has no price", () => {
    const empty = { ...reading, balances: [0n, 0n], supply: 0n };
    const at = { window: null, timestamp: block.timestamp, dividesAtOnce: true };
    expect(columnsOf(empty, at)).toMatchObject({ sincePrice: 0n, latestTimestamp: 0 });
  });
});
