import { type Address, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from "viem";
import type { View } from "../../catalog/live/aggregate.ts";
import { wordOf } from "../../seed/words.ts";
import { OLDER_CODE, type OlderCode } from "./older-code.ts";
import { olderRemaining } from "./older-oracle.ts";
import { averagesFrom } from "./oracle.ts";
import type { CurveCryptoReading } from "./reading.ts";
import type { Reserves } from "./reserves.ts";

/** A pool of older code, of which the views do not tell all. */
export interface OlderPlace {
  readonly address: Address;
  readonly lpToken: Address;
  readonly code: OlderCode;
  /** 10^(18 - decimals) of each coin. */
  readonly precisions: readonly bigint[];
}

// https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoSwap.vy
const LISTED = parseAbi([
  "function balances(uint256 i) view returns (uint256)",
  "function price_scale(uint256 k) view returns (uint256)",
  "function price_oracle(uint256 k) view returns (uint256)",
  "function last_prices(uint256 k) view returns (uint256)",
]);
const PRICES = ["price_scale", "price_oracle", "last_prices"] as const;
const WORDS = [
  ...["D()", "virtual_price()", "xcp_profit()", "xcp_profit_a()"],
  ...["initial_A_gamma()", "future_A_gamma()", "initial_A_gamma_time()", "future_A_gamma_time()"],
  ...["mid_fee()", "out_fee()", "fee_gamma()", "adjustment_step()"],
  ...["ma_half_time()", "last_prices_timestamp()"],
] as const;
const SUPPLY = toFunctionSelector("totalSupply()");
const KILLED = toFunctionSelector("is_killed()");
/** What of the profit must be left; the oldest code has how far prices must be instead. */
const ALLOWED = toFunctionSelector("allowed_extra_profit()");
const OLDEST_THRESHOLD = toFunctionSelector("price_threshold()");

const HALF = (1n << 128n) - 1n;

/** The views of a pool. */
export function olderViews({ address: target, lpToken, code, precisions }: OlderPlace): View[] {
  const n = precisions.length;
  const at = (functionName: (typeof PRICES)[number] | "balances", i: number): Hex =>
    encodeFunctionData({ abi: LISTED, functionName, args: [BigInt(i)] });
  const prices = PRICES.flatMap((name) =>
    n === 2
      ? [toFunctionSelector(`${name}()`)]
      : Array.from({ length: n - 1 }, (_, k) => at(name, k)),
  );
  const own = [
    ...precisions.map((_, i) => at("balances", i)),
    ...prices,
    ...WORDS.map((signature) => toFunctionSelector(signature)),
    code === "2021-05" ? OLDEST_THRESHOLD : ALLOWED,
    KILLED,
  ];
  return [{ target: lpToken, data: SUPPLY }, ...own.map((data) => ({ target, data }))];
}

/**
 * What a pool's answers tell; null where it does not answer.
 *
 * @param timestamp Of the block that is asked for, seconds since the epoch.
 */
export function olderReading(
  answers: readonly (Hex | null)[],
  { code, precisions }: OlderPlace,
  timestamp: bigint,
): CurveCryptoReading | null {
  const words = answers.map((answer) => wordOf(answer));
  const [told, killed] = [words.slice(0, -1), words.at(-1)];
  // The factory's pools cannot be killed, and have no view of it.
  if (told.some((word) => word === undefined) || (killed === undefined && code !== "factory"))
    return null;
  const rest = told.map((word) => word ?? 0n);
  const next = (count: number): readonly bigint[] => rest.splice(0, count);
  const one = (): bigint => rest.shift() ?? 0n;
  const n = precisions.length;
  const traits = OLDER_CODE[code];
  const supply = one();
  const balances = next(n);
  const [priceScales, seen, lastPrices] = [next(n - 1), next(n - 1), next(n - 1)];
  const [d, virtualPrice, profit, claimedProfit] = [one(), one(), one(), one()];
  const [initial, future, initialTime, futureTime] = [one(), one(), one(), one()];
  const [midFeeE10, outFeeE10, feeGamma, adjustmentStep] = [one(), one(), one(), one()];
  const [averagingSeconds, averagesTime] = [one(), one()];
  const limit = one();
  const isOldest = code === "2021-05";
  const averaged = { lastPrices, averagesTime, averagingSeconds };
  return {
    ...{ code: killed ? "other" : "plain", precisions, balances, supply, d, virtualPrice },
    ...{ priceScales, ...averaged, profit, claimedProfit, adjustmentStep },
    priceAverages: traits.tellsStored ? seen : olderAveragesBefore(averaged, seen, timestamp),
    ...{ allowedProfit: isOldest ? 0n : limit, threshold: isOldest ? limit : adjustmentStep },
    ...{ midFeeE10, outFeeE10, feeGamma, initialTime, futureTime },
    ...{ initialAnn: initial >> 128n, initialGamma: initial & HALF },
    ...{ futureAnn: future >> 128n, futureGamma: future & HALF },
  };
}

function olderAveragesBefore(
  pool: Pick<Reserves, "lastPrices" | "averagesTime" | "averagingSeconds">,
  seen: readonly bigint[],
  timestamp: bigint,
): readonly bigint[] {
  const { averagesTime, averagingSeconds, lastPrices } = pool;
  if (averagesTime >= timestamp || averagingSeconds === 0n) return seen;
  return averagesFrom(seen, lastPrices, olderRemaining(timestamp - averagesTime, averagingSeconds));
}
