import { createRequire } from "node:module";
import type { Address } from "viem";
import type { BenchToken, Market } from "../market.ts";
import type { BenchPool } from "../pools.ts";
import type { Leg } from "../replay.ts";
import type { Engine } from "./engine.ts";

interface Currency {
  readonly wrapped: { readonly address: Address };
}

interface CurrencyAmount {
  readonly quotient: bigint;
}

/** The parts of the packages that are used. */
interface SmartRouter {
  readonly PoolType: { readonly V2: number; readonly V3: number };
  readonly getPoolAddress: (pool: object) => string;
  readonly InfinityRouter: {
    readonly getBestTrade: (
      amount: CurrencyAmount,
      currency: Currency,
      tradeType: number,
      options: {
        readonly candidatePools: readonly object[];
        readonly gasPriceWei: bigint;
        readonly maxHops: number;
      },
    ) => Promise<
      | {
          readonly routes: readonly {
            readonly pools: readonly object[];
            readonly path: readonly Currency[];
            readonly inputAmount: CurrencyAmount;
          }[];
        }
      | undefined
    >;
  };
}

interface Sdk {
  readonly ERC20Token: new (
    chainId: number,
    address: Address,
    decimals: number,
    symbol: string,
  ) => Currency;
  readonly CurrencyAmount: {
    readonly fromRawAmount: (currency: Currency, amount: bigint) => CurrencyAmount;
  };
  readonly Percent: new (numerator: bigint, denominator: bigint) => object;
}

interface V3Sdk {
  readonly Tick: new (tick: {
    readonly index: number;
    readonly liquidityGross: bigint;
    readonly liquidityNet: bigint;
  }) => object;
}

const EXACT_INPUT = 0;
/** As the package's own default for splits. */
const MAX_HOPS = 3;

/** @see https://www.npmjs.com/package/@pancakeswap/smart-router */
export function createPancakeSwap({ tokens, pools }: Market): Engine {
  const load = createRequire(import.meta.url);
  const router: SmartRouter = load("@pancakeswap/smart-router");
  const sdk: Sdk = load("@pancakeswap/sdk");
  const v3: V3Sdk = load("@pancakeswap/v3-sdk");
  const currencies = new Map(
    tokens.map((token) => {
      const { address, decimals, symbol } = token;
      return [token, new sdk.ERC20Token(1, address, decimals, symbol)];
    }),
  );
  const currency = (token: BenchToken): Currency => {
    const known = currencies.get(token);
    if (known === undefined) throw new Error("a token that is not the market's");
    return known;
  };
  const amount = (token: BenchToken, units: bigint): CurrencyAmount =>
    sdk.CurrencyAmount.fromRawAmount(currency(token), units);
  const noFee = new sdk.Percent(0n, 1n);
  const poolOf = (pool: BenchPool): object => {
    const { token0, token1, reserve0, reserve1 } = pool;
    const reserves = { reserve0: amount(token0, reserve0), reserve1: amount(token1, reserve1) };
    if (!("ticks" in pool)) return { type: router.PoolType.V2, ...reserves };
    const { address, feePips, liquidity, sqrtPriceX96, tick } = pool.state;
    return {
      ...{ type: router.PoolType.V3, token0: currency(token0), token1: currency(token1) },
      ...{ fee: feePips, liquidity, sqrtRatioX96: sqrtPriceX96, tick, address },
      ...{ token0ProtocolFee: noFee, token1ProtocolFee: noFee, ...reserves },
      ticks: pool.ticks.map(
        ({ tick: index, liquidityGross, liquidityNet }) =>
          new v3.Tick({ index, liquidityGross, liquidityNet }),
      ),
    };
  };
  const ids = new Map<string, string>();
  const candidatePools = pools.map((pool) => {
    const theirs = poolOf(pool);
    ids.set(router.getPoolAddress(theirs).toLowerCase(), pool.state.id);
    return theirs;
  });
  return {
    name: "pancakeswap",
    async plan({ tokenIn, tokenOut, amountIn }, gasPriceWei) {
      const best = await router.InfinityRouter.getBestTrade(
        ...([amount(tokenIn, amountIn), currency(tokenOut), EXACT_INPUT] as const),
        { candidatePools, gasPriceWei: BigInt(gasPriceWei), maxHops: MAX_HOPS },
      );
      if (best === undefined) return null;
      return best.routes.flatMap(({ pools: through, path, inputAmount }) =>
        through.map((pool, n): Leg => {
          const id = ids.get(router.getPoolAddress(pool).toLowerCase());
          const token = path[n]?.wrapped.address.toLowerCase();
          if (id === undefined || token === undefined) throw new Error("an unknown pool in a plan");
          const take = n === 0 ? { amount: inputAmount.quotient } : ("previous" as const);
          return { pool: id, tokenIn: `0x${token.slice(2)}`, take };
        }),
      );
    },
  };
}
