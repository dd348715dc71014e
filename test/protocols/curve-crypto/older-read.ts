import { erc20Abi, type PublicClient, parseAbi } from "viem";
import { CurveCryptoFactory } from "../../../abis/CurveCrypto.ts";
import { lower } from "../../../src/lib/address.ts";
import { factoriesOn, olderPoolsOn } from "../../../src/protocols/curve-crypto/contracts.ts";
import type { OlderPoolContracts } from "../../../src/protocols/curve-crypto/contracts-older.ts";
import { precisionsOf } from "../../../src/protocols/curve-crypto/older-places.ts";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";

const poolAbi = parseAbi([
  "function balances(uint256 i) view returns (uint256)",
  "function D() view returns (uint256)",
  "function virtual_price() view returns (uint256)",
  "function xcp_profit() view returns (uint256)",
  "function xcp_profit_a() view returns (uint256)",
  "function initial_A_gamma() view returns (uint256)",
  "function future_A_gamma() view returns (uint256)",
  "function initial_A_gamma_time() view returns (uint256)",
  "function future_A_gamma_time() view returns (uint256)",
  "function mid_fee() view returns (uint256)",
  "function out_fee() view returns (uint256)",
  "function fee_gamma() view returns (uint256)",
  "function adjustment_step() view returns (uint256)",
  "function ma_half_time() view returns (uint256)",
  "function last_prices_timestamp() view returns (uint256)",
  "function allowed_extra_profit() view returns (uint256)",
  "function price_threshold() view returns (uint256)",
]);
// Of our own contracts: the originals keep these to themselves.
const storedAbi = parseAbi([
  "function storedAverages() view returns (uint256[])",
  "function storedMoves() view returns (bool)",
]);
const pricesAbi = {
  two: parseAbi([
    "function price_scale() view returns (uint256)",
    "function last_prices() view returns (uint256)",
  ]),
  three: parseAbi([
    "function price_scale(uint256 k) view returns (uint256)",
    "function last_prices(uint256 k) view returns (uint256)",
  ]),
};

const HALF = (1n << 128n) - 1n;

/** Every pool of older code that is on the chain, by contract reads alone. */
export async function readOlder(
  client: PublicClient,
  chainId: number,
  slug: string,
): Promise<readonly CurveCryptoPool[]> {
  const listed = [...olderPoolsOn(chainId), ...(await madeByFactory(client, chainId))];
  const states = await Promise.all(
    listed.map(async (one) => {
      if ((await client.getCode({ address: one.pool })) === undefined) return [];
      return [await readPool(client, one, slug)];
    }),
  );
  return states.flat();
}

async function madeByFactory(
  client: PublicClient,
  chainId: number,
): Promise<readonly OlderPoolContracts[]> {
  const address = factoriesOn(chainId)?.cryptoFactory;
  if (address === undefined || (await client.getCode({ address })) === undefined) return [];
  const factory = { abi: CurveCryptoFactory, address } as const;
  const count = await client.readContract({ ...factory, functionName: "pool_count" });
  return Promise.all(
    Array.from({ length: Number(count) }, async (_, i) => {
      const args = [BigInt(i)] as const;
      const pool = await client.readContract({ ...factory, functionName: "pool_list", args });
      const of = { ...factory, args: [pool] } as const;
      const [coins, decimals, token] = await Promise.all([
        client.readContract({ ...of, functionName: "get_coins" }),
        client.readContract({ ...of, functionName: "get_decimals" }),
        client.readContract({ ...of, functionName: "get_token" }),
      ]);
      return {
        ...{ pool: lower(pool), lpToken: lower(token), code: "factory" as const },
        ...{ coins: coins.map(lower), decimals: decimals.map(Number) },
      };
    }),
  );
}

type Word = Exclude<(typeof poolAbi)[number]["name"], "balances">;

async function readPool(
  client: PublicClient,
  { pool: address, lpToken, code, coins, decimals }: OlderPoolContracts,
  slug: string,
): Promise<CurveCryptoPool> {
  const word = (functionName: Word) => client.readContract({ abi: poolAbi, address, functionName });
  const prices = (functionName: "price_scale" | "last_prices") =>
    Promise.all(
      coins.slice(1).map((_, k) =>
        coins.length === 2
          ? client.readContract({ abi: pricesAbi.two, address, functionName })
          : client.readContract({
              ...{ abi: pricesAbi.three, address, functionName, args: [BigInt(k)] },
            }),
      ),
    );
  const stored = { abi: storedAbi, address } as const;
  const [initial, future] = [await word("initial_A_gamma"), await word("future_A_gamma")];
  const isOldest = code === "2021-05";
  const limit = await word(isOldest ? "price_threshold" : "allowed_extra_profit");
  const adjustmentStep = await word("adjustment_step");
  const moves = await client.readContract({ ...stored, functionName: "storedMoves" });
  return {
    ...{ id: address, address, slug, updatedBlock: 0, coins, lpToken, claims: false },
    precisions: precisionsOf(decimals),
    balances: await Promise.all(
      coins.map((_, i) =>
        client.readContract({
          ...{ abi: poolAbi, address, functionName: "balances", args: [BigInt(i)] },
        }),
      ),
    ),
    supply: await client.readContract({
      ...{ abi: erc20Abi, address: lpToken, functionName: "totalSupply" },
    }),
    ...{ d: await word("D"), virtualPrice: await word("virtual_price") },
    ...{ priceScales: await prices("price_scale"), lastPrices: await prices("last_prices") },
    priceAverages: await client.readContract({ ...stored, functionName: "storedAverages" }),
    averagesTime: await word("last_prices_timestamp"),
    averagingSeconds: await word("ma_half_time"),
    ...{ profit: await word("xcp_profit"), claimedProfit: await word("xcp_profit_a") },
    ...{ allowedProfit: isOldest ? 0n : limit, adjustmentStep },
    ...{ midFeeE10: await word("mid_fee"), outFeeE10: await word("out_fee") },
    feeGamma: await word("fee_gamma"),
    ...{ initialAnn: initial >> 128n, initialGamma: initial & HALF },
    ...{ futureAnn: future >> 128n, futureGamma: future & HALF },
    initialTime: await word("initial_A_gamma_time"),
    futureTime: await word("future_A_gamma_time"),
    older: { code, threshold: isOldest ? limit : adjustmentStep, moves, isSpent: false },
    since: { price: 0n, timestamp: 0 },
    latest: { price: 0n, timestamp: 0 },
  };
}
