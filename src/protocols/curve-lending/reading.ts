import { type Address, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from "viem";
import type { Ask, View } from "../../catalog/live/aggregate.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import type { ListedPool } from "./contracts.ts";
import type { CurveLendingPool } from "./pool.ts";

/** What a pool and its market answer at a block. */
export type CurveLendingReading = Pick<
  CurveLendingPool,
  | ("scaledBalances" | "adminBalances" | "supply" | "feeE10" | "adminFeeE10" | "offpegE10")
  | ("initialA" | "futureA" | "initialATime" | "futureATime")
  | ("indicesRay" | "liquidityRatesRay" | "accruedAt" | "available")
  | ("isActive" | "isFrozen" | "isPaused")
>;

const ADMIN_BALANCES = parseAbi(["function admin_balances(uint256 i) view returns (uint256)"]);
const SCALED_BALANCE = parseAbi(["function scaledBalanceOf(address user) view returns (uint256)"]);
const RESERVE = parseAbi(["function getReserveData(address asset) view"]);
const BALANCE = parseAbi(["function balanceOf(address account) view returns (uint256)"]);
const SUPPLY = toFunctionSelector("totalSupply()");
const PAUSED = toFunctionSelector("paused()");
const NUMBERS = [
  ...["fee()", "admin_fee()", "offpeg_fee_multiplier()"],
  ...["initial_A()", "future_A()", "initial_A_time()", "future_A_time()"],
].map((signature) => toFunctionSelector(signature));
/** Words of the longest answer, a reserve's. */
export const MOST_WORDS = 12;
/** Views of a coin. */
const OF_COIN = 4;

/**
 * Words of a reserve, and bits of the first.
 *
 * @see https://github.com/aave/protocol-v2/blob/34264243be273260b83928199bf2ec1af2aa214f/contracts/protocol/libraries/types/DataTypes.sol
 */
const WORDS = { configuration: 0, index: 1, rate: 3, updated: 6, aToken: 7 } as const;
const BITS = { active: 56n, frozen: 57n } as const;

/** Pools by one call, in their order; null where one does not answer, or names other aTokens. */
export async function readPools(
  ask: Ask,
  pools: readonly ListedPool[],
): Promise<readonly (CurveLendingReading | null)[]> {
  const views = pools.map(viewsOf);
  const answers = await ask(views.flat());
  let next = 0;
  return pools.map((pool, at) => {
    const from = next;
    next += views[at]?.length ?? 0;
    return readingOf(pool, answers.slice(from, next));
  });
}

/** The supply, the numbers and whether the market is stopped, then those of each coin. */
function viewsOf({ pool, lpToken, lendingPool, coins }: ListedPool): readonly View[] {
  return [
    { target: lpToken, data: SUPPLY },
    ...NUMBERS.map((data) => ({ target: pool, data })),
    { target: lendingPool, data: PAUSED },
    ...coins.flatMap(({ token, aToken }, i): readonly View[] => [
      { target: pool, data: encodeFunctionData({ abi: ADMIN_BALANCES, args: [BigInt(i)] }) },
      { target: aToken, data: encodeFunctionData({ abi: SCALED_BALANCE, args: [pool] }) },
      { target: lendingPool, data: encodeFunctionData({ abi: RESERVE, args: [token] }) },
      { target: token, data: encodeFunctionData({ abi: BALANCE, args: [aToken] }) },
    ]),
  ];
}

function readingOf(
  { coins }: ListedPool,
  answers: readonly (Hex | null)[],
): CurveLendingReading | null {
  const first = answers.slice(0, NUMBERS.length + 2).map((answer) => wordOf(answer));
  const word = (place: number): bigint => first[place] ?? 0n;
  const each = coins.map(({ aToken }, i) => {
    const from = NUMBERS.length + 2 + i * OF_COIN;
    const [admin, scaled, reserve, held] = answers.slice(from, from + OF_COIN);
    return coinOf(aToken, { admin, scaled, reserve, held });
  });
  const known = each.flatMap((coin) => coin ?? []);
  if (first.includes(undefined) || known.length !== coins.length) return null;
  return {
    ...{ supply: word(0), feeE10: word(1), adminFeeE10: word(2), offpegE10: word(3) },
    ...{ initialA: word(4), futureA: word(5), initialATime: word(6), futureATime: word(7) },
    isPaused: word(8) !== 0n,
    scaledBalances: known.map(({ scaled }) => scaled),
    adminBalances: known.map(({ admin }) => admin),
    indicesRay: known.map(({ index }) => index),
    liquidityRatesRay: known.map(({ rate }) => rate),
    accruedAt: known.map(({ updated }) => updated),
    available: known.map(({ held }) => held),
    isActive: known.map(({ configuration }) => hasBit(configuration, BITS.active)),
    isFrozen: known.map(({ configuration }) => hasBit(configuration, BITS.frozen)),
  };
}

function hasBit(word: bigint, bit: bigint): boolean {
  return ((word >> bit) & 1n) === 1n;
}

/** What is said of a coin; null where something is not, or another aToken stands for it. */
function coinOf(
  aToken: Address,
  answers: Readonly<Record<"admin" | "scaled" | "reserve" | "held", Hex | null | undefined>>,
) {
  const [admin, scaled, held] = [answers.admin, answers.scaled, answers.held].map((answer) =>
    wordOf(answer),
  );
  const of = (place: number) => wordOf(answers.reserve, place);
  const [configuration, index, rate] = [of(WORDS.configuration), of(WORDS.index), of(WORDS.rate)];
  const [updated, named] = [of(WORDS.updated), of(WORDS.aToken)];
  if (admin === undefined || scaled === undefined || held === undefined) return null;
  if (configuration === undefined || rate === undefined || updated === undefined) return null;
  if (!index || named === undefined || addressOf(named) !== aToken) return null;
  return { admin, scaled, held, configuration, index, rate, updated };
}
