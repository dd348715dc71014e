import { createRequire } from "node:module";
import type { Address } from "viem";
import type { BenchToken, Market } from "../market.ts";
import type { BenchPool } from "../pools.ts";
import type { Engine } from "./engine.ts";

interface TinesToken {
  readonly address: Address;
  readonly name: string;
  readonly symbol: string;
  readonly chainId: number;
  readonly decimals: number;
}

/** The part of the package that is used. */
interface Tines {
  readonly ConstantProductRPool: new (
    address: string,
    token0: TinesToken,
    token1: TinesToken,
    fee: number,
    reserve0: bigint,
    reserve1: bigint,
  ) => object;
  readonly UniV3Pool: new (
    address: string,
    token0: TinesToken,
    token1: TinesToken,
    fee: number,
    reserve0: bigint,
    reserve1: bigint,
    tick: number,
    liquidity: bigint,
    sqrtPriceX96: bigint,
    ticks: readonly { readonly index: number; readonly DLiquidity: bigint }[],
  ) => object;
  readonly findMultiRouteExactIn: (
    from: TinesToken,
    to: TinesToken,
    amountIn: bigint,
    pools: readonly object[],
    baseToken: TinesToken,
    gasPriceWei: number,
  ) => {
    readonly legs?: readonly {
      readonly poolAddress: string;
      readonly tokenFrom: TinesToken;
      readonly swapPortion: number;
    }[];
  };
}

/** @see https://www.npmjs.com/package/@sushiswap/tines */
export function createTines({ tokens, pools }: Market): Engine {
  const tines: Tines = createRequire(import.meta.url)("@sushiswap/tines");
  const theirs = new Map(tokens.map((token) => [token, tokenOf(token)]));
  const their = (token: BenchToken | undefined): TinesToken => {
    const known = token && theirs.get(token);
    if (known === undefined) throw new Error("a token that is not the market's");
    return known;
  };
  const poolOf = (pool: BenchPool): object => {
    const { token0, token1, reserve0, reserve1, state } = pool;
    const [a, b, fee] = [their(token0), their(token1), state.feePips / 1e6];
    if (!("ticks" in pool)) {
      return new tines.ConstantProductRPool(state.id, a, b, fee, reserve0, reserve1);
    }
    const { tick, liquidity, sqrtPriceX96 } = pool.state;
    const ticks = pool.ticks.map((t) => ({ index: t.tick, DLiquidity: t.liquidityNet }));
    return new tines.UniV3Pool(
      ...([state.id, a, b, fee, reserve0, reserve1, tick] as const),
      ...([liquidity, sqrtPriceX96, ticks] as const),
    );
  };
  const theirPools = pools.map(poolOf);
  const native = their(tokens[0]);
  return {
    name: "tines",
    async plan({ tokenIn, tokenOut, amountIn }, gasPriceWei) {
      const [from, to] = [their(tokenIn), their(tokenOut)];
      const { legs } = tines.findMultiRouteExactIn(
        ...([from, to, amountIn, theirPools, native, gasPriceWei] as const),
      );
      if (legs === undefined || legs.length === 0) return null;
      return legs.map(({ poolAddress, tokenFrom, swapPortion }) => ({
        pool: poolAddress,
        tokenIn: tokenFrom.address,
        take: { share: swapPortion },
      }));
    },
  };
}

function tokenOf({ address, symbol, decimals }: BenchToken): TinesToken {
  return { address, symbol, decimals, name: symbol, chainId: 1 };
}
