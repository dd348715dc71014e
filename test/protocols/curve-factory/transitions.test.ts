import { encodeAbiParameters, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Ask } from "../../../src/catalog/live/aggregate.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { factoriesOn } from "../../../src/protocols/curve-factory/contracts.ts";
import { factsOf, readFacts, readPools } from "../../../src/protocols/curve-factory/reading.ts";
import {
  columnsOf,
  created,
  fixedOf,
  readAt,
} from "../../../src/protocols/curve-factory/transitions.ts";
import { crvUsdUsdc, threeCoins } from "./sample.ts";

const [factory, stablecoins] = factoriesOn(1);
if (factory === undefined || stablecoins === undefined) throw new Error("Two factories are meant.");
const [plain = ZERO_ADDRESS] = factory.plain;
const [averaging = ZERO_ADDRESS] = stablecoins.averaging;

const { address, coins, rates, balances, supply, feeE10, adminFeeE10 } = crvUsdUsdc;
const { initialA, futureA, initialATime, futureATime } = crvUsdUsdc;
const reading = {
  ...{ balances, supply, feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime },
};
const facts = { address, coins, rates, hasAverage: true };
const block = { number: 9, timestamp: 1_800_000_000 };

function words(...values: readonly bigint[]): Hex {
  return encodeAbiParameters(
    values.map(() => ({ type: "uint256" })),
    [...values],
  );
}

/** What a pool answers to the views of a reading, in their order. */
const ANSWERS: readonly Hex[] = [
  words(...balances),
  ...[supply, feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime].map((each) =>
    words(each),
  ),
];

const answering =
  (answers: readonly (Hex | null)[]): Ask =>
  async () =>
    answers;

describe("readPools", () => {
  test("default", async () => {
    expect(await readPools(answering(ANSWERS), [facts])).toEqual([reading]);
  });

  test("behavior: null where a view fails or says less than the coins", async () => {
    const failing = ANSWERS.map((answer, i) => (i === 4 ? null : answer));
    expect(await readPools(answering(failing), [facts])).toEqual([null]);
    const short = [words(1n), ...ANSWERS.slice(1)];
    expect(await readPools(answering(short), [facts])).toEqual([null]);
  });
});

describe("readFacts", () => {
  test("default", async () => {
    const answers = [
      words(...coins.map(BigInt), 0n, 0n),
      words(6n, 18n, 0n, 0n),
      words(BigInt(averaging)),
    ];
    expect(await readFacts(answering(answers), stablecoins, [address])).toEqual([facts]);
  });

  test("behavior: a factory that answers nothing has no pools", async () => {
    expect(await readFacts(answering([null, null, null]), factory, [address])).toEqual([null]);
  });

  test("behavior: null of other code, and of coins or decimals that no factory takes", () => {
    const of = { address, implementation: plain, coins, decimals: [6n, 18n] };
    expect(factsOf(factory, of)).toEqual({ ...facts, hasAverage: false });
    expect(factsOf(factory, { ...of, implementation: address })).toBeNull();
    expect(factsOf(factory, { ...of, coins: [coins[0] ?? NATIVE] })).toBeNull();
    expect(factsOf(factory, { ...of, coins: [coins[0] ?? NATIVE, NATIVE] })).toBeNull();
    expect(factsOf(factory, { ...of, decimals: [6n, 77n] })).toBeNull();
  });

  test("behavior: native currency is a coin of the code for it alone, and of that always", () => {
    const [second = ZERO_ADDRESS] = coins;
    const of = { address, coins: [NATIVE, second], decimals: [18n, 6n] };
    const [native = ZERO_ADDRESS] = factory.native;
    expect(factsOf(factory, { ...of, implementation: native })?.coins).toEqual(of.coins);
    expect(factsOf(factory, { ...of, implementation: plain })).toBeNull();
    expect(factsOf(factory, { ...of, implementation: native, coins })).toBeNull();
    const last = { ...of, coins: [second, NATIVE] };
    expect(factsOf(factory, { ...last, implementation: native })).toBeNull();
  });
});

describe("fixedOf", () => {
  test("default: code of two coins divides at once, that of more by each", () => {
    expect(fixedOf(facts)).toMatchObject({ dividesAtOnce: true, offpegE10: 0n });
    const more = { coins: threeCoins.coins, hasAverage: false };
    expect(fixedOf(more)).toMatchObject({ dividesAtOnce: false, offpegE10: null });
  });
});

describe("readAt", () => {
  const row = { ...created(facts, 5), ...{ chainId: 1, address, slug: crvUsdUsdc.slug } };

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
    expect(columnsOf(facts, empty, at)).toMatchObject({ sincePrice: 0n, latestTimestamp: 0 });
  });
});
