import { type Address, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from "viem";
import { CurvePlainFactory } from "../../../abis/CurveFactory.ts";
import type { Ask, View } from "../../catalog/live/aggregate.ts";
import { NATIVE } from "../../lib/address.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import { type PoolNumbers, PRECISION } from "../curve-stableswap/reserves.ts";
import { deployments as lidoDeployments } from "../lido/contracts.ts";
import { etherBySharesDown } from "../lido/share-rate.ts";
import { CODES, type CodeName } from "./codes.ts";
import type { CurveFactoryContracts } from "./contracts.ts";
import { type NamedPool, type NamedRate, namedPool } from "./named.ts";

/** What never changes of a pool. */
export interface CurveFactoryFacts {
  readonly address: Address;
  /** The pool itself where a factory made it. */
  readonly lpToken: Address;
  /** The native currency may be the first. */
  readonly coins: readonly Address[];
  /** 10^(36 - decimals) of each coin. */
  readonly rates: readonly bigint[];
  readonly code: CodeName;
}

/** What a pool answers at a block. */
export type CurveFactoryReading = Pick<
  PoolNumbers,
  | ("rates" | "balances" | "supply" | "feeE10" | "adminFeeE10")
  | ("initialA" | "futureA" | "initialATime" | "futureATime")
> & {
  /** As the column: of coins whose balances are shares. */
  readonly shareBalance: readonly bigint[];
};

const SUPPLY = toFunctionSelector("totalSupply()");
const NUMBERS = [
  ...["fee()", "admin_fee()"],
  ...["initial_A()", "future_A()", "initial_A_time()", "future_A_time()"],
].map((signature) => toFunctionSelector(signature));
const BALANCES = toFunctionSelector("get_balances()");
const BALANCE = parseAbi(["function balances(uint256 i) view returns (uint256)"]);
const RATES = toFunctionSelector("stored_rates()");

const OF_ADMIN = parseAbi(["function admin_balances(uint256 i) view returns (uint256)"]);
const OF_POOL = parseAbi(["function sharesOf(address account) view returns (uint256)"]);
/** Of stETH; the external ones are of version 3 on. */
const TOTALS = [
  ...["isStopped()", "getTotalPooledEther()", "getTotalShares()"],
  ...["getExternalEther()", "getExternalShares()"],
].map((signature) => toFunctionSelector(signature));
/** Tokens whose balances are shares. */
const SHARE_TOKENS = lidoDeployments.flatMap(({ chains }) =>
  Object.values(chains).map(({ contracts }) => contracts.stEth),
);
/** How many answers tell of shares. */
const OF_SHARES = TOTALS.length + 2;

const FACTS = ["get_coins", "get_decimals", "get_implementation_address"] as const;

/** Most coins of a pool, and words of the longest answer. */
export const MOST_COINS = 4;

/** Most decimals of a coin that the factories take. */
const MOST_DECIMALS = 18n;

/**
 * What a coin may be worth in all, scaled to 18 decimals, where somebody tells its rate: far below
 * what the contracts' products of three such numbers take.
 */
const MOST_SCALED = 2n ** 96n;

/** What a factory says of pools; null of those that are no plain pools of a known kind. */
export async function readFacts(
  ask: Ask,
  contracts: CurveFactoryContracts,
  pools: readonly Address[],
): Promise<readonly (CurveFactoryFacts | null)[]> {
  const answers = await ask(
    pools.flatMap((pool) =>
      FACTS.map((functionName) => ({
        target: contracts.factory,
        data: encodeFunctionData({ abi: CurvePlainFactory, functionName, args: [pool] }),
      })),
    ),
  );
  return pools.map((address, at) => {
    const [coins, decimals, code] = answers.slice(at * FACTS.length, (at + 1) * FACTS.length);
    const places = Array.from({ length: MOST_COINS }, (_, i) => i);
    return factsOf(contracts, {
      ...{ address, implementation: addressOf(wordOf(code) ?? 0n) },
      coins: places.map((i) => addressOf(wordOf(coins, i) ?? 0n)),
      decimals: places.map((i) => wordOf(decimals, i) ?? 0n),
    });
  });
}

/**
 * What follows from what a factory says of a pool; null where its code is of another kind.
 *
 * @param of.coins Lower-case; zero addresses where there is none.
 */
export function factsOf(
  contracts: CurveFactoryContracts,
  of: {
    readonly address: Address;
    readonly implementation: Address;
    readonly coins: readonly Address[];
    readonly decimals: readonly bigint[];
  },
): CurveFactoryFacts | null {
  const { address, implementation, decimals } = of;
  const { native, nativePriced = [] } = contracts;
  const code = codeOf(contracts, implementation);
  if (code === null) return null;
  const coins = of.coins.filter((coin) => BigInt(coin) !== 0n);
  if (coins.length < 2 || (CODES[code].hasAverage && coins.length > 2)) return null;
  const takesNative = [...native, ...nativePriced].includes(implementation);
  if (coins.indexOf(NATIVE) !== (takesNative ? 0 : -1)) return null;
  if (decimals.some((places) => places > MOST_DECIMALS)) return null;
  const rates = coins.map((_, i) => 10n ** (36n - (decimals[i] ?? 0n)));
  return { address, lpToken: address, coins, rates, code };
}

function codeOf(
  { plain, averaging, priced = [], nativePriced = [] }: CurveFactoryContracts,
  implementation: Address,
): CodeName | null {
  if (averaging.includes(implementation)) return "averaging";
  if (priced.includes(implementation)) return "priced";
  if (nativePriced.includes(implementation)) return "native-priced";
  return plain.includes(implementation) ? "plain" : null;
}

/** What is known of a pool that no factory made. */
export function factsOfNamed({ pool, lpToken, coins, code }: NamedPool): CurveFactoryFacts {
  return { address: pool, lpToken, coins, rates: coins.map(() => PRECISION), code };
}

/**
 * The state of pools; null where one does not answer, or a coin does not move. Where nobody tells a
 * rate, or one that no trade could be counted with, all rates are 0.
 */
export async function readPools(
  ask: Ask,
  pools: readonly CurveFactoryFacts[],
): Promise<readonly (CurveFactoryReading | null)[]> {
  const views = pools.map(viewsOf);
  const answers = await ask(views.flat());
  let next = 0;
  return pools.map((pool, at) => {
    const from = next;
    next += views[at]?.length ?? 0;
    return readingOf(pool, answers.slice(from, next));
  });
}

/** The supply and the numbers, the balances, then the rates, then what tells of shares. */
function viewsOf({ address, lpToken, coins, code }: CurveFactoryFacts): readonly View[] {
  const own = (data: Hex): View => ({ target: address, data });
  const { listsBalances } = CODES[code];
  const balances = coins.map((_, i) => encodeFunctionData({ abi: BALANCE, args: [BigInt(i)] }));
  return [
    { target: lpToken, data: SUPPLY },
    ...NUMBERS.map(own),
    ...(listsBalances ? [BALANCES] : balances).map(own),
    ...rateViewsOf(address, code),
    ...(hasShares({ coins, code }) ? shareViewsOf(address, coins[1] ?? address) : []),
  ];
}

/**
 * Whether balances of the second coin are shares, which transfers move whole ones of: of stETH, in
 * code whose balances are what a pool has.
 */
function hasShares({ coins, code }: Pick<CurveFactoryFacts, "coins" | "code">): boolean {
  return !CODES[code].listsBalances && SHARE_TOKENS.some((token) => token === coins[1]);
}

function shareViewsOf(pool: Address, coin: Address): readonly View[] {
  return [
    { target: pool, data: encodeFunctionData({ abi: OF_ADMIN, args: [1n] }) },
    { target: coin, data: encodeFunctionData({ abi: OF_POOL, args: [pool] }) },
    ...TOTALS.map((data) => ({ target: coin, data })),
  ];
}

function rateViewsOf(address: Address, code: CodeName): readonly View[] {
  const { ratedBy } = CODES[code];
  if (ratedBy === "pool") return [{ target: address, data: RATES }];
  const rate = ratedBy === "named" ? namedPool(address)?.rate : null;
  return rate ? [{ target: rate.of, data: toFunctionSelector(rate.view) }] : [];
}

function readingOf(
  pool: CurveFactoryFacts,
  answers: readonly (Hex | null)[],
): CurveFactoryReading | null {
  const { coins, code } = pool;
  const words = answers.slice(0, NUMBERS.length + 1).map((answer) => wordOf(answer));
  if (words.includes(undefined)) return null;
  const word = (place: number): bigint => words[place] ?? 0n;
  const others = answers.slice(NUMBERS.length + 1);
  const isList = CODES[code].listsBalances;
  const balances = coins.flatMap((_, i) => {
    return (isList ? wordOf(others[0], i) : wordOf(others[i])) ?? [];
  });
  if (balances.length !== coins.length) return null;
  const ofShares = hasShares(pool) ? others.splice(-OF_SHARES) : [];
  const shareBalance = ofShares.length === 0 ? [] : shareBalanceOf(ofShares, balances[1] ?? 0n);
  if (shareBalance === null) return null;
  return {
    ...{ balances, shareBalance, rates: ratesOf(pool, balances, others.at(-1)) },
    ...{ supply: word(0), feeE10: word(1), adminFeeE10: word(2) },
    ...{ initialA: word(3), futureA: word(4), initialATime: word(5), futureATime: word(6) },
  };
}

/**
 * What a pool has of a coin whose balances are shares; null while it does not move, or where what
 * counts of it does not follow.
 */
function shareBalanceOf(
  answers: readonly (Hex | null)[],
  balance: bigint,
): readonly bigint[] | null {
  const words = answers.map((answer) => wordOf(answer));
  const [adminBalance, shares, stopped, ether, all, externalEther = 0n, external = 0n] = words;
  if (adminBalance === undefined || shares === undefined || stopped !== 0n) return null;
  const [internalEther, internalShares] = [(ether ?? 0n) - externalEther, (all ?? 0n) - external];
  if (internalEther <= 0n || internalShares <= 0n) return null;
  const worth = etherBySharesDown({ internalEther, internalShares }, shares);
  if (worth - adminBalance !== balance) return null;
  return [shares, adminBalance, internalEther, internalShares];
}

/** The rates at a block, 10^(36 - decimals) times what a coin is worth. */
function ratesOf(
  { address, coins, rates, code }: CurveFactoryFacts,
  balances: readonly bigint[],
  told: Hex | null | undefined,
): readonly bigint[] {
  const { ratedBy } = CODES[code];
  if (ratedBy === "nobody") return rates;
  const found =
    ratedBy === "pool"
      ? coins.flatMap((_, i) => wordOf(told, i) ?? [])
      : [PRECISION, rateOf(namedPool(address)?.rate, wordOf(told))];
  const isCountable = coins.every((_, i) => {
    const [rate = 0n, held = 0n] = [found[i], balances[i]];
    const x = (held * rate) / PRECISION;
    return rate > 0n && x < MOST_SCALED && (held === 0n || x > 0n);
  });
  return isCountable ? found : coins.map(() => 0n);
}

function rateOf(rate: NamedRate | null | undefined, word: bigint | undefined): bigint {
  if (!rate || word === undefined || word === 0n) return 0n;
  return rate.isInverse ? (PRECISION * PRECISION) / word : word;
}
