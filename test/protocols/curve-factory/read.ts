import { type Address, erc20Abi, type PublicClient, parseAbi } from "viem";
import { CurvePlainFactory } from "../../../abis/CurveFactory.ts";
import { lower, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { factoriesOn } from "../../../src/protocols/curve-factory/contracts.ts";
import type { CurveFactoryPool } from "../../../src/protocols/curve-factory/pool.ts";

const poolAbi = parseAbi([
  "function coins(uint256 i) view returns (address)",
  "function balances(uint256 i) view returns (uint256)",
  "function fee() view returns (uint256)",
  "function admin_fee() view returns (uint256)",
  "function initial_A() view returns (uint256)",
  "function future_A() view returns (uint256)",
  "function initial_A_time() view returns (uint256)",
  "function future_A_time() view returns (uint256)",
]);

/**
 * Every plain pool of the chain's factories, by contract reads alone; what only an index knows
 * (prices of another day) is 0.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly CurveFactoryPool[]> {
  const states: CurveFactoryPool[] = [];
  for (const { slug, factory: address, plain, averaging } of factoriesOn(chainId)) {
    const factory = { abi: CurvePlainFactory, address } as const;
    if ((await client.getCode({ address })) === undefined) continue;
    const count = await client.readContract({ ...factory, functionName: "pool_count" });
    for (let i = 0n; i < count; i++) {
      const listed = { ...factory, functionName: "pool_list", args: [i] } as const;
      const pool = lower(await client.readContract(listed));
      const of = { ...factory, args: [pool] } as const;
      const code = lower(
        await client.readContract({ ...of, functionName: "get_implementation_address" }),
      );
      if (!plain.includes(code) && !averaging.includes(code)) continue;
      const coins = await client.readContract({ ...of, functionName: "get_coins" });
      const decimals = await client.readContract({ ...of, functionName: "get_decimals" });
      const own = coins.map(lower).filter((coin) => coin !== ZERO_ADDRESS);
      states.push({
        ...{ id: pool, address: pool, slug, lpToken: pool, updatedBlock: 0, coins: own },
        ...{ rates: own.map((_, place) => 10n ** (36n - (decimals[place] ?? 0n))) },
        ...{ returnsAmount: true, paused: false, aPrecision: 100n },
        ...{ dividesAtOnce: own.length === 2, offpegE10: averaging.includes(code) ? 0n : null },
        ...(await readNumbers(client, pool, own)),
        since: { price: 0n, timestamp: 0 },
        latest: { price: 0n, timestamp: 0 },
      });
    }
  }
  return states;
}

async function readNumbers(client: PublicClient, address: Address, coins: readonly Address[]) {
  const pool = { abi: poolAbi, address } as const;
  const supplies = { abi: erc20Abi, address, functionName: "totalSupply" } as const;
  const balanceAt = (i: number) =>
    ({ ...pool, functionName: "balances", args: [BigInt(i)] }) as const;
  return {
    balances: await Promise.all(coins.map((_, i) => client.readContract(balanceAt(i)))),
    supply: await client.readContract(supplies),
    feeE10: await client.readContract({ ...pool, functionName: "fee" }),
    adminFeeE10: await client.readContract({ ...pool, functionName: "admin_fee" }),
    initialA: await client.readContract({ ...pool, functionName: "initial_A" }),
    futureA: await client.readContract({ ...pool, functionName: "future_A" }),
    initialATime: await client.readContract({ ...pool, functionName: "initial_A_time" }),
    futureATime: await client.readContract({ ...pool, functionName: "future_A_time" }),
  };
}
