import { type Address, encodeFunctionData, toFunctionSelector } from "viem";
import { CurvePlainFactory } from "../../../abis/CurveFactory.ts";
import type { Ask } from "../../catalog/live/aggregate.ts";
import { NATIVE } from "../../lib/address.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import type { PoolNumbers } from "../curve-stableswap/reserves.ts";
import type { CurveFactoryContracts } from "./contracts.ts";

/** What never changes of a pool. */
export interface CurveFactoryFacts {
  readonly address: Address;
  /** The native currency may be the first. */
  readonly coins: readonly Address[];
  /** 10^(36 - decimals) of each coin. */
  readonly rates: readonly bigint[];
  /** Whether the code averages its price, and refuses what would leave none. */
  readonly hasAverage: boolean;
}

/** What a pool answers at a block. */
export type CurveFactoryReading = Pick<
  PoolNumbers,
  | ("balances" | "supply" | "feeE10" | "adminFeeE10")
  | ("initialA" | "futureA" | "initialATime" | "futureATime")
>;

const VIEWS = [
  ...["get_balances()", "totalSupply()", "fee()", "admin_fee()"],
  ...["initial_A()", "future_A()", "initial_A_time()", "future_A_time()"],
].map((signature) => toFunctionSelector(signature));

const FACTS = ["get_coins", "get_decimals", "get_implementation_address"] as const;

/** Most coins of a pool, and words of the longest answer. */
export const MOST_COINS = 4;

/** Most decimals of a coin that the factories take. */
const MOST_DECIMALS = 18n;

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
  { plain, averaging, native }: CurveFactoryContracts,
  of: {
    readonly address: Address;
    readonly implementation: Address;
    readonly coins: readonly Address[];
    readonly decimals: readonly bigint[];
  },
): CurveFactoryFacts | null {
  const { address, implementation, decimals } = of;
  const hasAverage = averaging.includes(implementation);
  if (!hasAverage && !plain.includes(implementation)) return null;
  const coins = of.coins.filter((coin) => BigInt(coin) !== 0n);
  if (coins.length < 2) return null;
  if (coins.indexOf(NATIVE) !== (native.includes(implementation) ? 0 : -1)) return null;
  if (decimals.some((places) => places > MOST_DECIMALS)) return null;
  const rates = coins.map((_, i) => 10n ** (36n - (decimals[i] ?? 0n)));
  return { address, coins, rates, hasAverage };
}

/** The state of pools; null where one does not answer. */
export async function readPools(
  ask: Ask,
  pools: readonly Pick<CurveFactoryFacts, "address" | "coins">[],
): Promise<readonly (CurveFactoryReading | null)[]> {
  const answers = await ask(
    pools.flatMap(({ address }) => VIEWS.map((data) => ({ target: address, data }))),
  );
  return pools.map(({ coins }, at) => {
    const [held, ...others] = answers.slice(at * VIEWS.length, (at + 1) * VIEWS.length);
    const balances = coins.flatMap((_, i) => wordOf(held, i) ?? []);
    const words = others.map((answer) => wordOf(answer));
    if (balances.length !== coins.length || words.includes(undefined)) return null;
    const word = (place: number): bigint => words[place] ?? 0n;
    return {
      ...{ balances, supply: word(0), feeE10: word(1), adminFeeE10: word(2) },
      ...{ initialA: word(3), futureA: word(4), initialATime: word(5), futureATime: word(6) },
    };
  });
}
