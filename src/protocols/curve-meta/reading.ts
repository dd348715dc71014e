import { type Address, encodeFunctionData, toFunctionSelector } from "viem";
import { CurveMetaFactory, CurveMetaPool } from "../../../abis/CurveMeta.ts";
import type { Ask } from "../../catalog/live/aggregate.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import { configuredPool } from "../curve-stableswap/contracts.ts";
import type { PoolNumbers } from "../curve-stableswap/reserves.ts";
import type { CurveMetaContracts } from "./contracts.ts";

/** What never changes of a metapool. */
export interface CurveMetaFacts {
  readonly address: Address;
  /** The own coin and the base pool's liquidity token. */
  readonly coins: readonly Address[];
  readonly basePool: Address;
  /** 10^(36 - decimals) of the own coin. */
  readonly rate: bigint;
}

/** What a metapool answers at a block. */
export type CurveMetaReading = Pick<
  PoolNumbers,
  | ("rates" | "balances" | "supply" | "feeE10" | "adminFeeE10")
  | ("initialA" | "futureA" | "initialATime" | "futureATime")
>;

const PRICE = toFunctionSelector("get_virtual_price()");
const VIEWS = [
  ...[0n, 1n].map((i) =>
    encodeFunctionData({ abi: CurveMetaPool, functionName: "balances", args: [i] }),
  ),
  ...["totalSupply()", "fee()", "admin_fee()"].map((signature) => toFunctionSelector(signature)),
  ...["initial_A()", "future_A()", "initial_A_time()", "future_A_time()"].map((signature) =>
    toFunctionSelector(signature),
  ),
];

const FACTS = ["get_base_pool", "get_implementation_address", "get_coins", "get_decimals"] as const;

/** Words of the longest answer: four coins. */
export const MOST_WORDS = 4;

/** What a factory says of pools; null of those that are no metapools of a known kind. */
export async function readFacts(
  ask: Ask,
  contracts: CurveMetaContracts & { readonly chainId: number },
  pools: readonly Address[],
): Promise<readonly (CurveMetaFacts | null)[]> {
  const answers = await ask(
    pools.flatMap((pool) =>
      FACTS.map((functionName) => ({
        target: contracts.factory,
        data: encodeFunctionData({ abi: CurveMetaFactory, functionName, args: [pool] }),
      })),
    ),
  );
  return pools.map((address, at) => {
    const own = answers.slice(at * FACTS.length, (at + 1) * FACTS.length);
    const [base = 0n, code = 0n, coin = 0n, decimals = 0n] = own.map((words) => wordOf(words));
    return factsOf(contracts, {
      ...{ address, basePool: addressOf(base), implementation: addressOf(code) },
      ...{ coin: addressOf(coin), decimals },
    });
  });
}

/** What follows from what a factory says of a pool; null where it is of another kind. */
export function factsOf(
  { chainId, implementations }: CurveMetaContracts & { readonly chainId: number },
  of: {
    readonly address: Address;
    readonly basePool: Address;
    readonly implementation: Address;
    readonly coin: Address;
    readonly decimals: bigint;
  },
): CurveMetaFacts | null {
  const { address, basePool, coin, decimals } = of;
  const base = configuredPool(chainId, basePool);
  if (base === undefined || !implementations.includes(of.implementation)) return null;
  return { address, coins: [coin, base.lpToken], basePool, rate: 10n ** (36n - decimals) };
}

/** The state of metapools; null where one does not answer. */
export async function readPools(
  ask: Ask,
  pools: readonly (Pick<CurveMetaFacts, "address" | "basePool"> & { readonly rate: bigint })[],
): Promise<readonly (CurveMetaReading | null)[]> {
  const size = VIEWS.length + 1;
  const answers = await ask(
    pools.flatMap(({ address, basePool }) => [
      ...VIEWS.map((data) => ({ target: address, data })),
      { target: basePool, data: PRICE },
    ]),
  );
  return pools.map(({ rate }, at) => {
    const words = answers.slice(at * size, (at + 1) * size).map((answer) => wordOf(answer));
    if (words.includes(undefined)) return null;
    const word = (place: number): bigint => words[place] ?? 0n;
    return {
      ...{ balances: [word(0), word(1)], rates: [rate, word(size - 1)], supply: word(2) },
      ...{ feeE10: word(3), adminFeeE10: word(4) },
      ...{ initialA: word(5), futureA: word(6), initialATime: word(7), futureATime: word(8) },
    };
  });
}
