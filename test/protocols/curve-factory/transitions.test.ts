import { encodeAbiParameters, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Ask, View } from "../../../src/catalog/live/aggregate.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { CODES, FOLLOWED } from "../../../src/protocols/curve-factory/codes.ts";
import { factoriesOn, namedPoolsOn } from "../../../src/protocols/curve-factory/contracts.ts";
import {
  type CurveFactoryFacts,
  factsOf,
  factsOfNamed,
  readFacts,
  readPools,
} from "../../../src/protocols/curve-factory/reading.ts";
import { states } from "../../../src/protocols/curve-factory/states.ts";
import {
  columnsOf,
  created,
  fixedOf,
  readAt,
  unreadAt,
} from "../../../src/protocols/curve-factory/transitions.ts";
import { crvUsdUsdc, threeCoins } from "./sample.ts";

const [factory, stablecoins] = factoriesOn(1);
if (factory === undefined || stablecoins === undefined) throw new Error("Two factories are meant.");
const [plain = ZERO_ADDRESS] = factory.plain;
const [averaging = ZERO_ADDRESS] = stablecoins.averaging;

const { address, lpToken, coins, rates, balances, supply, feeE10, adminFeeE10 } = crvUsdUsdc;
const { initialA, futureA, initialATime, futureATime } = crvUsdUsdc;
const reading = {
  ...{ rates, balances, supply, feeE10, adminFeeE10 },
  ...{ initialA, futureA, initialATime, futureATime },
  shareBalance: [],
};
const facts = { address, lpToken, coins, rates, code: "averaging" } as const;
const E18 = 10n ** 18n;
const block = { number: 9, timestamp: 1_800_000_000 };

function words(...values: readonly bigint[]): Hex {
  return encodeAbiParameters(
    values.map(() => ({ type: "uint256" })),
    [...values],
  );
}

/** What a pool answers to the views of a reading, in their order. */
const ANSWERS: readonly Hex[] = [
  ...[supply, feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime].map((each) =>
    words(each),
  ),
  words(...balances),
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
    const short = [...ANSWERS.slice(0, -1), words(1n)];
    expect(await readPools(answering(short), [facts])).toEqual([null]);
  });
});

describe("readPools of rates", () => {
  const priced = { ...facts, code: "priced", rates: [E18, E18] } as const;
  const held = [5n * E18, 4n * E18] as const;
  const told = [...ANSWERS.slice(0, -1), words(...held)];

  async function ratesOf(pool: CurveFactoryFacts, answer: Hex | null) {
    const each = CODES[pool.code].listsBalances
      ? told
      : [...ANSWERS.slice(0, -1), words(held[0]), words(held[1])];
    const [found] = await readPools(answering([...each, answer]), [pool]);
    expect(found?.balances).toEqual(held);
    return found?.rates;
  }

  test("default: those that the pool tells, whatever the decimals", async () => {
    expect(await ratesOf(priced, words(E18, 2n * E18))).toEqual([E18, 2n * E18]);
    const native = { ...priced, code: "native-priced" } as const;
    expect(await ratesOf(native, words(E18, 3n * E18))).toEqual([E18, 3n * E18]);
  });

  test("behavior: none where nobody tells them, or such as no trade counts with", async () => {
    const most = 2n ** 256n - 1n;
    for (const answer of [
      ...[null, "0x" as const, words(E18), words(E18, 0n), words(most, E18), words(E18, most)],
      ...[words(E18, 10n ** 29n), words(1n, E18 / 10n ** 20n)],
    ]) {
      expect(await ratesOf(priced, answer), String(answer)).toEqual([0n, 0n]);
    }
  });

  test("behavior: of pools that no factory made, by the contract that is named", async () => {
    const [, frx, ankr, stafi] = namedPoolsOn(1).map(factsOfNamed);
    if (!frx || !ankr || !stafi) throw new Error("Three pools are meant.");
    const asked: View[][] = [];
    const ask: Ask = async (views) => {
      asked.push([...views]);
      return views.map((_, i) => words(i < 7 ? 1n : 8n * 10n ** 17n));
    };
    const [first, second, third] = await readPools(ask, [frx, ankr, stafi]);
    expect(first).toMatchObject({
      rates: [E18, E18],
      balances: [8n * 10n ** 17n, 8n * 10n ** 17n],
    });
    expect(second?.rates).toEqual([E18, 1_250_000_000_000_000_000n]);
    expect(third?.rates).toEqual([E18, 8n * 10n ** 17n]);
    expect(asked[0]?.[0]?.target).toBe(frx.lpToken);
    expect(asked[0]?.at(-1)?.target).toBe(stafi.coins[1]);
    expect(await ratesOf(ankr, null)).toEqual([0n, 0n]);
    expect(await ratesOf(stafi, words(2n ** 255n))).toEqual([0n, 0n]);
  });

  test("behavior: a pool without its rates is not traded, nor one that did not answer", () => {
    const row = {
      ...created(priced, 5),
      ...{ chainId: 1, address, slug: crvUsdUsdc.slug, isStale: false },
    };
    expect(states.state(row, [], null)).toMatchObject({ rates: priced.rates, offpegE10: 0n });
    expect(states.state({ ...row, rates: [0n, 0n] }, [], null)).toBeNull();
    expect(states.state({ ...row, code: "unknown" }, [], null)).toBeNull();
    expect(states.state({ ...row, ...unreadAt(row, block) }, [], null)).toBeNull();
    expect(unreadAt({ isStale: true }, block)).toBeNull();
  });

  test("behavior: what changes without a log is followed", () => {
    const older = ["native-averaging", "native-rated", "native-plain"];
    expect(FOLLOWED).toEqual(["priced", "native-priced", ...older]);
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
    expect(factsOf(factory, of)).toEqual({ ...facts, code: "plain" });
    expect(factsOf(factory, { ...of, implementation: address })).toBeNull();
    expect(factsOf(factory, { ...of, coins: [coins[0] ?? NATIVE] })).toBeNull();
    expect(factsOf(factory, { ...of, coins: [coins[0] ?? NATIVE, NATIVE] })).toBeNull();
    expect(factsOf(factory, { ...of, decimals: [6n, 77n] })).toBeNull();
  });

  test("behavior: code that asks for rates is one of two coins, with native currency or not", () => {
    const [second = ZERO_ADDRESS] = coins;
    const of = { address, coins: [NATIVE, second], decimals: [18n, 18n] };
    const [native = ZERO_ADDRESS] = factory.nativePriced ?? [];
    expect(factsOf(factory, { ...of, implementation: native })?.code).toBe("native-priced");
    expect(factsOf(factory, { ...of, implementation: native, coins })).toBeNull();
    const [priced = ZERO_ADDRESS] = stablecoins.priced ?? [];
    const three = { ...of, coins: threeCoins.coins, decimals: [18n, 6n, 2n] };
    expect(factsOf(stablecoins, { ...of, coins, implementation: priced })?.code).toBe("priced");
    expect(factsOf(stablecoins, { ...three, implementation: priced })).toBeNull();
    expect(factsOf(factory, { ...of, coins, implementation: priced })).toBeNull();
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
    const more = { coins: threeCoins.coins, code: "plain" } as const;
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
