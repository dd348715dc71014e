import { encodeFunctionData, erc20Abi, type PublicClient, parseAbi } from "viem";
import { CurvePool3 } from "../../../abis/CurvePool.ts";
import { OPERATOR } from "../../../devnet/chains.ts";
import {
  type CurvePoolContracts,
  deployments,
} from "../../../src/protocols/curve-stableswap/contracts.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";

const redeemAbi = parseAbi([
  "function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 min_amount)",
]);

/**
 * Every configured pool that the chain carries, by contract reads alone; what only an index knows
 * (prices of another day) is 0.
 */
export async function read(client: PublicClient, chainId: number): Promise<readonly CurvePool[]> {
  const states: CurvePool[] = [];
  for (const { slug, chains } of deployments) {
    for (const pool of chains[chainId]?.contracts.pools ?? []) {
      if ((await client.getCode({ address: pool.pool })) === undefined) continue;
      states.push(await readPool(client, slug, pool));
    }
  }
  return states;
}

async function readPool(
  client: PublicClient,
  slug: string,
  { pool, lpToken, coins, decimals, aPrecision, dividesAtOnce, returnsAmount }: CurvePoolContracts,
): Promise<CurvePool> {
  const view = (
    functionName:
      | ("fee" | "admin_fee")
      | ("initial_A" | "future_A" | "initial_A_time" | "future_A_time"),
  ) => client.readContract({ address: pool, abi: CurvePool3, functionName });
  const [feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime, supply, ...balances] =
    await Promise.all([
      view("fee"),
      view("admin_fee"),
      view("initial_A"),
      view("future_A"),
      view("initial_A_time"),
      view("future_A_time"),
      client.readContract({ address: lpToken, abi: erc20Abi, functionName: "totalSupply" }),
      ...coins.map((_, index) =>
        client.readContract({
          address: pool,
          abi: CurvePool3,
          functionName: "balances",
          args: [BigInt(index)],
        }),
      ),
    ]);
  return {
    ...{ id: pool, address: pool, slug, lpToken, coins, returnsAmount, updatedBlock: 0 },
    rates: decimals.map((places) => 10n ** BigInt(36 - places)),
    aPrecision: BigInt(aPrecision),
    dividesAtOnce,
    offpegE10: null,
    ...{ balances, supply, feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime },
    paused: await isKilled(client, pool),
    since: { price: 0n, timestamp: 0 },
    latest: { price: 0n, timestamp: 0 },
  };
}

/** No view tells: a holder's redemption is refused by a killed pool alone. */
async function isKilled(client: PublicClient, pool: `0x${string}`): Promise<boolean> {
  const args = [10n ** 18n, 0n, 0n] as const;
  const data = encodeFunctionData({
    abi: redeemAbi,
    functionName: "remove_liquidity_one_coin",
    args,
  });
  return client.call({ account: OPERATOR, to: pool, data }).then(
    () => false,
    () => true,
  );
}
