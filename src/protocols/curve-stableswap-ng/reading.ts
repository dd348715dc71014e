import { type Address, encodeFunctionData, type Hex, toFunctionSelector } from "viem";
import { CurveStableSwapFactoryNg } from "../../../abis/CurveStableSwapNg.ts";
import type { Ask } from "../../catalog/live/aggregate.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import type { PoolNumbers } from "../curve-stableswap/reserves.ts";
import type { CurveNgContracts } from "./contracts.ts";

/** What never changes of a pool. */
export interface CurveNgFacts {
  readonly address: Address;
  readonly coins: readonly Address[];
  /** Null of a plain pool. */
  readonly basePool: Address | null;
  readonly isFollowed: boolean;
  readonly dividesAtOnce: boolean;
}

/** What a pool answers at a block. */
export type CurveNgReading = Pick<
  PoolNumbers,
  | ("rates" | "balances" | "supply" | "feeE10" | "adminFeeE10")
  | ("initialA" | "futureA" | "initialATime" | "futureATime")
> & { readonly offpegE10: bigint };

const LISTS = ["get_balances()", "stored_rates()"];
const WORDS = [
  ...["totalSupply()", "fee()", "admin_fee()", "offpeg_fee_multiplier()"],
  ...["initial_A()", "future_A()", "initial_A_time()", "future_A_time()"],
];
const VIEWS = [...LISTS, ...WORDS].map((signature) => toFunctionSelector(signature));

/** Words that an answer has at most: where the list is, how long, and eight coins. */
export const MOST_WORDS = 10;

const FACTS = [
  "get_coins",
  "get_pool_asset_types",
  "get_implementation_address",
  "get_base_pool",
] as const;
/** Kinds of coins that have nothing to follow: one is as good as another. */
const STANDARD = 0;

/** What a factory says of pools; null of those that are none of its own. */
export async function readFacts(
  ask: Ask,
  contracts: CurveNgContracts,
  pools: readonly Address[],
): Promise<readonly (CurveNgFacts | null)[]> {
  const answers = await ask(
    pools.flatMap((pool) =>
      FACTS.map((functionName) => ({
        target: contracts.factory,
        data: encodeFunctionData({ abi: CurveStableSwapFactoryNg, functionName, args: [pool] }),
      })),
    ),
  );
  return pools.map((address, at) => {
    const [coins, types, code, base] = answers.slice(at * FACTS.length, (at + 1) * FACTS.length);
    return factsOf(contracts, {
      ...{ address, coins: listOf(coins).map(addressOf), basePool: basePoolOf(wordOf(base)) },
      assetTypes: listOf(types).map(Number),
      implementation: addressOf(wordOf(code) ?? 0n),
    });
  });
}

/** The base pool that a factory names; null where it names none. */
export function basePoolOf(word: bigint | undefined): Address | null {
  return word === undefined || word === 0n ? null : addressOf(word);
}

/** What follows from what a factory says of a pool; null where it is none of its own. */
export function factsOf(
  { plainImplementation, metaImplementation }: CurveNgContracts,
  {
    address,
    coins,
    basePool,
    assetTypes,
    implementation,
  }: Pick<CurveNgFacts, "address" | "coins" | "basePool"> & {
    readonly assetTypes: readonly number[];
    readonly implementation: Address;
  },
): CurveNgFacts | null {
  if (coins.length < 2) return null;
  return {
    ...{ address, coins, basePool },
    isFollowed: basePool !== null || assetTypes.some((type) => type !== STANDARD),
    dividesAtOnce: [plainImplementation, metaImplementation].includes(implementation),
  };
}

/** The state of pools; null where one does not answer, or not as its coins would have it. */
export async function readPools(
  ask: Ask,
  pools: readonly Pick<CurveNgFacts, "address" | "coins">[],
): Promise<readonly (CurveNgReading | null)[]> {
  const answers = await ask(
    pools.flatMap(({ address }) => VIEWS.map((data) => ({ target: address, data }))),
  );
  return pools.map(({ coins }, at) => {
    const own = answers.slice(at * VIEWS.length, (at + 1) * VIEWS.length);
    const [balances = [], rates = []] = own.slice(0, LISTS.length).map(listOf);
    const words = own.slice(LISTS.length).map((answer) => wordOf(answer));
    if (balances.length !== coins.length || rates.length !== coins.length) return null;
    if (rates.includes(0n) || words.includes(undefined)) return null;
    const word = (place: number): bigint => words[place] ?? 0n;
    return {
      ...{ balances, rates, supply: word(0) },
      ...{ feeE10: word(1), adminFeeE10: word(2), offpegE10: word(3) },
      ...{ initialA: word(4), futureA: word(5), initialATime: word(6), futureATime: word(7) },
    };
  });
}

/** The words of a list that a view returned. */
function listOf(answer: Hex | null | undefined): readonly bigint[] {
  const length = Number(wordOf(answer, 1) ?? 0n);
  const words = Array.from({ length: Math.min(length, MOST_WORDS - 2) }, (_, i) =>
    wordOf(answer, i + 2),
  );
  return words.every((word) => word !== undefined) ? words : [];
}
