import { type Address, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from "viem";
import type { Ask, View } from "../../catalog/live/aggregate.ts";
import { wordOf } from "../../seed/words.ts";
import { isOlder } from "./older-code.ts";
import { type OlderPlace, olderReading, olderViews } from "./older-reading.ts";
import { averagesBefore } from "./oracle.ts";
import type { Reserves } from "./reserves.ts";

/** What the code of a pool is; of `other` code nothing is known, and it is not traded. */
export type PoolCode = "plain" | "claiming" | "other";

/** What a pool answers at a block. */
export type CurveCryptoReading = Omit<Reserves, "claims" | "older"> & {
  readonly code: PoolCode;
  /** Of older code: how far averages have to be from the scale for it to move, 18 decimals. */
  readonly threshold: bigint;
};

/** A pool to read. */
export interface PoolPlace {
  readonly address: Address;
  readonly coins: readonly Address[];
  readonly generation: string;
  readonly lpToken: Address;
  /** 10^(18 - decimals) of each coin; others than older pools tell. */
  readonly precisions: readonly bigint[];
}

/** Words that an answer has at most: where a text is, how long, and its first 32 bytes. */
export const MOST_WORDS = 3;

const LISTED = parseAbi([
  "function balances(uint256 i) view returns (uint256)",
  "function price_scale(uint256 k) view returns (uint256)",
  "function price_oracle(uint256 k) view returns (uint256)",
  "function last_prices(uint256 k) view returns (uint256)",
]);
const PRICES = ["price_scale", "price_oracle", "last_prices"] as const;
const WORDS = [
  ...["totalSupply()", "D()", "virtual_price()", "xcp_profit()", "xcp_profit_a()"],
  ...["initial_A_gamma()", "future_A_gamma()", "initial_A_gamma_time()", "future_A_gamma_time()"],
  ...["packed_fee_params()", "packed_rebalancing_params()"],
].map((signature) => toFunctionSelector(signature));
/** What tells versions of the code apart, and the precisions. */
const OTHERS = [
  ...["precisions()", "version()", "last_timestamp()", "last_prices_timestamp()"],
].map((signature) => toFunctionSelector(signature));

/** Versions whose maths is known, as text. */
// https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveTwocryptoOptimized.vy
const VERSIONS = ["v2.0.0", "v2.1.0"].map(
  (text) => BigInt(`0x${Buffer.from(text).toString("hex")}`) << (8n * BigInt(32 - text.length)),
);

const [HALF, SIXTH] = [(1n << 128n) - 1n, (1n << 64n) - 1n];

function viewsOf(n: number): readonly Hex[] {
  const at = (functionName: (typeof PRICES)[number] | "balances", i: number): Hex =>
    encodeFunctionData({ abi: LISTED, functionName, args: [BigInt(i)] });
  const balances = Array.from({ length: n }, (_, i) => at("balances", i));
  // Of two coins there is one price, which has no number.
  const prices = PRICES.flatMap((name) =>
    n === 2
      ? [toFunctionSelector(`${name}()`)]
      : Array.from({ length: n - 1 }, (_, k) => at(name, k)),
  );
  return [...balances, ...prices, ...WORDS, ...OTHERS];
}

const VIEWS: Readonly<Record<number, readonly Hex[]>> = { 2: viewsOf(2), 3: viewsOf(3) };

/**
 * The state of pools; null where one does not answer.
 *
 * @param timestamp Of the block that is asked for, seconds since the epoch.
 */
export async function readPools(
  ask: Ask,
  pools: readonly PoolPlace[],
  timestamp: number,
): Promise<readonly (CurveCryptoReading | null)[]> {
  const views = pools.map(viewsIn);
  const answers = await ask(views.flat());
  let start = 0;
  return pools.map((pool, at) => {
    const end = start + (views[at]?.length ?? 0);
    const own = answers.slice(start, end);
    start = end;
    const older = olderPlace(pool);
    if (older !== null) return olderReading(own, older, BigInt(timestamp));
    return readingOf(own, pool.coins.length, BigInt(timestamp));
  });
}

function olderPlace({ generation: code, ...pool }: PoolPlace): OlderPlace | null {
  return isOlder(code) ? { ...pool, code } : null;
}

function viewsIn(pool: PoolPlace): readonly View[] {
  const older = olderPlace(pool);
  if (older !== null) return olderViews(older);
  const { address: target, coins } = pool;
  return (VIEWS[coins.length] ?? []).map((data) => ({ target, data }));
}

function readingOf(
  answers: readonly (Hex | null)[],
  n: number,
  timestamp: bigint,
): CurveCryptoReading | null {
  const rest = [...answers];
  const precisions = Array.from({ length: n }, (_, i) =>
    wordOf(answers[answers.length - OTHERS.length], i),
  );
  const [version, lastTime, oldTime] = [
    wordOf(answers.at(-3), 2),
    wordOf(answers.at(-2)),
    wordOf(answers.at(-1)),
  ];
  const words = (count: number) => rest.splice(0, count).map((answer) => wordOf(answer));
  const [balances, priceScales, seen, lastPrices] = [
    words(n),
    words(n - 1),
    words(n - 1),
    words(n - 1),
  ];
  const numbers = words(WORDS.length);
  const averagesTime = lastTime ?? oldTime;
  const told = [...precisions, ...balances, ...priceScales, ...seen, ...lastPrices, ...numbers];
  // Of code that is not known what it lacks matters no more than what it has.
  const isKnown = version !== undefined && VERSIONS.includes(version) && averagesTime !== undefined;
  if (!isKnown || told.includes(undefined)) return version === undefined ? null : unknown(n);
  const all = (list: readonly (bigint | undefined)[]) => list.map((word) => word ?? 0n);
  const number = (place: number): bigint => numbers[place] ?? 0n;
  const [fees, rebalancing] = [number(9), number(10)];
  const averages = {
    priceScales: all(priceScales),
    lastPrices: all(lastPrices),
    averagesTime: (averagesTime ?? 0n) & HALF,
    averagingSeconds: rebalancing & SIXTH,
  };
  return {
    ...{ code: lastTime === undefined ? "claiming" : "plain", precisions: all(precisions) },
    ...{ balances: all(balances), supply: number(0), d: number(1), virtualPrice: number(2) },
    ...averages,
    priceAverages: averagesBefore(averages, all(seen), timestamp),
    ...{ profit: number(3), claimedProfit: number(4) },
    ...{
      allowedProfit: (rebalancing >> 128n) & SIXTH,
      adjustmentStep: (rebalancing >> 64n) & SIXTH,
      threshold: 0n,
    },
    ...{
      midFeeE10: (fees >> 128n) & SIXTH,
      outFeeE10: (fees >> 64n) & SIXTH,
      feeGamma: fees & SIXTH,
    },
    ...{ initialAnn: number(5) >> 128n, initialGamma: number(5) & HALF },
    ...{ futureAnn: number(6) >> 128n, futureGamma: number(6) & HALF },
    ...{ initialTime: number(7), futureTime: number(8) },
  };
}

/** What is written of a pool of other code. */
export function unknown(n: number): CurveCryptoReading {
  const none = Array.from({ length: n }, () => 0n);
  const prices = none.slice(1);
  return {
    ...{ code: "other", precisions: none, balances: none, supply: 0n, d: 0n, virtualPrice: 0n },
    ...{ priceScales: prices, priceAverages: prices, lastPrices: prices },
    ...{ averagesTime: 0n, averagingSeconds: 0n, profit: 0n, claimedProfit: 0n },
    ...{
      allowedProfit: 0n,
      adjustmentStep: 0n,
      threshold: 0n,
      midFeeE10: 0n,
      outFeeE10: 0n,
      feeGamma: 0n,
    },
    ...{ initialAnn: 0n, initialGamma: 0n, futureAnn: 0n, futureGamma: 0n },
    ...{ initialTime: 0n, futureTime: 0n },
  };
}
